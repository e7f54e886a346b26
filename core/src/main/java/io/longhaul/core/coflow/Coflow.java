package io.longhaul.core.coflow;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.List;

/**
 * Flows of one purpose, done when the last of them is (Chowdhury and Stoica, "Coflow: A Networking Abstraction for Cluster
 * Applications", HotNets 2012). Immutable.
 *
 * @param name tells coflows apart
 * @param arrival when its flows are known, from the start of the trace
 * @param weight how much its completion counts beside that of others; above zero
 * @param flows its flows, each pair of ports at most once for most uses; may be empty, and is done at once then
 */
public record Coflow(String name, Duration arrival, double weight, List<Flow> flows) {
    public Coflow {
        flows = List.copyOf(flows);
        if (arrival.isNegative()) {
            throw new InvalidInputException(
                    "The coflow " + name + " arrives before the trace begins (" + arrival + ").",
                    "Count arrivals from the start of the trace.");
        }
        if (!(weight > 0 && weight < Double.POSITIVE_INFINITY)) {
            throw new InvalidInputException(
                    "The weight of the coflow " + name + " (" + weight + ") is not above zero.",
                    "Write it like 1 or 2.5.");
        }
    }

    /** Octets of all flows. */
    public DataSize size() {
        return DataSize.ofBytes(
                flows.stream().mapToLong(flow -> flow.size().bytes()).reduce(0, Math::addExact));
    }
}
