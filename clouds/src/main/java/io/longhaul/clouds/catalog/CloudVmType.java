package io.longhaul.clouds.catalog;

import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import java.util.List;
import java.util.Optional;

/**
 * A VM type as its cloud lists it. Immutable.
 *
 * @param provider as {@code aws}
 * @param name the cloud's name, as {@code m5.8xlarge}
 * @param vcpus virtual processors
 * @param cards what each network card carries; empty where the cloud does not say
 * @param listed where processors and cards come from
 * @param wideArea caps out of the region; empty where neither the cloud nor a rule of its documentation gives them
 * @param caps where {@code wideArea} comes from
 */
public record CloudVmType(
        String provider,
        String name,
        int vcpus,
        List<Card> cards,
        Origin listed,
        Optional<VmCaps> wideArea,
        Origin caps) {
    public CloudVmType {
        cards = List.copyOf(cards);
    }

    /**
     * A network card. Immutable.
     *
     * @param index from 0
     * @param baseline what it carries for ever
     * @param peak what it carries while there is credit; the baseline where there is no more
     */
    public record Card(int index, Bandwidth baseline, Bandwidth peak) {}
}
