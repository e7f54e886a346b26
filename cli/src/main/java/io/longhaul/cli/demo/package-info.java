/** The main job, end to end, on the embedded lab. */
@NullMarked
package io.longhaul.cli.demo;

import org.jspecify.annotations.NullMarked;
