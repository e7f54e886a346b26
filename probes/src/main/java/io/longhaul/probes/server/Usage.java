package io.longhaul.probes.server;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AgentBudget;
import io.longhaul.probes.wire.RefusalCode;
import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What all clients of an agent have had, and whether they may have more: by rate, by day and by month, together and by address. The
 * count belongs to the agent, not to a connection, and is kept in a file, so neither a new connection nor a new start resets it.
 * Thread-safe.
 */
final class Usage {
    private static final Logger LOG = LoggerFactory.getLogger(Usage.class);
    private static final String PREFIX = "address.";
    private static final String FORMAT = "longhaul-agent-usage/1";

    /** Addresses that are counted one by one; later ones of a day share one count. */
    private static final int ROOM = 4096;

    private static final String OTHERS = "others";

    private final AgentBudget budget;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final RateWindow all = new RateWindow();
    private final Map<String, RateWindow> rates = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Long> today = new LinkedHashMap<>();
    private LocalDate day;
    private long ofDay;
    private long ofMonth;
    private long sent;
    private long received;
    private boolean changed;

    /**
     * @throws InvalidInputException when the file is there and is no such count, or a link, a pipe or a device
     */
    Usage(AgentBudget budget, InstantSource clock, LongSupplier nanoClock) {
        this.budget = budget;
        this.clock = clock;
        this.nanoClock = nanoClock;
        this.day = today();
        budget.file()
                .filter(file -> Files.exists(file, LinkOption.NOFOLLOW_LINKS))
                .ifPresent(this::load);
    }

    private LocalDate today() {
        return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
    }

    private static String keyOf(InetAddress who) {
        return Lobby.originOf(who).toString();
    }

    /**
     * Counts what somebody has had, which may be nothing.
     *
     * @return why he may have no more; empty while he may
     */
    synchronized Optional<RefusalCode> charge(InetAddress who, long sentOctets, long receivedOctets) {
        long octets = sentOctets + receivedOctets;
        String key = keyOf(who);
        count(sentOctets, receivedOctets);
        if (octets > 0 && budget.volumePerDayPerAddress().isPresent()) {
            today.merge(roomFor(today, key), octets, Long::sum);
        }
        long now = nanoClock.getAsLong();
        boolean tooFast = all.exceeds(budget.rate(), now, octets)
                || (budget.ratePerAddress().isPresent() && rateOf(key).exceeds(budget.ratePerAddress(), now, octets));
        return tooFast || left(key) < 0 ? Optional.of(RefusalCode.TOTAL_RATE) : Optional.empty();
    }

    /** Counts what nobody in particular has had, as STAMP's senders, whose addresses may be forged; whether there may be more. */
    synchronized boolean charge(long sentOctets, long receivedOctets) {
        count(sentOctets, receivedOctets);
        return !all.exceeds(budget.rate(), nanoClock.getAsLong(), sentOctets + receivedOctets) && left(OTHERS) >= 0;
    }

    private void count(long sentOctets, long receivedOctets) {
        turnThePage();
        sent += sentOctets;
        received += receivedOctets;
        ofDay += sentOctets + receivedOctets;
        ofMonth += sentOctets;
        changed |= sentOctets + receivedOctets > 0;
    }

    private RateWindow rateOf(String key) {
        RateWindow known = rates.get(key);
        if (known == null) {
            if (rates.size() >= ROOM) {
                var eldest = rates.keySet().iterator();
                eldest.next();
                eldest.remove();
            }
            known = new RateWindow();
            rates.put(key, known);
        }
        return known;
    }

    private static String roomFor(Map<String, Long> counts, String key) {
        return counts.containsKey(key) || counts.size() < ROOM ? key : OTHERS;
    }

    private void turnThePage() {
        LocalDate now = today();
        if (now.isAfter(day)) {
            if (!YearMonth.from(now).equals(YearMonth.from(day))) {
                ofMonth = 0;
            }
            day = now;
            ofDay = 0;
            today.clear();
            changed = true;
        }
    }

    /**
     * Why a new test may not begin; empty when it may.
     *
     * @param octets that it asks for; zero when it does not say
     */
    synchronized Optional<RefusalCode> objection(InetAddress who, long octets) {
        turnThePage();
        return left(keyOf(who)) < Math.max(1, octets) ? Optional.of(RefusalCode.TOTAL_RATE) : Optional.empty();
    }

    /** Octets that may still be sent to somebody before a volume is used up. */
    synchronized long sendable(InetAddress who) {
        turnThePage();
        return Math.max(0, left(keyOf(who)));
    }

