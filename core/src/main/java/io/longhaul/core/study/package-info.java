/** What studies of many runs, and the look at one machine, found: values only; the probes make them. */
@NullMarked
package io.longhaul.core.study;

import org.jspecify.annotations.NullMarked;
