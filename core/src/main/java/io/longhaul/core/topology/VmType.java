package io.longhaul.core.topology;

import java.time.LocalDate;
import java.util.Optional;

/**
 * A VM type of a provider with its documented caps. Immutable.
 *
 * @param provider as {@code aws}
 * @param name the provider's name, as {@code m5.8xlarge}
 * @param vcpus virtual processors
 * @param caps documented wide-area caps; empty when nothing is documented
 * @param source where the caps are documented
 * @param asOf when they were read
 */
public record VmType(String provider, String name, int vcpus, Optional<VmCaps> caps, String source, LocalDate asOf) {
    @Override
    public String toString() {
        return provider + ":" + name;
    }
}
