package io.longhaul.core.job;

import io.longhaul.core.units.DataSize;
import java.time.Duration;

/**
 * One job of a trace, as a cluster of one site logged it. Immutable.
 *
 * @param name in the trace
 * @param submitted from the start of the trace
 * @param input octets it read
 * @param shuffle octets its tasks exchanged; zero when it had none
 * @param output octets it wrote
 */
public record TracedJob(String name, Duration submitted, DataSize input, DataSize shuffle, DataSize output) {}
