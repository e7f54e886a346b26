/**
 * Files that outlive a run: the measurement log, snapshots, price books, plans, the shipped catalogue, and readers of
 * foreign data. The formats are described in {@code docs/formats}.
 */
@NullMarked
package io.longhaul.store;

import org.jspecify.annotations.NullMarked;
