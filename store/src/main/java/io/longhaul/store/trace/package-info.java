/** Traces of jobs that clusters logged. */
@NullMarked
package io.longhaul.store.trace;

import org.jspecify.annotations.NullMarked;
