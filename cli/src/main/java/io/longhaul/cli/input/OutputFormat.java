package io.longhaul.cli.input;

/** How an answer is printed. */
public enum OutputFormat {
    /** For people. */
    TEXT,
    /** One document per answer; fields in docs/formats. */
    JSON
}
