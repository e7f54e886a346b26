/** One class per command: parse, build options, call, print, return an exit code. */
@NullMarked
package io.longhaul.cli.command;

import org.jspecify.annotations.NullMarked;
