package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.lab.LabFlow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A small world with flows in it, whose outcome in virtual time is compared with the faithful lab's. Its sites are called
 * {@code a}, {@code b}, … ; the first two are {@code rtt} apart, and so is every other pair.
 *
 * @param name what is special about it
 * @param sites settings of each
 * @param rtt between any two of its sites, milliseconds
 * @param links settings of links, in the file's words with {@code $a} for a site
 * @param flows what moves
 * @param load what it may put on the emulator, Mbit/s
 * @param measure what is compared
 */
record Scenario(
        String name, List<String> sites, int rtt, List<String> links, List<Moved> flows, int load, Measure measure) {
    /** What is compared. */
    sealed interface Measure {
        /** The rate of all flows together between two times. */
        record Rate(int fromSeconds, int untilSeconds) implements Measure {}

        /** When the first flow's volume had arrived. */
        record End() implements Measure {}
    }

    /** Streams between two of the sites, by index; 0 bytes for no end. */
    record Moved(int from, int to, int streams, long bytes) {}

    /** Sites of scenario number {@code n} have names of their own, so that many share a lab. */
    String site(int number, int site) {
        return "lab:s" + number + (char) ('a' + site);
    }

    List<LabFlow> flows(int number) {
        var all = new ArrayList<LabFlow>();
        for (Moved moved : flows) {
            Link link = Link.between(site(number, moved.from()), site(number, moved.to()));
            all.add(
                    moved.bytes() == 0
                            ? LabFlow.endless(link, moved.streams())
                            : LabFlow.of(link, moved.streams(), DataSize.ofBytes(moved.bytes()), Duration.ZERO));
        }
        return all;
    }

    /** One direction of one pair: n streams for long enough. */
    static Scenario steady(String name, String a, String b, int rtt, int streams, int load) {
        int warm = rtt > 150 ? 12 : 8;
        return new Scenario(
                name,
                List.of(a, b),
                rtt,
                List.of(),
                List.of(new Moved(0, 1, streams, 0)),
                load,
                new Measure.Rate(warm, warm + 8));
    }

    /** One direction of one pair with random losses, for as long as it takes that their number is no chance. */
    static Scenario lossy(String name, String a, String b, int rtt, int streams, int load) {
        return new Scenario(
                name,
                List.of(a, b),
                rtt,
                List.of(),
                List.of(new Moved(0, 1, streams, 0)),
                load,
                new Measure.Rate(10, 50));
    }

    /** A transfer from its first packet to its last. */
    static Scenario transfer(String name, String a, String b, int rtt, int streams, long bytes, int load) {
        return new Scenario(
                name, List.of(a, b), rtt, List.of(), List.of(new Moved(0, 1, streams, bytes)), load, new Measure.End());
    }
}
