package io.longhaul.core.study;

import java.time.Duration;
import java.util.Optional;

/**
 * How good the clock is that measurements are taken with. Immutable.
 *
 * @param source the kernel's clock source, as {@code tsc} or {@code kvm-clock}; empty when it does not tell
 * @param cost of one reading
 * @param resolution smallest step seen between two readings that differ
 */
public record TimerQuality(Optional<String> source, Duration cost, Duration resolution) {}
