/** A measured grid, its prices and the caps of its VMs as plain CSV and YAML, and problems to solve on it. */
@NullMarked
package io.longhaul.store.grid;

import org.jspecify.annotations.NullMarked;
