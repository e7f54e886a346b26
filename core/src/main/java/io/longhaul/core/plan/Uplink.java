package io.longhaul.core.plan;

import io.longhaul.core.units.Bandwidth;
import java.util.Optional;

/**
 * What all VMs of a site send and receive together, however many they are: the line of a data centre on premises, or what
 * an object store there gives and takes. Immutable.
 *
 * @param out all that leaves the site; empty where only the VMs bound it
 * @param in all that enters it; empty likewise
 */
public record Uplink(Optional<Bandwidth> out, Optional<Bandwidth> in) {
    /** No line but those of the VMs. */
    public static final Uplink NONE = new Uplink(Optional.empty(), Optional.empty());

    public Uplink {
        if (out.stream().anyMatch(Bandwidth::isZero) || in.stream().anyMatch(Bandwidth::isZero)) {
            throw new IllegalArgumentException("an uplink of zero: " + out + ", " + in);
        }
    }

    /** The narrower of two lines behind each other, each way. */
    public Uplink atMost(Uplink other) {
        return new Uplink(least(out, other.out), least(in, other.in));
    }

    private static Optional<Bandwidth> least(Optional<Bandwidth> one, Optional<Bandwidth> other) {
        return one.isEmpty() ? other : Optional.of(other.map(one.get()::min).orElse(one.get()));
    }
}
