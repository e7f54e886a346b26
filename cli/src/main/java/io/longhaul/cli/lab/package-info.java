/** The faithful lab with agents at its sites, and programs that run in it. */
@NullMarked
package io.longhaul.cli.lab;

import org.jspecify.annotations.NullMarked;
