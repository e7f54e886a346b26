package io.longhaul.store.coflow;

import io.longhaul.core.coflow.Coflow;
import io.longhaul.core.coflow.Flow;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.text.Printable;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.FileAccess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;

/**
 * Reads the text format of coflow-benchmark; see {@code docs/formats/coflow-trace.md}. The first line has the number of ports
 * and of coflows; each other line is a coflow: id, arrival in ms, number of mappers, their ports, number of reducers, each as
 * {@code port:MB}. Every mapper sends each reducer as much. MB is 10^6 octets; ports are named {@code port:N}. Stateless.
 */
public final class CoflowTrace {
    /** More would not fit into memory. */
    private static final long MOST_FLOWS = 20_000_000;

    private static final double OCTETS_PER_MB = 1e6;
    private static final double MOST_MB = 1e12;
    private static final long MOST_MILLIS = Duration.ofDays(36_525).toMillis();

    private final Path file;
    private final Set<String> ports = new HashSet<>();
    private long portCount;
    private long flows;

    private CoflowTrace(Path file) {
        this.file = file;
    }

    /**
     * All coflows of a file, in its order.
     *
     * @throws InvalidInputException when the file is missing or not of the format; the message names the line
     */
    public static List<Coflow> read(Path file) {
        return new CoflowTrace(file).coflows();
    }

    private List<Coflow> coflows() {
        List<String> lines = FileAccess.readText(file).lines().toList();
        if (lines.isEmpty()) {
            throw refused(1, "is missing");
        }
        var head = new Line(1, lines.get(0));
        portCount = head.whole("the number of ports", Integer.MAX_VALUE);
        long count = head.whole("the number of coflows", Integer.MAX_VALUE);
        head.end();
        var names = new HashSet<String>();
        List<Coflow> coflows = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            if (!lines.get(i).isBlank()) {
                Coflow coflow = coflow(new Line(i + 1, lines.get(i)));
                if (!names.add(coflow.name())) {
                    throw refused(i + 1, "names the coflow " + coflow.name() + " twice");
                }
                coflows.add(coflow);
            }
        }
        if (coflows.size() != count) {
            throw new InvalidInputException(
                    file + " says it has " + count + " coflows in its first line, and has " + coflows.size() + ".",
                    "Check whether it was cut, or mend the first line.");
        }
        return List.copyOf(coflows);
    }

    private Coflow coflow(Line line) {
        String name = line.word("the id");
        long arrival = line.whole("the arrival in ms", MOST_MILLIS);
        List<SiteId> mappers = new ArrayList<>();
        for (long i = line.whole("the number of mappers", Integer.MAX_VALUE); i > 0; i--) {
            mappers.add(port(line, line.word("a mapper's port")));
        }
        var sent = new ArrayList<Flow>();
        for (long i = line.whole("the number of reducers", Integer.MAX_VALUE); i > 0; i--) {
            String word = line.word("a reducer");
            int colon = word.indexOf(':');
            if (colon < 0) {
                throw refused(line.number, "has a reducer (" + Printable.of(word) + ") that is not port:MB");
            }
            SiteId to = port(line, word.substring(0, colon));
            double octets = OCTETS_PER_MB * line.megabytes(word.substring(colon + 1));
            if (mappers.isEmpty() && octets > 0) {
                throw refused(line.number, "has octets for a reducer and no mapper to send them");
            }
            flows += mappers.size();
            if (flows > MOST_FLOWS) {
                throw refused(line.number, "brings more than " + MOST_FLOWS + " flows");
            }
            for (SiteId from : mappers) {
                sent.add(new Flow(from, to, DataSize.ofBytes(Math.round(octets / mappers.size()))));
            }
        }
        line.end();
        return new Coflow(name, Duration.ofMillis(arrival), 1, sent);
    }

    private SiteId port(Line line, String text) {
        String port = Long.toString(line.number(text, "a port", portCount));
        ports.add(port);
        if (ports.size() > portCount) {
            throw refused(
                    line.number, "names port " + port + ", one more than the " + portCount + " of the first line");
        }
        return new SiteId("port", port);
    }

    private InvalidInputException refused(int line, String what) {
        return new InvalidInputException(
                "Line " + line + " of " + file + " " + what + ".",
                "A line is: id, arrival in ms, number of mappers, their ports, number of reducers, each as port:MB.");
    }

    /** The words of a line, one after the other. */
    private final class Line {
        private final int number;
        private final StringTokenizer words;

        Line(int number, String text) {
            this.number = number;
            words = new StringTokenizer(text);
        }

        String word(String what) {
            if (!words.hasMoreTokens()) {
                throw refused(number, "ends before " + what);
            }
            return words.nextToken();
        }

        long whole(String what, long most) {
            return number(word(what), what, most);
        }

        long number(String text, String what, long most) {
            boolean digits =
                    !text.isEmpty() && text.length() <= 18 && text.chars().allMatch(each -> each >= '0' && each <= '9');
            long value = digits ? Long.parseLong(text) : -1;
            if (value < 0 || value > most) {
                throw refused(
                        number,
                        "has " + Printable.of(text) + " for " + what + ", not a whole number from 0 to " + most);
            }
            return value;
        }

        double megabytes(String text) {
            try {
                double value = Double.parseDouble(text);
                if (value >= 0 && value <= MOST_MB) {
                    return value;
                }
            } catch (NumberFormatException e) {
                // told below
            }
            throw refused(number, "has " + Printable.of(text) + " MB, not a number from 0 to 10^12");
        }

        void end() {
            if (words.hasMoreTokens()) {
                throw refused(number, "goes on after its last reducer: " + Printable.of(words.nextToken()));
            }
        }
    }
}
