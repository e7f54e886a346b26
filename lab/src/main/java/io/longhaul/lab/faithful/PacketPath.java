package io.longhaul.lab.faithful;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * What happens to a packet: flow cap, the sender's egress cap, the path's cap, random loss, delay and jitter, and on
 * arrival the receiver's ingress cap. Each cap is a server of virtual finish times with a queue of finite length; what
 * finds it full is dropped. Order within a link is kept. Confined to the emulator's thread.
 */
final class PacketPath {
    /** 256 MiB: a Gbit/s over two seconds. */
    private static final int MOST_SLOTS = 128 << 10;

    private static final byte AT_EGRESS = 0;
    private static final byte AT_INGRESS = 1;
    private static final byte AT_DEVICE = 2;
    /**
     * What a packet takes besides delay and {@link WakeUp}: reading, writing and the kernel's part. Idle pings over 12 to 62 ms
     * decide it.
     */
    private static final double HANDLING_NANOS = 30_000;

    private final WanState wan;
    private final Devices devices;
    private final DoubleSupplier clock;
    private final SplittableRandom random;
    private final PacketStore store = new PacketStore(MOST_SLOTS);
    private final EventHeap events = new EventHeap();
    private final FlowTable flows = new FlowTable();
    private final PacketHeader header = new PacketHeader();
    private final LatenessHistogram lateness = new LatenessHistogram();
    private final PacketNotes packets = new PacketNotes();
    private long strays;
    private long noRoom;

    PacketPath(WanState wan, Devices devices, DoubleSupplier clock, long seed) {
        this.wan = wan;
        this.devices = devices;
        this.clock = clock;
        random = new SplittableRandom(seed);
    }

    /** Reads one packet of a site and sends it on its way; false when there was none. */
    boolean readOne(int from, double now) {
        int slot = store.acquire();
        if (slot < 0) {
            noRoom++;
            return false;
        }
        int length = devices.read(from, store.address(slot), PacketStore.SLOT_BYTES);
        if (length <= 0) {
            store.release(slot);
            return false;
        }
        if (!header.read(store.block(slot), store.offset(slot), length)
                || header.destination < 1
                || header.destination > wan.siteCount()
                || header.destination - 1 == from) {
            strays++;
            store.release(slot);
            return true;
        }
        send(slot, from, header.destination - 1, length, now);
        return true;
    }

    private void send(int slot, int from, int to, int length, double now) {
        LinkState link = wan.link(from, to);
        long key = FlowTable.key(from, to, header.protocol, header.sourcePort, header.destinationPort);
        int flow = flows.find(key, now);
        if (flows.taken[flow] == 0) {
            link.flows++;
        }
        flows.noteWindow(flow, header);
        packets.remember(slot, length, key);
        SiteState site = wan.site(from);
        if (site.flowBytesPerNano == Double.POSITIVE_INFINITY) {
            leave(slot, now);
            return;
        }
        double start = Math.max(now, flows.freeAt[flow]);
        if (start - now > site.queueNanos) {
            drop(slot, link);
            return;
        }
        flows.freeAt[flow] = start + length / site.flowBytesPerNano;
        later(slot, AT_EGRESS, flows.freeAt[flow]);
    }

    private void later(int slot, byte stage, double at) {
        packets.setStage(slot, stage);
        events.add(at, slot);
    }

    private void drop(int slot, LinkState link) {
        link.packetsDropped++;
        store.release(slot);
    }

    /** The packet reaches the sender's egress cap, and behind it the path's. */
    private void leave(int slot, double at) {
        long key = packets.flow(slot);
        int length = packets.length(slot);
        SiteState site = wan.site(FlowTable.from(key));
        LinkState link = wan.link(FlowTable.from(key), FlowTable.to(key));
        double start = Math.max(at, site.egressFreeAt);
        if (start - at > site.queueNanos) {
            drop(slot, link);
            return;
        }
        site.egressFreeAt = start + site.egress.serve(length, start);
        double leaves = link.throughPathCap(length, site.egressFreeAt, site.queueNanos);
        if (Double.isInfinite(leaves)) {
            drop(slot, link);
            return;
        }
        count(key, link, length);
        if (link.loss > 0 && random.nextDouble() < link.loss) {
            link.packetsLost++;
            store.release(slot);
            return;
        }
        double jitter = link.jitterNanos > 0 ? random.nextDouble() * link.jitterNanos : 0;
        double delay = Math.max(0, link.oneWayNanos - HANDLING_NANOS) + jitter;
        link.lastArrival = Math.max(link.lastArrival, leaves + delay);
        later(slot, AT_INGRESS, link.lastArrival);
    }

    private void count(long key, LinkState link, int length) {
        link.bytesTaken += length;
        flows.countTaken(key, length);
    }

    /** The packet reaches the receiver's ingress cap. */
    private void arrive(int slot, double at) {
        long key = packets.flow(slot);
        SiteState site = wan.site(FlowTable.to(key));
        double start = Math.max(at, site.ingressFreeAt);
        if (start - at > site.queueNanos) {
            drop(slot, wan.link(FlowTable.from(key), FlowTable.to(key)));
            return;
        }
        site.ingressFreeAt = start + site.ingress.serve(packets.length(slot), start);
        later(slot, AT_DEVICE, site.ingressFreeAt);
    }

    private void handOver(int slot, double due) {
        long key = packets.flow(slot);
        int length = packets.length(slot);
        devices.write(FlowTable.to(key), store.address(slot), length);
        wan.link(FlowTable.from(key), FlowTable.to(key)).bytesDelivered += length;
        flows.countDelivered(key, length);
        store.release(slot);
        lateness.record(clock.getAsDouble() - due);
    }

    /** Does all that is due until a time. */
    void advanceTo(double until) {
        while (events.earliest() <= until) {
            double due = events.earliest();
            int slot = events.poll();
            switch (packets.stage(slot)) {
                case AT_EGRESS -> leave(slot, due);
                case AT_INGRESS -> arrive(slot, due);
                default -> handOver(slot, due);
            }
        }
    }

    double nextEvent() {
        return events.earliest();
    }

    LatenessHistogram lateness() {
        return lateness;
    }

    /** Packets to no site: multicast, or addresses outside the lab. They go nowhere. */
    long strays() {
        return strays;
    }

    /** Times a packet could not be read as too many were under way. */
    long noRoom() {
        return noRoom;
    }

    /** What is known of flows. */
    FlowReport flowReport() {
        return new FlowReport(flows);
    }
}
