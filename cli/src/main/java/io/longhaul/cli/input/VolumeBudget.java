package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.store.catalogue.Catalogue;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How much a study may move: octets, or dollars turned into octets by the price of the way the data go. */
public final class VolumeBudget {
    private static final double OCTETS_PER_GIGABYTE = 1e9;

    @Option(names = "--max-volume", paramLabel = "SIZE", description = "Stop when so much has moved.")
    private @Nullable DataSize maxVolume;

    @Option(
            names = "--max-cost",
            paramLabel = "MONEY",
            description = "Stop before the data cost more; the price comes from the catalogue by --from and --to.")
    private @Nullable Money maxCost;

    @Option(names = "--price", paramLabel = "MONEY", description = "Price of a GB instead of the catalogue's.")
    private @Nullable Money price;

    /**
     * The smaller of both budgets; empty when none is given.
     *
     * @param link from this machine to the agent
     * @param reverse whether the agent sends
     * @throws InvalidInputException when a cost is bounded and no price is known
     */
    public Optional<DataSize> volume(Link link, boolean reverse) {
        Optional<DataSize> byVolume = Optional.ofNullable(maxVolume);
        if (maxCost == null) {
            return byVolume;
        }
        Link way = reverse ? new Link(link.to(), link.from()) : link;
        double dollars = price != null ? price.dollars() : catalogued(way).dollars();
        if (dollars <= 0) {
            return byVolume;
        }
        DataSize byCost = DataSize.ofBytes((long) (maxCost.dollars() / dollars * OCTETS_PER_GIGABYTE));
        return byVolume.filter(size -> size.compareTo(byCost) < 0).or(() -> Optional.of(byCost));
    }

    private static PricePerGigabyte catalogued(Link way) {
        return Catalogue.shipped()
                .findEgress(way)
                .map(EgressPrice::firstTier)
                .orElseThrow(() -> new InvalidInputException(
                        "No price is known for data from " + way.from() + " to " + way.to() + ".",
                        "Name the sites by --from and --to, or give the price of a GB: --price 0.02USD."));
    }
}
