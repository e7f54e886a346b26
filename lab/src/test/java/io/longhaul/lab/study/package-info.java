/** Experiments that are run by hand, each by one command that docs/lab.md names; their tables go to lab/target/study. */
@NullMarked
package io.longhaul.lab.study;

import org.jspecify.annotations.NullMarked;
