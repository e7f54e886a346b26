package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.probes.spec.AgentBudget;
import io.longhaul.probes.spec.AgentLimits;
import io.longhaul.store.catalogue.Catalogue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What clients of an agent may have: each test, all of them together, and at what cost. */
public final class AgentLimitOptions {
    private static final int LONGEST_MONTH = 31;
    private static final long SECONDS_OF_A_DAY = 86_400;
    private static final double OCTETS_PER_GIGABYTE = 1e9;

    /** What an agent on a public VM has where nothing else is asked for: a measurement needs no more. */
    private static final AgentLimits PUBLIC = new AgentLimits(
            Duration.ofMinutes(1),
            Optional.of(Bandwidth.ofBitsPerSecond(1_000_000_000)),
            Optional.empty(),
            8,
            16,
            1024,
            32);

    private static final Bandwidth PUBLIC_TOTAL = Bandwidth.ofBitsPerSecond(2_000_000_000);
    private static final DataSize PUBLIC_DAY = DataSize.ofBytes(100_000_000_000L);
    private static final DataSize PUBLIC_DAY_OF_ADDRESS = DataSize.ofBytes(50_000_000_000L);

    @Option(names = "--max-duration", paramLabel = "TIME", description = "Longest test (default: 1h; 1min if public).")
    private @Nullable Duration maxDuration;

    @Option(
            names = "--max-rate",
            paramLabel = "RATE",
            description = "Fastest test, all its streams together (1Gbit/s if public).")
    private @Nullable Bandwidth maxRate;

    @Option(names = "--max-volume", paramLabel = "SIZE", description = "Most octets of a test.")
    private @Nullable DataSize maxVolume;

    @Option(
            names = "--max-rate-total",
            paramLabel = "RATE",
            description = "All tests together; a test that makes them faster is ended (2Gbit/s if public).")
    private @Nullable Bandwidth maxRateTotal;

    @Option(
            names = "--max-rate-per-address",
            paramLabel = "RATE",
            description = "All tests of one address, or of one network of 64 bits in IPv6.")
    private @Nullable Bandwidth maxRateOfAddress;

    @Option(
            names = "--max-volume-per-day",
            paramLabel = "SIZE",
            description = "All tests of a day (UTC), both directions together (100GB if public).")
    private @Nullable DataSize maxVolumePerDay;

    @Option(
            names = "--max-volume-per-day-per-address",
            paramLabel = "SIZE",
            description = "The same, of one address (50GB if public).")
    private @Nullable DataSize maxVolumePerDayOfAddress;

    @Option(
            names = "--max-cost-per-month",
            paramLabel = "MONEY",
            description = "What the octets sent in a month (UTC) may cost; needs --site or --price.")
    private @Nullable Money maxCost;

    @Option(
            names = "--site",
            paramLabel = "SITE",
            converter = Here.Site.class,
            description = "Where this VM is: the dearest egress from there, by the catalogue, is its price;"
                    + " auto asks the cloud it runs in.")
    private @Nullable SiteId site;

    @Option(names = "--price", paramLabel = "MONEY", description = "Price of a GB sent, instead of the catalogue's.")
    private @Nullable Money price;

    @Option(
            names = "--usage-file",
            paramLabel = "FILE",
            description = "Where the volume of the day and month is kept over restarts"
                    + " (if public: longhaul/agent-PORT.usage in the state folder of the user).")
    private @Nullable Path usageFile;

    @Option(names = "--max-tests", paramLabel = "N", description = "Tests at the same time; others wait (default: 64).")
    private @Nullable Integer maxTests;

    @Option(
            names = "--max-waiting",
            paramLabel = "N",
            description = "Tests that may wait; more are refused (default: 64).")
    private @Nullable Integer maxWaiting;

