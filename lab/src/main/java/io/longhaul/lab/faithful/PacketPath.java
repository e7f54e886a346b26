package io.longhaul.lab.faithful;

import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabTruth.FlowTruth;
import io.longhaul.lab.shape.RateLaw;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    private static final double RESTED_NANOS = 2e9;

    private final WanState wan;
    private final Devices devices;
    private final DoubleSupplier clock;
    private final SplittableRandom random;
    private final PacketStore store = new PacketStore(MOST_SLOTS);
    private final EventHeap events = new EventHeap();
    private final FlowTable flows = new FlowTable();
    private final PacketHeader header = new PacketHeader();
    private final LatenessHistogram lateness = new LatenessHistogram();
    private int[] lengths = new int[0];
    private long[] slotFlows = new long[0];
    private byte[] stages = new byte[0];
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
        noteWindow(flow);
        remember(slot, length, key);
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

    private void noteWindow(int flow) {
        if (header.syn) {
            flows.windowScale[flow] = (byte) header.windowScale;
        } else if (header.window >= 0) {
            flows.window[flow] = Math.max(flows.window[flow], (long) header.window << flows.windowScale[flow]);
        }
    }

    private void remember(int slot, int length, long flow) {
        if (lengths.length < store.capacity()) {
            lengths = Arrays.copyOf(lengths, store.capacity());
            slotFlows = Arrays.copyOf(slotFlows, store.capacity());
            stages = Arrays.copyOf(stages, store.capacity());
        }
        lengths[slot] = length;
        slotFlows[slot] = flow;
    }

    private void later(int slot, byte stage, double at) {
        stages[slot] = stage;
        events.add(at, slot);
    }

    private void drop(int slot, LinkState link) {
        link.packetsDropped++;
        store.release(slot);
    }

    /** The packet reaches the sender's egress cap, and behind it the path's. */
    private void leave(int slot, double at) {
        long key = slotFlows[slot];
        int length = lengths[slot];
        SiteState site = wan.site(FlowTable.from(key));
        LinkState link = wan.link(FlowTable.from(key), FlowTable.to(key));
        double start = Math.max(at, site.egressFreeAt);
        if (start - at > site.queueNanos) {
            drop(slot, link);
            return;
        }
        double leaves = start + site.egress.serve(length, start);
        site.egressFreeAt = leaves;
        RateLaw pathCap = link.pathCap;
        if (pathCap != null) {
            double pathStart = Math.max(leaves, link.pathFreeAt);
            if (pathStart - leaves > site.queueNanos) {
                drop(slot, link);
                return;
            }
            leaves = pathStart + pathCap.serve(length, pathStart);
            link.pathFreeAt = leaves;
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
        int flow = flows.lookup(key);
        if (flow >= 0) {
            flows.taken[flow] += length;
        }
    }

    /** The packet reaches the receiver's ingress cap. */
    private void arrive(int slot, double at) {
        long key = slotFlows[slot];
        SiteState site = wan.site(FlowTable.to(key));
        double start = Math.max(at, site.ingressFreeAt);
        if (start - at > site.queueNanos) {
            drop(slot, wan.link(FlowTable.from(key), FlowTable.to(key)));
            return;
        }
        site.ingressFreeAt = start + site.ingress.serve(lengths[slot], start);
        later(slot, AT_DEVICE, site.ingressFreeAt);
    }

    private void handOver(int slot, double due) {
        long key = slotFlows[slot];
        int length = lengths[slot];
        devices.write(FlowTable.to(key), store.address(slot), length);
        wan.link(FlowTable.from(key), FlowTable.to(key)).bytesDelivered += length;
        int flow = flows.lookup(key);
        if (flow >= 0) {
            flows.delivered[flow] += length;
        }
        store.release(slot);
        lateness.record(clock.getAsDouble() - due);
    }

    /** Does all that is due until a time. */
    void advanceTo(double until) {
        while (events.earliest() <= until) {
            double due = events.earliest();
            int slot = events.poll();
            switch (stages[slot]) {
                case AT_EGRESS -> leave(slot, due);
                case AT_INGRESS -> arrive(slot, due);
                default -> handOver(slot, due);
            }
        }
    }

    double nextEvent() {
        return events.earliest();
    }

    int underWay() {
        return events.size();
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

    /** The flows known, in the order of their first packet. */
    List<FlowTruth> flowTruths(double now) {
        var order = new ArrayList<Integer>();
        for (int i = 0; i < flows.capacity(); i++) {
            if (flows.isUsed(i)) {
                order.add(i);
            }
        }
        order.sort((a, b) -> Double.compare(flows.firstAt[a], flows.firstAt[b]));
        var truths = new ArrayList<FlowTruth>();
        for (int flow : order) {
            long key = flows.key(flow);
            truths.add(new FlowTruth(
                    truths.size() + 1L,
                    wan.link(FlowTable.from(key), FlowTable.to(key)).settings.link(),
                    Duration.ofNanos((long) flows.firstAt[flow]),
                    DataSize.ofBytes(flows.taken[flow]),
                    DataSize.ofBytes(flows.delivered[flow]),
                    now - flows.lastAt[flow] < RESTED_NANOS));
        }
        return truths;
    }

    /** The largest receive window a site advertised to a peer so far; 0 when it advertised none. */
    long widestWindow(int site) {
        long widest = 0;
        for (int i = 0; i < flows.capacity(); i++) {
            if (flows.isUsed(i) && FlowTable.from(flows.key(i)) == site) {
                widest = Math.max(widest, flows.window[i]);
            }
        }
        return widest;
    }
}
