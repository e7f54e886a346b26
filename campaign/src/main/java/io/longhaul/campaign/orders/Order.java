package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.topology.Link;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import java.time.Duration;
import java.util.Optional;

/**
 * "Probe that peer so, after so long." Good once, at the run of the agent it is for. Immutable.
 *
 * @param id of the order, and of the measurement that comes of it
 * @param run of the agent, as its health says; a restarted agent refuses what was meant for the one before
 * @param lease of this agent's egress; empty for tasks without load
 * @param delay until its start
 * @param patience the agent ends the task when nobody asked for this order for so long
 * @param host of the peer, as this agent reaches it
 * @param port of the peer's probes
 * @param link that is measured
 * @param fromVmType of this agent; empty when unknown
 * @param toVmType of the peer; empty when unknown
 * @param campaign it belongs to
 * @param task what to do
 */
public record Order(
        String id,
        String run,
        Optional<String> lease,
        Duration delay,
        Duration patience,
        String host,
        int port,
        Link link,
        Optional<String> fromVmType,
        Optional<String> toVmType,
        String campaign,
        Task task) {
    private static final Duration LONGEST_DELAY = Duration.ofHours(1);
    private static final Duration LEAST_PATIENCE = Duration.ofMillis(100);
    private static final Duration MOST_PATIENCE = Duration.ofMinutes(10);
    private static final int LONGEST_NAME = 255;
    private static final int LAST_PORT = 65_535;

    /** {@code longhaul-order/1}; see {@code docs/formats/orders.md}. */
    public static final JsonFormat<Order> JSON = new Json();

    /**
     * @throws InvalidInputException when it cannot be carried out as it is
     */
    public Order {
        Ids.checked("order", id);
        Ids.checked("agent's run", run);
        lease.ifPresent(one -> Ids.checked("lease", one));
        if (lease.isEmpty() && task instanceof Task.Throughput) {
            throw new InvalidInputException(
                    "An order for load needs a lease, and this one names none.",
                    "Ask for a lease of the agent's egress first: PUT /v1/leases/ID.");
        }
        if (delay.isNegative() || delay.compareTo(LONGEST_DELAY) > 0) {
            throw new InvalidInputException("The delay of an order is not within an hour.", "Give 0 to 3600 seconds.");
        }
        if (patience.compareTo(LEAST_PATIENCE) < 0 || patience.compareTo(MOST_PATIENCE) > 0) {
            throw new InvalidInputException(
                    "The patience of an order is not within 0.1 s to 10 minutes.", "Give 15 seconds.");
        }
        if (port < 1 || port > LAST_PORT) {
            throw new InvalidInputException("The peer's port (" + port + ") is none.", "Give 1 to 65535.");
        }
        checkText("host", host);
        checkText("campaign", campaign);
        fromVmType.ifPresent(type -> checkText("VM type", type));
        toVmType.ifPresent(type -> checkText("VM type", type));
    }

    private static void checkText(String what, String text) {
        if (text.isBlank() || text.length() > LONGEST_NAME || text.chars().anyMatch(Character::isISOControl)) {
            throw new InvalidInputException(
                    "The " + what + " of an order is empty, longer than " + LONGEST_NAME
                            + " characters, or has some that cannot be shown.",
                    "Give a short text.");
        }
    }

    private static final class Json extends JsonFormat<Order> {
        Json() {
            super("longhaul-order/1");
        }

        @Override
        protected void encode(FieldWriter out, Order order) {
            out.text("id", order.id)
                    .text("run", order.run)
                    .text("lease", order.lease)
                    .seconds("start_in_s", order.delay)
                    .seconds("patience_s", order.patience)
                    .object(
                            "peer",
                            order,
                            (fields, peer) -> fields.text("host", peer.host).integer("port", peer.port))
                    .text("from", order.link.from().toString())
                    .text("to", order.link.to().toString())
                    .text("from_vm_type", order.fromVmType)
                    .text("to_vm_type", order.toVmType)
                    .text("campaign", order.campaign);
            if (order.task instanceof Task.Throughput task) {
                out.object(
                        "throughput",
                        task,
                        (fields, run) -> fields.integer("streams", run.streams())
                                .seconds("duration_s", run.duration())
                                .bytes("volume_bytes", run.volume())
                                .bytes("window_bytes", run.window())
                                .text("congestion", run.congestion())
                                .seconds("interval_s", run.interval()));
            } else if (order.task instanceof Task.Latency task) {
                out.object(
                        "latency",
                        task,
                        (fields, run) -> fields.text("method", run.method().id())
                                .integer("count", run.count())
                                .seconds("spacing_s", run.spacing()));
            }
        }

        @Override
        protected Order decode(FieldReader in) {
            if (in.has("throughput") == in.has("latency")) {
                throw in.invalid("throughput", "or latency must be there, one of the two");
            }
            Task task = in.has("throughput")
                    ? in.object("throughput", Json::throughput)
                    : in.object("latency", Json::latency);
            return new Order(
                    in.text("id"),
                    in.text("run"),
                    in.findText("lease"),
                    in.seconds("start_in_s"),
                    in.seconds("patience_s"),
                    in.object("peer", peer -> peer.text("host")),
                    in.object("peer", peer -> peer.smallInteger("port")),
                    new Link(in.site("from"), in.site("to")),
                    in.findText("from_vm_type"),
                    in.findText("to_vm_type"),
                    in.text("campaign"),
                    task);
        }

        private static Task throughput(FieldReader in) {
            return new Task.Throughput(
                    in.smallInteger("streams"),
                    in.seconds("duration_s"),
                    in.bytes("volume_bytes"),
                    in.findBytes("window_bytes"),
                    in.findText("congestion"),
                    in.seconds("interval_s"));
        }

        private static Task latency(FieldReader in) {
            return new Task.Latency(
                    LatencyMethod.ofId(in.text("method")), in.smallInteger("count"), in.seconds("spacing_s"));
        }
    }
}