    /** Octets until the first limit of volume; below zero when one is passed. */
    private long left(String key) {
        long left = Long.MAX_VALUE;
        left = Math.min(left, left(budget.volumePerDay(), ofDay));
        left = Math.min(left, left(budget.sentPerMonth(), ofMonth));
        return Math.min(left, left(budget.volumePerDayPerAddress(), today.getOrDefault(roomFor(today, key), 0L)));
    }

    private static long left(Optional<DataSize> most, long had) {
        return most.map(size -> size.bytes() - had).orElse(Long.MAX_VALUE);
    }

    /** Writes the count where it is kept, if it has changed. */
    synchronized void save() {
        if (!changed || budget.file().isEmpty()) {
            return;
        }
        Path file = budget.file().get().toAbsolutePath();
        try {
            Files.createDirectories(file.getParent());
            requireRegular(file);
            Path beside = Files.createTempFile(file.getParent(), ".usage", "");
            try (Writer out = Files.newBufferedWriter(beside)) {
                properties().store(out, null);
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            changed = false;
        } catch (IOException failed) {
            LOG.warn("The count of what clients had cannot be kept in {}: {}", file, failed.toString());
        }
    }

    private Properties properties() {
        var text = new Properties();
        text.setProperty("format", FORMAT);
        text.setProperty("day", day.toString());
        text.setProperty("octets_of_day", Long.toString(ofDay));
        text.setProperty("octets_sent_in_month", Long.toString(ofMonth));
        today.forEach((key, octets) -> text.setProperty(PREFIX + key, Long.toString(octets)));
        return text;
    }

    private void load(Path file) {
        var text = new Properties();
        try {
            requireRegular(file);
            try (Reader in = Files.newBufferedReader(file)) {
                text.load(in);
            }
            if (!FORMAT.equals(text.getProperty("format"))) {
                throw new IllegalArgumentException("it is not of the format " + FORMAT);
            }
            day = LocalDate.parse(text.getProperty("day", ""));
            ofDay = count(text, "octets_of_day");
            ofMonth = count(text, "octets_sent_in_month");
            for (String key : text.stringPropertyNames()) {
                if (key.startsWith(PREFIX)) {
                    today.put(roomFor(today, key.substring(PREFIX.length())), count(text, key));
                }
            }
        } catch (IOException | IllegalArgumentException | java.time.DateTimeException e) {
            throw new InvalidInputException(
                    "The count of what clients had (" + file + ") cannot be read: " + e.getMessage() + ".",
                    "Mend it, or remove it to begin anew, which gives clients the whole volume again.",
                    e);
        }
    }

    /** It is replaced with each count: a link or a device that stands there would be lost. */
    private static void requireRegular(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException("it is no regular file");
        }
    }

    private static long count(Properties text, String key) {
        long octets = Long.parseLong(text.getProperty(key, "0"));
        if (octets < 0) {
            throw new IllegalArgumentException(key + " is below zero");
        }
        return octets;
    }

    /** As Prometheus reads it. */
    synchronized String counters() {
        turnThePage();
        return Audit.metric("longhaul_agent_octets_sent_total", "counter", sent)
                + Audit.metric("longhaul_agent_octets_received_total", "counter", received)
                + Audit.metric("longhaul_agent_octets_of_day", "gauge", ofDay)
                + Audit.metric("longhaul_agent_octets_sent_in_month", "gauge", ofMonth);
    }

    /** Octets of the last five seconds, in quarters of a second. */
    private static final class RateWindow {
        private static final long QUARTER_NANOS = 250_000_000L;
        private static final int QUARTERS = 20;
        private static final int SECONDS = 5;

        private final long[] octets = new long[QUARTERS];
        private long last = Long.MIN_VALUE;
        private long sum;

        boolean exceeds(Optional<Bandwidth> most, long nowNanos, long more) {
            long quarter = Math.floorDiv(nowNanos, QUARTER_NANOS);
            long from = Math.max(last == Long.MIN_VALUE ? quarter : last + 1, quarter - QUARTERS + 1);
            for (long passed = from; passed <= quarter; passed++) {
                int place = Math.floorMod(passed, QUARTERS);
                sum -= octets[place];
                octets[place] = 0;
            }
            last = Math.max(last, quarter);
            octets[Math.floorMod(last, QUARTERS)] += more;
            sum += more;
            return most.isPresent()
                    && sum * (double) Byte.SIZE / SECONDS > most.get().bitsPerSecond();
        }
    }
}
