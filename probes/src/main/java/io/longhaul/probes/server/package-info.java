/** The agent: answers probes and iperf3 clients. */
@NullMarked
package io.longhaul.probes.server;

import org.jspecify.annotations.NullMarked;
