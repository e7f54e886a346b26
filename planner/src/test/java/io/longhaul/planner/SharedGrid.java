package io.longhaul.planner;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The measured grid of shared/data/overlay-plan as a network, and its solved problems. */
public final class SharedGrid {
    private static final Path DATA = Path.of(System.getProperty("longhaul.root", "."), "..", "shared", "data");

    private SharedGrid() {}

    /** Rows of a shared CSV file without its header, or a skipped test when the file is absent. */
    public static List<String[]> rows(String name) {
        Path file = DATA.resolve(name);
        assumeTrue(Files.exists(file), "the shared data file " + name + " is not beside the repository");
        try {
            return Files.readAllLines(file).stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static List<String[]> problems() {
        return rows("overlay-plan/problems.csv");
    }

    public static NetworkModel network() {
        var rates = new HashMap<Link, RateCurve>();
        var caps = new HashMap<SiteId, VmCaps>();
        for (String[] row : rows("overlay-plan/links.csv")) {
            Link link = Link.between(row[0], row[1]);
            Bandwidth rate = Bandwidth.ofBitsPerSecond(Long.parseLong(row[3]));
            if (!rate.isZero()) {
                rates.put(link, RateCurve.of(Integer.parseInt(row[2]), rate));
            }
            caps.put(link.from(), capsOf(link.from().provider()));
            caps.put(link.to(), capsOf(link.to().provider()));
        }
        Map<Link, EgressPrice> prices = new HashMap<>();
        for (String[] row : rows("overlay-plan/prices.csv")) {
            Link link = Link.between(row[0], row[1]);
            prices.put(
                    link,
                    EgressPrice.flat(
                            link, PricePerGigabyte.ofDollars(Double.parseDouble(row[2])), "shared", Optional.empty()));
        }
        var links = new ArrayList<LinkModel>();
        rates.forEach((link, curve) -> {
            EgressPrice price = prices.get(link);
            if (price != null) {
                links.add(LinkModel.of(link, curve, price));
            }
        });
        var sites = new ArrayList<SiteModel>();
        caps.forEach((site, cap) -> sites.add(SiteModel.of(site, cap, PricePerHour.ofDollars(0.54))));
        return new NetworkModel(sites, links);
    }

    /** The caps of one VM that the problems are stated with. */
    public static VmCaps capsOf(String provider) {
        return switch (provider) {
            case "aws" -> caps(5, 10);
            case "gcp" -> caps(7, 16);
            default -> caps(16, 16);
        };
    }

    private static VmCaps caps(long egress, long ingress) {
        return VmCaps.of(Bandwidth.ofGigabitsPerSecond(egress), Bandwidth.ofGigabitsPerSecond(ingress));
    }
}
