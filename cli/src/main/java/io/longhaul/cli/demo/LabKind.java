package io.longhaul.cli.demo;

/** Which lab the demo measures. */
public enum LabKind {
    /** Shaping proxies on loopback. */
    PORTABLE,
    /** Kernel TCP between network namespaces. */
    FAITHFUL
}
