package io.longhaul.cli.report;

import io.longhaul.core.topology.Link;
import java.util.List;

/**
 * What all runs of one link with one number of streams carried, in the order of the log. Immutable.
 *
 * @param link direction of the data
 * @param streams TCP connections
 * @param bitsPerSecond one number a run: the steady rate if known, else what was received, else what was sent
 */
record RunRates(Link link, int streams, List<Long> bitsPerSecond) {
    RunRates {
        bitsPerSecond = List.copyOf(bitsPerSecond);
    }
}
