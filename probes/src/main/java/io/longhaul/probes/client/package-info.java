/** The probing end: one state machine per kind of probe. */
@NullMarked
package io.longhaul.probes.client;

import org.jspecify.annotations.NullMarked;
