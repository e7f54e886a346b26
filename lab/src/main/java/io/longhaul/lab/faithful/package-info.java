/**
 * The faithful back end (Linux): a network namespace and a tun device per site, kernel TCP end to end, and one thread
 * that delays, shapes and loses packets.
 */
@NullMarked
package io.longhaul.lab.faithful;

import org.jspecify.annotations.NullMarked;
