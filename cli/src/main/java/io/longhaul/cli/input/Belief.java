package io.longhaul.cli.input;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.price.PriceBook;
import io.longhaul.store.log.MeasurementLog;
import java.util.Optional;

/**
 * What a command plans on.
 *
 * @param snapshot estimates of sites and links
 * @param prices every price known
 * @param log where the estimates come from; empty when a snapshot file was given
 */
public record Belief(Snapshot snapshot, PriceBook prices, Optional<MeasurementLog> log) {}
