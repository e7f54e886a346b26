/** The probing end: one state machine per kind of probe, and what is made of its numbers. */
@NullMarked
package io.longhaul.probes.client;

import org.jspecify.annotations.NullMarked;
