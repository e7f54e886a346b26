package io.longhaul.cli.fleet;

import io.longhaul.cli.text.Table;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetQuotas;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a fleet will be and cost, as text and as {@code longhaul-fleet-plan/1}. */
public final class FleetPlanText {
    /** See {@code docs/formats/fleet.md}. */
    public static final JsonDocument<Plan> JSON = new Json();

    private FleetPlanText() {}

    /**
     * A fleet before it is raised. Immutable.
     *
     * @param quotas what the clouds said; empty when they were not asked
     */
    public record Plan(Fleet fleet, Optional<FleetQuotas> quotas) {}

    /** Sentences on quotas that are too small, with the way out. */
    public static List<String> lacks(FleetQuotas quotas) {
        return quotas.lacks().stream()
                .map(line -> "The quota " + line.quota().id() + " ("
                        + line.quota().name() + ") of "
                        + line.quota().region() + " is too small: " + number(line.needed()) + " are needed, and "
                        + number(line.quota().limit() - line.quota().used().orElse(0)) + " of "
                        + number(line.quota().limit()) + " are left. Ask the cloud for more, or take smaller types.")
                .toList();
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
    }

    private static void quotas(FleetQuotas quotas, List<String> lines) {
        if (!quotas.lines().isEmpty()) {
            lines.add(Table.of(quotas.lines())
                    .left("region", line -> line.quota().region().toString())
                    .left("quota", line -> line.quota().id())
                    .right("needed", line -> number(line.needed()))
                    .right(
                            "used",
                            line -> line.quota().used().isPresent()
                                    ? number(line.quota().used().getAsDouble())
                                    : "not known")
                    .right("limit", line -> number(line.quota().limit()))
                    .left("", line -> line.suffices() ? "" : "too small")
                    .render());
        }
        lines.addAll(lacks(quotas));
        lines.addAll(quotas.unknown());
    }

    private static Optional<PricePerHour> price(PriceBook prices, Fleet.Group group) {
        return prices.findVm(group.site(), group.type()).map(VmPrice::price);
    }

    private static Duration lease(Fleet fleet, PriceBook prices) {
        Map<SiteId, PricePerHour> bySite = new HashMap<>();
        fleet.groups().forEach(group -> price(prices, group).ifPresent(price -> bySite.put(group.site(), price)));
        fleet.elsewhere().forEach(group -> price(prices, group).ifPresent(price -> bySite.put(group.site(), price)));
        return fleet.lease(fleet.lifetime(), bySite);
    }

    private static String shown(Optional<PricePerHour> price) {
        return price.map(known -> Show.money(new Money(known.nanoDollars()))).orElse("not known");
    }

    /** Tables and sentences. */
    public static String of(Plan plan) {
        Fleet fleet = plan.fleet();
        PriceBook prices = FleetSession.prices(fleet);
        Duration lease = lease(fleet, prices);
        List<String> lines = new ArrayList<>();
        boolean screened = fleet.candidates() > fleet.count();
        lines.add("Fleet " + fleet.name() + ": " + fleet.count() + " VMs in " + String.join(", ", fleet.providers())
                + ".");
        lines.add(Table.of(fleet.groups())
                .left("site", group -> group.site().toString())
                .left("type", Fleet.Group::type)
                .right("VMs", group -> Integer.toString(group.count()))
                .left("", group -> group.isScreened() ? "of " + group.candidates() + " candidates" : "")
                .left("", group -> group.spot() ? "spot" : "")
                .right("USD/h each, on demand", group -> shown(price(prices, group)))
                .render());
        Optional<PricePerHour> hour = fleet.perHour(prices);
        lines.add(hour.map(price -> "It costs " + Show.money(new Money(price.nanoDollars())) + " an hour, "
                        + Show.money(price.times(lease)) + " for its lease of " + Show.time(lease)
                        + ". Egress, disks and addresses are not in it.")
                .orElse("Its lease is " + Show.time(lease)
                        + ". What it costs is not known: the price book lacks one of its types."));
        if (screened) {
            lines.add("It makes " + fleet.candidates() + " VMs at first, "
                    + fleet.perHourAtFirst(prices)
                            .map(price -> "at " + Show.money(new Money(price.nanoDollars())) + " an hour, ")
                            .orElse("")
                    + "and gives the worst back when all have screened themselves, some minutes later."
                    + " A budget counts all of them for the whole lease.");
        }
        if (lease.compareTo(fleet.lifetime()) < 0) {
            lines.add("The budget ends the lease: " + Show.time(fleet.lifetime()) + " were asked for.");
        }
        lines.add("Made: a firewall in each region (a resource group and a network too on Azure) that lets "
                + String.join(", ", fleet.reach()) + " and the fleet's own VMs reach TCP and UDP 5201 and 5202;"
                + " the VMs; a timer of the cloud for each.");
        if (fleet.archive().isEmpty()) {
            lines.add("The file has no archive: the VMs run no agent, only the timer that ends them.");
        }
        plan.quotas().ifPresent(quotas -> quotas(quotas, lines));
        lines.add((plan.quotas().isPresent() ? "Room is" : "Quotas (--live) and room are")
                + " not asked for: a cloud that refuses is answered by the sites below elsewhere.");
        return String.join(System.lineSeparator(), lines);
    }

    private static final class Json extends JsonDocument<Plan> {
        Json() {
            super("longhaul-fleet-plan/1");
        }

        @Override
        protected void encode(FieldWriter out, Plan plan) {
            Fleet fleet = plan.fleet();
            PriceBook prices = FleetSession.prices(fleet);
            Duration lease = lease(fleet, prices);
            out.text("fleet", fleet.name())
                    .objects(
                            "vms",
                            fleet.groups(),
                            (fields, group) -> fields.text("site", group.site().toString())
                                    .text("type", group.type())
                                    .integer("count", group.count())
                                    .integer("candidates", group.candidates())
                                    .flag("spot", group.spot())
                                    .usd(
                                            "usd_per_hour",
                                            price(prices, group).map(price -> new Money(price.nanoDollars()))))
                    .seconds("lease_s", lease)
                    .object(
                            "cost_usd",
                            fleet.perHour(prices),
                            (fields, hour) -> fields.usd("per_hour", hour.map(price -> new Money(price.nanoDollars())))
                                    .usd("lease", hour.map(price -> price.times(lease))));
            plan.quotas()
                    .ifPresent(quotas -> out.objects(
                                    "quotas",
                                    quotas.lines(),
                                    (fields, line) -> fields.text(
                                                    "region",
                                                    line.quota().region().toString())
                                            .text("id", line.quota().id())
                                            .text("name", line.quota().name())
                                            .decimal("needed", line.needed())
                                            .decimal("used", line.quota().used())
                                            .decimal("limit", line.quota().limit())
                                            .flag("suffices", line.suffices()))
                            .texts("quotas_unknown", quotas.unknown()));
        }
    }
}
