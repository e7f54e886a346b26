package io.longhaul.clouds.fleet;

import io.longhaul.clouds.Kind;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a journal says, up to its last entry. Confined to one thread. */
public final class FleetState {
    /** Providers bill at least so much of a VM. */
    private static final Duration LEAST_BILLED = Duration.ofSeconds(60);

    /** A thing that was to be made, and perhaps given back. Immutable. */
    public record Thing(
            FleetEntry.Intended intended,
            Optional<FleetEntry.Made> made,
            Optional<FleetEntry.Failed> failed,
            boolean returned,
            Optional<Instant> gone) {
        /** Whether it may be in the cloud. */
        boolean mayBe() {
            return failed.map(FleetEntry.Failed::mayBe).orElse(true) && gone.isEmpty();
        }

        /** What it has cost until then; nothing for what has no price of its own. */
        Money cost(Instant now, Instant leaseEnd) {
            if (intended.price().isEmpty() || made.isEmpty()) {
                return Money.ZERO;
            }
            Instant latest = now.isBefore(leaseEnd) ? now : leaseEnd;
            Instant end = gone.orElse(latest);
            Duration time = Duration.between(intended.at(), end);
            PricePerHour price = intended.price().get();
            return price.times(time.compareTo(LEAST_BILLED) < 0 ? LEAST_BILLED : time);
        }
    }

    private Optional<FleetEntry.Begun> begun = Optional.empty();
    private Optional<Instant> expires = Optional.empty();
    private Optional<Instant> ended = Optional.empty();
    private Optional<Instant> lastIntent = Optional.empty();
    private final Map<String, Thing> things = new LinkedHashMap<>();

    private FleetState() {}

    /** The sum of some entries. */
    public static FleetState of(List<FleetEntry> entries) {
        var state = new FleetState();
        entries.forEach(state::add);
        return state;
    }

    void add(FleetEntry entry) {
        if (entry instanceof FleetEntry.Begun first) {
            begun = Optional.of(first);
            expires = Optional.of(first.expires());
            ended = Optional.empty();
            lastIntent = Optional.empty();
            things.clear();
        } else if (entry instanceof FleetEntry.Intended intended) {
            lastIntent = Optional.of(intended.at());
            things.putIfAbsent(
                    intended.name(), new Thing(intended, Optional.empty(), Optional.empty(), false, Optional.empty()));
        } else if (entry instanceof FleetEntry.Made made) {
            things.computeIfPresent(
                    made.name(),
                    (name, old) -> new Thing(old.intended, Optional.of(made), old.failed, old.returned, old.gone));
        } else if (entry instanceof FleetEntry.Failed lost) {
            things.computeIfPresent(
                    lost.name(),
                    (name, old) -> new Thing(old.intended, old.made, Optional.of(lost), old.returned, old.gone));
        } else if (entry instanceof FleetEntry.Extended extended) {
            expires = Optional.of(extended.expires());
        } else if (entry instanceof FleetEntry.Returned returned) {
            things.computeIfPresent(
                    returned.name(), (name, old) -> new Thing(old.intended, old.made, old.failed, true, old.gone));
        } else if (entry instanceof FleetEntry.Gone gone) {
            things.computeIfPresent(
                    gone.name(),
                    (name, old) -> new Thing(
                            old.intended, old.made, old.failed, old.returned, Optional.of(old.gone.orElse(gone.at()))));
        } else if (entry instanceof FleetEntry.Ended end) {
            ended = Optional.of(end.at());
        }
    }

    /** The fleet that is there, or was last; empty when there never was one. */
    public Optional<FleetEntry.Begun> begun() {
        return begun;
    }

    /** Whether a fleet was begun and has not surely ended. */
    public boolean isOpen() {
        return begun.isPresent() && ended.isEmpty();
    }

    /** End of the lease as it was last intended. */
    public Optional<Instant> expires() {
        return expires;
    }

    /** When something was last about to be made. */
    Optional<Instant> lastIntent() {
        return lastIntent;
    }

    Optional<Thing> find(String name) {
        return Optional.ofNullable(things.get(name));
    }

    /** All that was to be made, in that order. */
    public List<Thing> things() {
        return Collections.unmodifiableList(new ArrayList<>(things.values()));
    }

    /** Where something was to be made. */
    public Set<SiteId> sites() {
        Set<SiteId> sites = new TreeSet<>();
        things.values().forEach(thing -> sites.add(thing.intended().site()));
        return sites;
    }

    /** What the VMs have cost so far, by their price per hour; no VM is counted beyond the lease. */
    public Money cost(Instant now) {
        Instant end = expires.orElse(now);
        return things.values().stream().map(thing -> thing.cost(now, end)).reduce(Money.ZERO, Money::plus);
    }

    /** What an hour costs of all VMs that may be there. */
    public PricePerHour perHour() {
        long sum = things.values().stream()
                .filter(thing -> thing.intended().kind() == Kind.VM
                        && thing.mayBe()
                        && thing.made().isPresent())
                .mapToLong(thing ->
                        thing.intended().price().map(PricePerHour::nanoDollars).orElse(0L))
                .sum();
        return new PricePerHour(sum);
    }
}
