package io.longhaul.core.plan;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What costs nothing and lets one VM pair carry more: streams first, then windows, buffers or congestion control. Immutable.
 *
 * <p>A window limits a stream to W / RTT, so a rate R over n streams needs W = R x RTT / n at both ends. Linux keeps a part
 * of every socket buffer for itself: half of a receive buffer (tcp_adv_win_scale, tcp(7)), and more of a send buffer, so that
 * the defaults of 6 and 4 MiB gave windows of 1.1 MB on the grid of 24 January 2022. Hence a buffer is four windows, and
 * grows at least as much as the window is to grow; the defaults are never lowered.
 *
 * @param streams TCP connections of one VM pair
 * @param window what each needs; empty without a round-trip time, or when the window does not bind
 * @param commands what to type, each with where; the last one checks the effect
 */
public record Remedy(int streams, Optional<DataSize> window, List<String> commands) {
    private static final long MEBIBYTE = 1 << 20;
    private static final long RECEIVE_DEFAULT = 6 * MEBIBYTE;
    private static final long SEND_DEFAULT = 4 * MEBIBYTE;
    private static final double FOR_ONE_WINDOW = 4;

    public Remedy {
        commands = List.copyOf(commands);
    }

    /** Whether more streams, larger windows or other settings of the kernel lift a limit. */
    public static boolean lifts(BindingLimit limit) {
        return switch (limit) {
            case RECEIVE_WINDOW, SEND_BUFFER, PER_FLOW_CAP, LOSS -> true;
            default -> false;
        };
    }

    /**
     * For a link whose limit can be lifted.
     *
     * @param limit what binds now
     * @param now what the streams measured carry
     * @param streams how many those are
     * @param wanted what one VM pair is to carry
     * @param most streams a VM may have
     */
    public static Remedy of(
            LinkModel link, BindingLimit limit, Bandwidth now, int streams, Bandwidth wanted, int most) {
        int enough = (int) Math.min(Integer.MAX_VALUE, Math.ceil(wanted.dividedBy(now) * streams - 1e-6));
        int used = Math.max(streams, Math.min(enough, most));
        boolean byWindow = limit == BindingLimit.RECEIVE_WINDOW || limit == BindingLimit.SEND_BUFFER;
        Optional<DataSize> window = byWindow ? link.windowFor(wanted, used) : Optional.empty();
        var commands = new ArrayList<String>();
        if (used < enough) {
            window.ifPresent(size -> commands.addAll(windows(link.link(), size, wanted.dividedBy(now))));
        }
        if (limit == BindingLimit.LOSS) {
            commands.add("at " + link.link().from() + ": sysctl -w net.ipv4.tcp_congestion_control=bbr");
        }
        commands.add(check(link.link(), used));
        return new Remedy(used, window, commands);
    }

    /**
     * The kernel settings of both ends of a link that grant every stream a window; none where the defaults do.
     *
     * @param growth how much larger the window is to be than the one in force; 1 when that is not known
     */
    public static List<String> windows(Link link, DataSize window, double growth) {
        var commands = new ArrayList<String>();
        buffer(window, growth, RECEIVE_DEFAULT)
                .ifPresent(size ->
                        commands.add("at " + link.to() + ": sysctl -w net.ipv4.tcp_rmem='4096 131072 " + size + "'"));
        buffer(window, growth, SEND_DEFAULT)
                .ifPresent(size ->
                        commands.add("at " + link.from() + ": sysctl -w net.ipv4.tcp_wmem='4096 16384 " + size + "'"));
        return commands;
    }

    private static Optional<Long> buffer(DataSize window, double growth, long standard) {
        long octets =
                (long) Math.ceil(Math.max(FOR_ONE_WINDOW * window.bytes(), growth * standard) / MEBIBYTE) * MEBIBYTE;
        return octets > standard ? Optional.of(octets) : Optional.empty();
    }

    /** Measures a link with so many streams. */
    public static String check(Link link, int streams) {
        return "at " + link.from() + ": longhaul probe throughput HOST --streams " + streams + " --from " + link.from()
                + " --to " + link.to() + " --into log";
    }
}
