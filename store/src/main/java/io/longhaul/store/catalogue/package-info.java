/** What ships with Longhaul: regions, VM types with documented caps, and list prices, each with source and date. */
@NullMarked
package io.longhaul.store.catalogue;

import org.jspecify.annotations.NullMarked;