    @Option(
            names = "--max-connections",
            paramLabel = "N",
            description = "Connections at the same time, of all clients (default: 4096).")
    private @Nullable Integer maxConnections;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            description = "Streams of a test in each direction (default: 128).")
    private @Nullable Integer maxStreams;

    /** Of each test. */
    public AgentLimits limits(boolean open) {
        AgentLimits standard = open ? PUBLIC : AgentLimits.DEFAULT;
        return new AgentLimits(
                Optional.ofNullable(maxDuration).orElse(standard.duration()),
                Optional.ofNullable(maxRate).or(standard::rate),
                Optional.ofNullable(maxVolume).or(standard::volume),
                Optional.ofNullable(maxTests).orElse(standard.tests()),
                Optional.ofNullable(maxWaiting).orElse(standard.waiting()),
                Optional.ofNullable(maxConnections).orElse(standard.connections()),
                Optional.ofNullable(maxStreams).orElse(standard.streams()));
    }

    /**
     * Of all tests.
     *
     * @param stateFile where the count is kept when the agent is public and no file is named
     * @throws InvalidInputException when a cost is limited and no price is known, or the count would not outlive a restart
     */
    public AgentBudget budget(boolean open, Path stateFile) {
        Optional<Path> file = Optional.ofNullable(usageFile).or(() -> open ? Optional.of(stateFile) : Optional.empty());
        var budget = new AgentBudget(
                Optional.ofNullable(maxRateTotal).or(() -> open ? Optional.of(PUBLIC_TOTAL) : Optional.empty()),
                Optional.ofNullable(maxRateOfAddress),
                Optional.ofNullable(maxVolumePerDay).or(() -> open ? Optional.of(PUBLIC_DAY) : Optional.empty()),
                Optional.ofNullable(maxVolumePerDayOfAddress)
                        .or(() -> open ? Optional.of(PUBLIC_DAY_OF_ADDRESS) : Optional.empty()),
                Optional.ofNullable(maxCost).map(this::sentFor),
                file);
        boolean remembers = budget.volumePerDay().isPresent()
                || budget.volumePerDayPerAddress().isPresent()
                || budget.sentPerMonth().isPresent();
        if (remembers && file.isEmpty()) {
            throw new InvalidInputException(
                    "A limit of a day or a month needs a file, or each restart would begin it anew.",
                    "Name one: --usage-file FILE.");
        }
        return budget;
    }

    private DataSize sentFor(Money cost) {
        double dollars = price().map(PricePerGigabyte::dollars)
                .orElseThrow(() -> new InvalidInputException(
                        "What octets cost is not known, so their cost cannot be limited.",
                        "Name the site, --site aws:us-east-1, or the price of a GB, --price 0.09USD."));
        return dollars <= 0
                ? DataSize.ofBytes(Long.MAX_VALUE)
                : DataSize.ofBytes((long) Math.min(0x1p62, cost.dollars() / dollars * OCTETS_PER_GIGABYTE));
    }

    /** Of a GB sent: as given, or the dearest from the site. */
    private Optional<PricePerGigabyte> price() {
        if (price != null) {
            return Optional.of(PricePerGigabyte.ofDollars(price.dollars()));
        }
        Optional<SiteId> named = Here.site(site);
        if (named.isEmpty()) {
            return Optional.empty();
        }
        SiteId here = named.get();
        Catalogue catalogue = Catalogue.shipped();
        return catalogue.regions().stream()
                .filter(region -> !region.site().equals(here))
                .flatMap(region -> catalogue.findEgress(new Link(here, region.site())).stream())
                .map(EgressPrice::firstTier)
                .max(Comparator.naturalOrder());
    }

    /** What a test may have, what all may, and what a month may cost, for people. */
    public List<String> describe(AgentLimits limits, AgentBudget budget) {
        var lines = new ArrayList<String>();
        lines.add("Each test: " + Durations.format(limits.duration()) + ", "
                + limits.rate().map(Object::toString).orElse("any rate") + ", "
                + limits.volume().map(Object::toString).orElse("any volume") + ". All together: "
                + budget.rate().map(Object::toString).orElse("any rate") + ", "
                + budget.volumePerDay().map(Object::toString).orElse("any volume") + " a day.");
        Optional<DataSize> month = mostSentInAMonth(limits, budget);
        Optional<PricePerGigabyte> each = price();
        if (month.isEmpty()) {
            lines.add("What a month may cost is not limited: give --max-volume-per-day or --max-cost-per-month.");
        } else if (each.isEmpty()) {
            lines.add("A month may send " + month.get() + "; give --site or --price to see what that costs.");
        } else {
            lines.add("A month may cost up to " + each.get().times(month.get()) + ": " + month.get() + " sent at "
                    + each.get() + ".");
        }
        return lines;
    }

    private static Optional<DataSize> mostSentInAMonth(AgentLimits limits, AgentBudget budget) {
        Optional<Bandwidth> fastest = budget.rate().or(() -> limits.rate().map(rate -> rate.times(limits.tests())));
        return Stream.of(
                        budget.sentPerMonth(),
                        budget.volumePerDay().map(size -> DataSize.ofBytes(times(size.bytes(), LONGEST_MONTH))),
                        fastest.map(rate -> DataSize.ofBytes(
                                times(rate.bitsPerSecond() / Byte.SIZE, LONGEST_MONTH * SECONDS_OF_A_DAY))))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    private static long times(long octets, long factor) {
        return octets > Long.MAX_VALUE / factor ? Long.MAX_VALUE : octets * factor;
    }

    /** Where the agent is: as it was told, or as the lab says. */
    public Optional<SiteId> site() {
        return Here.site(site)
                .or(() -> Optional.ofNullable(System.getenv("LONGHAUL_SITE")).map(SiteId::parse));
    }
}
