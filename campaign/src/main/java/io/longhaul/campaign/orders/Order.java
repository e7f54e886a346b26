package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import java.time.Duration;
import java.util.List;
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
 * @param others peers beside the first, for a task that has several
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
        Task task,
        List<Peer> others) {
    /**
     * One more agent that is probed. Immutable.
     *
     * @param host of it, as this agent reaches it
     * @param port of its probes
     * @param site where it is
     * @param vmType of its VM; empty when unknown
     */
    public record Peer(String host, int port, SiteId site, Optional<String> vmType) {
        public Peer {
            checkPeer(host, port);
            vmType.ifPresent(type -> checkText("VM type", type));
        }
    }

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
        others = List.copyOf(others);
        if (lease.isEmpty() && task.isLoad()) {
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
        int peers = task instanceof Task.Contention several ? several.peers() : 1;
        if (others.size() != peers - 1) {
            throw new InvalidInputException(
                    "The order names " + (1 + others.size()) + " peers, and its task has " + peers + ".",
                    "Give one, and the others of a contention study as others.");
        }
        checkPeer(host, port);
        checkText("campaign", campaign);
        fromVmType.ifPresent(type -> checkText("VM type", type));
        toVmType.ifPresent(type -> checkText("VM type", type));
    }

    /** To one peer. */
    public Order(
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
        this(id, run, lease, delay, patience, host, port, link, fromVmType, toVmType, campaign, task, List.of());
    }

    /** The same to a peer that is reached elsewhere. */
    public Order withPeer(String otherHost, int otherPort) {
        return new Order(
                id,
                run,
                lease,
                delay,
                patience,
                otherHost,
                otherPort,
                link,
                fromVmType,
                toVmType,
                campaign,
                task,
                others);
    }

    private static void checkPeer(String host, int port) {
        if (port < 1 || port > LAST_PORT) {
            throw new InvalidInputException("The peer's port (" + port + ") is none.", "Give 1 to 65535.");
        }
        checkText("host", host);
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
            TaskFields.encode(out, order.task);
            if (!order.others.isEmpty()) {
                out.objects(
                        "others",
                        order.others,
                        (fields, peer) -> fields.text("host", peer.host)
                                .integer("port", peer.port)
                                .text("site", peer.site.toString())
                                .text("vm_type", peer.vmType));
            }
        }

        @Override
        protected Order decode(FieldReader in) {
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
                    TaskFields.decode(in),
                    in.has("others")
                            ? in.objects(
                                    "others",
                                    peer -> new Peer(
                                            peer.text("host"),
                                            peer.smallInteger("port"),
                                            peer.site("site"),
                                            peer.findText("vm_type")))
                            : List.of());
        }
    }
}
