package io.longhaul.core.measure;

import io.longhaul.core.units.DataSize;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One stream over the whole run. Immutable.
 *
 * @param id number of the stream, from 1
 * @param sent payload the sender handed to its socket; empty when unknown
 * @param received payload the receiver read; empty when unknown
 * @param retransmits segments sent again; empty when the platform does not tell
 */
public record StreamTotal(int id, Optional<DataSize> sent, Optional<DataSize> received, OptionalLong retransmits) {}
