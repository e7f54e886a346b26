/** Readers of foreign measurements and prices, which put them into a measurement log and the price book beside it. */
@NullMarked
package io.longhaul.store.imports;

import org.jspecify.annotations.NullMarked;
