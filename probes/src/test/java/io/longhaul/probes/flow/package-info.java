/** Tests of senders and receivers. */
@NullMarked
package io.longhaul.probes.flow;

import org.jspecify.annotations.NullMarked;
