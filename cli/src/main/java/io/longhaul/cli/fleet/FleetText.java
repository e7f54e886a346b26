package io.longhaul.cli.fleet;

import io.longhaul.cli.text.Table;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.fleet.FleetState;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.Show;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How a fleet is, as text and as {@code longhaul-fleet/1}. */
public final class FleetText {
    /** See {@code docs/formats/fleet.md}. */
    public static final JsonDocument<Status> JSON = new Json();

    private FleetText() {}

    /**
     * A fleet at a time. Immutable.
     *
     * @param things that the clouds list
     */
    public record Status(String fleet, FleetState state, List<Resource> things, Instant at) {
        public Status {
            things = List.copyOf(things);
        }

        List<Resource> vms() {
            return things.stream().filter(thing -> thing.kind() == Kind.VM).toList();
        }

        String word() {
            if (state.begun().isEmpty()) {
                return "none";
            }
            if (!state.isOpen()) {
                return things.isEmpty() ? "gone" : "left-behind";
            }
            return state.expires().map(end -> !at.isBefore(end)).orElse(false) ? "expired" : "up";
        }
    }

    /** A table of its VMs, and what it costs. */
    public static String of(Status status) {
        List<String> lines = new ArrayList<>();
        lines.add("Fleet " + status.fleet() + ": " + status.word() + "."
                + status.state()
                        .expires()
                        .map(end -> " Its lease ends " + end + ".")
                        .orElse(""));
        if (!status.vms().isEmpty()) {
            lines.add(Table.of(status.vms())
                    .left("site", vm -> vm.site().toString())
                    .left("VM", Resource::name)
                    .left("id", Resource::id)
                    .left("state", FleetText::word)
                    .left("address", vm -> vm.address().orElse("-"))
                    .left("ends", vm -> vm.label().expires().toString())
                    .render());
        }
        int others = status.things().size() - status.vms().size();
        if (others > 0) {
            lines.add(others + " other things belong to it: firewalls, timers, disks.");
        }
        lines.add("Cost so far: " + Show.money(status.state().cost(status.at())) + " of VM-hours, "
                + Show.money(new Money(status.state().perHour().nanoDollars())) + " an hour.");
        return String.join(System.lineSeparator(), lines);
    }

    private static String word(Resource vm) {
        return vm.state().name().toLowerCase(Locale.ROOT);
    }

    private static final class Json extends JsonDocument<Status> {
        Json() {
            super("longhaul-fleet/1");
        }

        @Override
        protected void encode(FieldWriter out, Status status) {
            out.text("fleet", status.fleet())
                    .text("state", status.word())
                    .objects(
                            "vms",
                            status.vms(),
                            (fields, vm) -> fields.text("site", vm.site().toString())
                                    .text("name", vm.name())
                                    .text("id", vm.id())
                                    .text("state", word(vm))
                                    .text("address", vm.address())
                                    .instant("expires", vm.label().expires()))
                    .instant("expires", status.state().expires())
                    .object(
                            "cost_usd",
                            status,
                            (fields, one) -> fields.usd("so_far", one.state().cost(one.at()))
                                    .usd(
                                            "per_hour",
                                            new Money(one.state().perHour().nanoDollars())))
                    .integer("left", status.things().size());
        }
    }
}
