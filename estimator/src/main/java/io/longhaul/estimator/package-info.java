/** From measurements to beliefs: what caps, windows and paths explain a log, what binds each link, and how sure that is. */
@NullMarked
package io.longhaul.estimator;

import org.jspecify.annotations.NullMarked;
