package io.longhaul.lab.faithful;

import com.sun.jna.Memory;
import com.sun.jna.NativeLong;
import io.longhaul.core.text.Grammar;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabException;
import io.longhaul.lab.topology.LabSite;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One site's network namespace with its tun device. A socket belongs to the namespace of the thread that makes it, so
 * whatever is to happen at the site happens on {@link #call its thread} or on threads of {@link #threads its factory}.
 * Safe for use from any thread.
 */
final class SiteNetwork {
    /** Kernel TCP gives a stream about this share of tcp_rmem as window, packet by packet at an MTU of 1500. */
    static final double WINDOW_OF_RMEM = 0.62;

    private static final String DEVICE = "wan0";
    /**
     * Reads commands of {@code ip}, then sets the congestion control: a file names it, so it comes as an argument. Before
     * that it lets the kernel's receiving run on other cores than the emulator's, which would have to do it while it writes
     * a packet: asked for through a /sys of its own, and left as it was where that is not allowed.
     */
    private static final String SET_UP = """
            mount -t sysfs sysfs /sys 2>/dev/null && echo "$1" > /sys/class/net/%1$s/queues/rx-0/rps_cpus 2>/dev/null
            ip -batch - &&
            ip route change 10.66.0.0/16 dev %1$s proto kernel scope link src "$2" congctl "$3" &&
            ip route replace fd66::/64 dev %1$s proto kernel metric 256 congctl "$3"
            """.formatted(DEVICE);

    private static final long TUNSETIFF = 0x400454caL;
    private static final int IFF_TUN_NO_PI = 0x1001;
    private static final int IFNAMSIZ = 16;

    private final LabSite site;
    private final int number;
    private final ExecutorService thread;
    private final int namespaceFd;
    private final int tunFd;

    /**
     * Makes the namespace, the device and its addresses.
     *
     * @param number from 1; decides the addresses
     */
    SiteNetwork(LabSite site, int number) {
        this.site = site;
        this.number = number;
        this.thread = Executors.newSingleThreadExecutor(task -> daemon(task, "site-" + site.id()));
        int[] fds = call(() -> {
            check(Libc.unshare(Libc.CLONE_NEWNET), "unshare a network namespace");
            int namespace =
                    check(Libc.open("/proc/thread-self/ns/net", Libc.O_RDONLY | Libc.O_CLOEXEC), "open the namespace");
            int tun = openTun();
            configure();
            return new int[] {namespace, tun};
        });
        namespaceFd = fds[0];
        tunFd = fds[1];
    }

    SiteId id() {
        return site.id();
    }

    int tunFd() {
        return tunFd;
    }

    /** Open for as long as the lab lives. */
    int namespaceFd() {
        return namespaceFd;
    }

    String ipv4() {
        return SiteAddresses.ipv4(number);
    }

    InetAddress address() {
        try {
            return InetAddress.getByName(ipv4());
        } catch (IOException e) {
            throw new IllegalStateException(ipv4() + " is no address", e);
        }
    }

    /** Threads of the site: sockets and processes they make are the site's. */
    ThreadFactory threads() {
        var count = new AtomicInteger();
        return task -> daemon(
                () -> {
                    check(Libc.setns(namespaceFd, Libc.CLONE_NEWNET), "enter the namespace of " + site.id());
                    task.run();
                },
                "site-" + site.id() + "-" + count.incrementAndGet());
    }

    private static Thread daemon(Runnable task, String name) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Does something on the site's own thread and waits for it. */
    <T> T call(Callable<T> task) {
        try {
            return thread.submit(task).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted at site " + site.id() + ".", "Start the lab again.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LabException cause) {
                throw cause;
            }
            throw new LabException("Site " + site.id() + " failed: " + e.getCause() + ".", "See the cause.", e);
        }
    }

    private static int openTun() {
        int fd = check(Libc.open("/dev/net/tun", Libc.O_RDWR | Libc.O_NONBLOCK | Libc.O_CLOEXEC), "open /dev/net/tun");
        try (var request = new Memory(40)) {
            request.clear();
            request.setString(0, DEVICE, StandardCharsets.US_ASCII.name());
            request.setShort(IFNAMSIZ, (short) IFF_TUN_NO_PI);
            check(Libc.ioctl(fd, new NativeLong(TUNSETIFF), request), "make the device " + DEVICE);
        }
        return fd;
    }

    /** What is the same at every site but for its number. */
    static String batch(int number) {
        return """
                link set lo up
                link set %1$s mtu 1500 txqueuelen 10000
                addr add %2$s/16 dev %1$s
                addr add %3$s/64 dev %1$s nodad
                link set %1$s up
                """.formatted(DEVICE, SiteAddresses.ipv4(number), SiteAddresses.ipv6(number));
    }

    /** The command that reads it, with what a file says as an argument. */
    static List<String> setUp(LabSite site, int number) {
        return List.of(
                "unshare",
                "-m",
                "sh",
                "-c",
                SET_UP,
                "sh",
                Long.toHexString(CpuShare.mask()),
                SiteAddresses.ipv4(number),
                Grammar.KERNEL_NAME.require("The congestion of " + site.id(), site.congestion()));
    }

    private void configure() throws IOException, InterruptedException {
        Process ip = new ProcessBuilder(setUp(site, number))
                .redirectErrorStream(true)
                .start();
        try (var input = ip.getOutputStream()) {
            input.write(batch(number).getBytes(StandardCharsets.US_ASCII));
        }
        String said = new String(ip.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (ip.waitFor() != 0) {
            throw new LabException(
                    "The network of site " + site.id() + " could not be set up: " + said.strip() + ".",
                    "Check that the kernel knows the congestion control " + site.congestion()
                            + " (/proc/sys/net/ipv4/tcp_available_congestion_control).");
        }
        setWindow(site.window());
        sysctl("tcp_no_metrics_save", "1");
    }

    private static void setWindow(DataSize window) throws IOException {
        long most = Math.round(window.bytes() / WINDOW_OF_RMEM);
        sysctl("tcp_rmem", "4096 " + Math.min(131_072, most) + " " + most);
        sysctl("tcp_wmem", "4096 16384 " + Math.max(4 << 20, 2 * most));
    }

    private static void sysctl(String key, String value) throws IOException {
        Files.writeString(Path.of("/proc/sys/net/ipv4/" + key), value);
    }

    /** Packets that the kernel could not hand to the device, as its queue was full. */
    long kernelDrops() {
        return call(() -> ProcNet.dropsOf(DEVICE));
    }

    private static int check(int result, String what) {
        if (result < 0) {
            throw new LabException(
                    "The lab could not " + what + ": error " + Libc.errno() + ".",
                    "Error 1 or 13: not permitted here; 2: no such file or device; 19: the tun module is missing.");
        }
        return result;
    }
}
