package io.longhaul.core.measure;

import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.Optional;

/**
 * What one end counted over a whole run. Sent and received are two of these, never one. Immutable.
 *
 * @param size octets of payload; empty when the source gives only a rate
 * @param rate mean over the run
 */
public record Transferred(Optional<DataSize> size, Bandwidth rate) {}
