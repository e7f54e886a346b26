/** Answers as text for people: aligned columns, one line of reason. */
@NullMarked
package io.longhaul.cli.text;

import org.jspecify.annotations.NullMarked;
