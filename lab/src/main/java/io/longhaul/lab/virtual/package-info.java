/**
 * The lab in virtual time: a deterministic simulator of flows under the same caps, buckets, windows, slow start and losses.
 * No sockets, threads or clock.
 */
@NullMarked
package io.longhaul.lab.virtual;

import org.jspecify.annotations.NullMarked;
