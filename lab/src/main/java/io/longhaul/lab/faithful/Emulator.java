package io.longhaul.lab.faithful;

import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The thread that is the WAN: reads packets from every site's tun device, passes them through {@link PacketPath}, and
 * writes them to their destination when their time has come. When idle it wakes for each packet; under load it works in
 * ticks, as waking costs more than moving a packet, and then takes a packet's time to be half a tick before it is read.
 * {@link #ask} may be called from any thread; all else is confined to the emulator's.
 */
final class Emulator implements Runnable {
    /** Between rounds under load. */
    private static final double TICK_NANOS = 200_000;

    /** How many packets in a round make a load. */
    private static final int LOAD = 3;

    private static final int REALTIME_PRIORITY = 10;
    private static final int READS_PER_DEVICE = 32;
    private static final double LONGEST_SLEEP_NANOS = 5e6;

    private final WanState wan;
    private final PacketPath path;
    private final Timeline timeline;
    private final Devices devices;
    private final Queue<Runnable> questions = new ConcurrentLinkedQueue<>();
    private final long origin = System.nanoTime();
    private final WakeUp wakeUp = new WakeUp();
    private volatile boolean stopped;
    private double nextTick;

    Emulator(LabTopology topology, List<SiteNetwork> networks, long seed) {
        devices = new Devices(networks.stream().mapToInt(SiteNetwork::tunFd).toArray());
        wan = new WanState(topology);
        path = new PacketPath(wan, devices, this::now, seed);
        timeline = new Timeline(topology);
    }

    Thread start() {
        var thread = new Thread(this, "lab-emulator");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void stop() {
        stopped = true;
    }

    /** Asks the emulator's thread something; the answer comes within a few milliseconds. */
    <T> CompletableFuture<T> ask(Callable<T> question) {
        var answer = new CompletableFuture<T>();
        questions.add(() -> {
            try {
                answer.complete(question.call());
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
        });
        return answer;
    }

    /** Only for questions that are {@link #ask asked}. */
    PacketPath path() {
        return path;
    }

    /** Only for questions that are {@link #ask asked}. */
    WanState wan() {
        return wan;
    }

    /** Only for questions that are {@link #ask asked}. */
    Devices devices() {
        return devices;
    }

    /** Nanoseconds since the lab began. */
    double now() {
        return System.nanoTime() - origin;
    }

    @Override
    public void run() {
        bePunctual();
        boolean loaded = false;
        while (!stopped) {
            double half = loaded ? TICK_NANOS / 2 : 0;
            double now = now();
            if (now >= nextTick) {
                tick(now);
            }
            answer();
            double early = loaded ? half : wakeUp.nanos();
            path.advanceTo(now + early);
            int moved = readAll(early);
            loaded = moved >= LOAD;
            if (loaded) {
                devices.sleep(TICK_NANOS);
                devices.poll(0);
            } else {
                rest();
            }
        }
    }

    /** Sleeps until a packet comes, or until shortly before the next has to go. */
    private void rest() {
        double due = Math.min(path.nextEvent(), nextTick) - wakeUp.nanos();
        double sleep = Math.min(LONGEST_SLEEP_NANOS, due - now());
        boolean packet = devices.poll(Math.max(0, sleep));
        if (!packet && sleep > 0 && sleep < LONGEST_SLEEP_NANOS) {
            wakeUp.tookUntil(now() - due);
        }
    }

    /**
     * Wakes to the nanosecond, and before ordinary threads where that is allowed (real root only): the emulator sleeps
     * between rounds and never takes a core for itself.
     */
    private static void bePunctual() {
        var none = new NativeLong(0);
        Libc.prctl(Libc.PR_SET_TIMERSLACK, new NativeLong(1), none, none, none);
        try (var parameter = new Memory(8)) {
            parameter.setInt(0, REALTIME_PRIORITY);
            if (Libc.sched_setscheduler(0, Libc.SCHED_RR, Pointer.nativeValue(parameter)) == 0) {
                CpuShare.pinEmulator(); // without priority it must be free to leave a busy core
            }
        }
    }

    private int readAll(double early) {
        int moved = 0;
        for (int site = 0; site < devices.count(); site++) {
            if (devices.isReadable(site)) {
                for (int i = 0; i < READS_PER_DEVICE && path.readOne(site, now() - early); i++) {
                    moved++;
                }
                path.advanceTo(now() + early);
            }
        }
        return moved;
    }

    private void tick(double now) {
        nextTick = now + Timeline.GRAIN.toNanos();
        timeline.advanceTo(Duration.ofNanos((long) now)).forEach(value -> wan.apply(value, now));
        wan.noteCredit(now);
    }

    private void answer() {
        for (Runnable question = questions.poll(); question != null; question = questions.poll()) {
            question.run();
        }
    }
}
