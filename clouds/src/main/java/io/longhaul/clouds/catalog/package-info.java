/** What clouds say of themselves when they are asked: regions, VM types, prices, quotas; and what was asked before. */
@NullMarked
package io.longhaul.clouds.catalog;

import org.jspecify.annotations.NullMarked;
