/** What things cost: egress per GB by link and tier, VM-hours by site and type, each with source and date. */
@NullMarked
package io.longhaul.core.price;

import org.jspecify.annotations.NullMarked;
