package io.longhaul.clouds.hostile;

import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Order;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.hostile.HostileCloud.Thing;
import io.longhaul.clouds.hostile.HostileCloud.Wish;
import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** One provider of a {@link HostileCloud} without any protocol between. Thread-safe. */
public final class HostileVms implements CloudVms {
    private final HostileCloud cloud;
    private final String provider;
    private final List<SiteId> regions;

    public HostileVms(HostileCloud cloud, String provider, List<SiteId> regions) {
        this.cloud = cloud;
        this.provider = provider;
        this.regions = List.copyOf(regions);
    }

    @Override
    public List<Kind> base() {
        return provider.equals("azure") ? List.of(Kind.GROUP, Kind.FIREWALL, Kind.NETWORK) : List.of(Kind.FIREWALL);
    }

    @Override
    public List<Kind> perVm() {
        return switch (provider) {
            case "aws" -> List.of(Kind.VM, Kind.SCHEDULE);
            case "gcp" -> List.of(Kind.VM);
            default -> List.of(Kind.ADDRESS, Kind.INTERFACE, Kind.VM, Kind.SCHEDULE);
        };
    }

    private <T> T call(String name, Supplier<T> body) {
        Fault fault = cloud.enter(provider, name);
        T answer = body.get();
        if (fault == Fault.DELIVERED_TWICE) {
            answer = body.get();
        }
        HostileCloud.leave(fault);
        return answer;
    }

    @Override
    public List<SiteId> regions() {
        return call("regions", () -> regions);
    }

    @Override
    public SiteId regionOf(SiteId site) {
        return site.withoutZone();
    }

    @Override
    public Resource create(Order order) {
        return call("create " + order.kind().id(), () -> {
            boolean timer = order.kind() == Kind.SCHEDULE || (provider.equals("gcp") && order.kind() == Kind.VM);
            Optional<Instant> end = timer
                    ? order.vm()
                            .map(vm -> order.kind() == Kind.SCHEDULE
                                    ? order.label().expires()
                                    : vm.endsAtLatest())
                    : Optional.empty();
            return resource(cloud.make(new Wish(
                    provider,
                    regionOf(order.site()).name(),
                    order.site().name(),
                    order.kind(),
                    order.name(),
                    order.token(),
                    order.label().tags(),
                    order.vm()
                            .filter(vm -> order.kind() == Kind.VM)
                            .flatMap(Order.Vm::identity)
                            .map(identity -> Map.of(HostileCloud.IDENTITY, identity))
                            .orElse(Map.of()),
                    order.base().stream().map(Resource::id).toList(),
                    end)));
        });
    }

    private Resource resource(Thing thing) {
        Instant now = cloud.now();
        return new Resource(
                thing.kind,
                thing.id,
                thing.name,
                new SiteId(provider, thing.zone),
                thing.label().orElseGet(() -> new Label("", "", Instant.EPOCH)),
                thing.state(now),
                thing.kind == Kind.VM
                        ? Optional.of("198.51.100." + Math.floorMod(thing.id.hashCode(), 200))
                        : Optional.empty(),
                Optional.of(thing.made));
    }

    @Override
    public List<Resource> list(SiteId region, Optional<String> fleet) {
        Fault fault = cloud.enter(provider, "list");
        List<Resource> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            HostileCloud.tagged(cloud.list(provider, region.name(), kind, fault == Fault.STALE_LIST)).stream()
                    .map(this::resource)
                    .filter(thing ->
                            fleet.isEmpty() || fleet.get().equals(thing.label().fleet()))
                    .forEach(all::add);
        }
        HostileCloud.leave(fault);
        return all;
    }

    @Override
    public void delete(Resource thing) {
        call("delete " + thing.kind().id(), () -> {
            try {
                cloud.delete(thing.id());
            } catch (CloudException e) {
                if (e.reason() != Reason.NOT_FOUND) {
                    throw e;
                }
            }
            return true;
        });
    }

    @Override
    public void extend(Resource thing, Instant expires) {
        call("extend", () -> {
            cloud.change(
                    thing.id(),
                    thing.label().until(expires).tags(),
                    thing.kind() == Kind.SCHEDULE ? Optional.of(expires) : Optional.empty());
            return true;
        });
    }

    @Override
    public void admit(Resource firewall, Set<String> networks) {
        call("admit", () -> {
            cloud.change(firewall.id(), Map.of(), Optional.empty());
            cloud.find(firewall.id())
                    .ifPresent(thing -> networks.forEach(network -> thing.facts.put("rule " + network, "5201")));
            return true;
        });
    }

    @Override
    public void close() {}
}
