package io.longhaul.clouds.fleet;

import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * What a fleet shall be. Immutable.
 *
 * @param name of the fleet, which everything it makes carries
 * @param lifetime of the lease; every VM ends with it
 * @param longest that extensions may lead to, from the beginning; the clouds' own timers hold it
 * @param budget for VM-hours; it shortens the lease
 * @param reach networks from which the coordinator reaches the agents, in CIDR notation
 * @param archive what a VM fetches and runs; without one its VMs have nothing but the timer that ends them
 * @param groups of VMs
 * @param elsewhere sites to try when one has no room, in this order
 * @param tuning of the kernels
 * @param azureIdentity a user-assigned identity of Azure, by which a VM ends itself there; empty for none
 */
public record Fleet(
        String name,
        Duration lifetime,
        Duration longest,
        Optional<Money> budget,
        List<String> reach,
        Optional<Archive> archive,
        List<Group> groups,
        List<Group> elsewhere,
        Tuning tuning,
        Optional<String> azureIdentity) {
    public Fleet {
        reach = List.copyOf(reach);
        groups = List.copyOf(groups);
        elsewhere = List.copyOf(elsewhere);
    }

    /**
     * VMs of one kind at one site.
     *
     * @param site region or zone
     * @param type the provider's name
     * @param count of VMs that are wanted; of those to try elsewhere, 0
     * @param candidates that are made for them and screened, of which the worst are given back; {@code count} for no choice
     * @param image the provider's name; empty for a plain Linux of the provider's
     * @param subnet the provider's name; empty for the default network
     * @param spot whether the cloud may take them away
     */
    public record Group(
            SiteId site,
            String type,
            int count,
            int candidates,
            Optional<String> image,
            Optional<String> subnet,
            boolean spot) {
        /** Whether more are made than kept. */
        public boolean isScreened() {
            return candidates > count;
        }
    }

    /**
     * The agent's program.
     *
     * @param url where a VM fetches it
     * @param sha256 of its octets, 64 hexadecimal digits
     */
    public record Archive(String url, String sha256) {}

    /**
     * Settings of the kernels.
     *
     * @param congestion control, as {@code bbr}
     * @param window most octets of a socket's buffer
     */
    public record Tuning(Optional<String> congestion, Optional<Long> window) {
        public static final Tuning NONE = new Tuning(Optional.empty(), Optional.empty());
    }

    /** What a VM there may act by; none but on Azure, whose VMs have no other way to end themselves. */
    Optional<String> identity(SiteId site) {
        return site.provider().equals("azure") ? azureIdentity : Optional.empty();
    }

    /** VMs that are wanted. */
    public int count() {
        return groups.stream().mapToInt(Group::count).sum();
    }

    /** VMs that are made at first, of which {@link #count} are kept. */
    public int candidates() {
        return groups.stream().mapToInt(Group::candidates).sum();
    }

    /** Clouds that the file names, each once. */
    public List<String> providers() {
        return everywhere()
                .map(group -> group.site().provider())
                .distinct()
                .sorted()
                .toList();
    }

    Stream<Group> everywhere() {
        return Stream.concat(groups.stream(), elsewhere.stream());
    }

    /** What all VMs that are kept cost in an hour; empty when a price is not known. */
    public Optional<PricePerHour> perHour(PriceBook prices) {
        return perHour(prices, Group::count);
    }

    /** What all candidates cost in an hour, before any is given back; empty when a price is not known. */
    public Optional<PricePerHour> perHourAtFirst(PriceBook prices) {
        return perHour(prices, Group::candidates);
    }

    private Optional<PricePerHour> perHour(PriceBook prices, ToIntFunction<Group> vms) {
        long sum = 0;
        for (Group group : groups) {
            Optional<VmPrice> price = prices.findVm(group.site(), group.type());
            if (price.isEmpty()) {
                return Optional.empty();
            }
            sum = Math.addExact(
                    sum, price.get().price().times(vms.applyAsInt(group)).nanoDollars());
        }
        return Optional.of(new PricePerHour(sum));
    }

    /**
     * How long the lease is, from the beginning: no longer than the budget pays for, at the price of the dearest VMs that may take a place,
     * candidates included, since a lease is what ends a VM even when nobody looks. Rounded down to whole seconds.
     *
     * @param asked by the file, or by an extension
     */
    public Duration lease(Duration asked, Map<SiteId, PricePerHour> prices) {
        Duration lease = asked.compareTo(longest) < 0 ? asked : longest;
        if (budget.isEmpty()) {
            return Duration.ofSeconds(lease.toSeconds());
        }
        long dearestElsewhere = elsewhere.stream()
                .mapToLong(group -> price(prices, group))
                .max()
                .orElse(0);
        long perHour = groups.stream()
                .mapToLong(group ->
                        Math.multiplyExact(group.candidates(), Math.max(price(prices, group), dearestElsewhere)))
                .reduce(0, Math::addExact);
        if (perHour == 0) {
            return Duration.ofSeconds(lease.toSeconds());
        }
        double seconds = Math.floor(budget.get().nanoDollars() * 3600.0 / perHour);
        return seconds < lease.toSeconds() ? Duration.ofSeconds((long) seconds) : Duration.ofSeconds(lease.toSeconds());
    }

    private static long price(Map<SiteId, PricePerHour> prices, Group group) {
        return prices.getOrDefault(group.site(), PricePerHour.FREE).nanoDollars();
    }
}
