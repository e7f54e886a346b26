/** Quantities whose unit lives in the type: rates, sizes, durations, money and prices. Immutable, safe for any thread. */
@NullMarked
package io.longhaul.core.units;

import org.jspecify.annotations.NullMarked;
