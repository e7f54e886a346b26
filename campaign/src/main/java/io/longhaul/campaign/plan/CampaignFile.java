package io.longhaul.campaign.plan;

import io.longhaul.campaign.orders.Task;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.study.FingerprintSpec;
import io.longhaul.stats.repetition.StoppingRule;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.YamlText;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Campaigns as people write them, {@code longhaul-campaign/1}; see {@code docs/formats/campaign.md}. Stateless. */
public final class CampaignFile {
    /** The first field of every campaign file. */
    public static final String FORMAT = "longhaul-campaign/1";

    /** Where agents take orders unless the file says otherwise. */
    public static final int ORDERS_PORT = 5202;

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,2}(?:\\.\\d{1,3})?)\\s*%");
    /** The pairs of twice as many could not be looked at in a moment any more; {@link Campaign} takes far fewer. */
    private static final int MOST_AGENTS = 2000;

    private static final List<String> LOAD =
            List.of("streams", "duration", "volume", "most_rate", "window", "congestion", "interval");
    private static final int CONTENTION = 3;
    private static final double USUAL_TOLERANCE = 0.1;
    private static final int PER_AGENT = 4;
    private static final double USUAL_CERTAINTY = 0.99;

    /** As many times as a detour paid for in the papers' grids. */
    private static final double USUAL_GAIN = 1.5;

    private static final double MOST_GAIN = 100;
    /** In place of an address: the coordinator does not reach the agent, the agent reaches it. */
    private static final String DIALS_IN = "dials-in";

    private static final int MOST_BLOCKS = 10_000;
    private static final int MOST_RETRIES = 10;
    private static final int LEAVE_OUT_AFTER = 3;
    private static final Duration MOST_REST = Duration.ofDays(1);
    private static final Duration MOST_TIME = Duration.ofDays(366);
    private static final Bandwidth MOST_RATE = Bandwidth.parse("10Gbit/s");

    private CampaignFile() {}

    /**
     * Reads a file.
     *
     * @throws InvalidInputException when there is none, or it is no campaign; the message says the field and its line
     */
    public static Campaign read(Path file) {
        return of(YamlText.read(file));
    }

    /**
     * Reads a text.
     *
     * @param source where it comes from, for messages
     */
    public static Campaign parse(String text, String source) {
        return of(YamlText.parse(text, source));
    }

    /** A file to begin with, with every field and what it means. */
    public static String example() {
        try (InputStream in = CampaignFile.class.getResourceAsStream("example.yaml")) {
            if (in == null) {
                throw new IllegalStateException("no resource for the example");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the example, in the place of nothing else. */
    public static void writeExample(Path file) {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new InvalidInputException(
                    "There is a file " + file + " already.", "Give another name; nothing is replaced.");
        }
        FileAccess.replace(file, example());
    }

    private static Campaign of(FieldReader top) {
        return top.decode(in -> {
            in.knows(
                    "format",
                    "name",
                    "seed",
                    "agents",
                    "links",
                    "probes",
                    "ends",
                    "blocks",
                    "precision",
                    "sparse",
                    "gate",
                    "rest",
                    "refill",
                    "interval",
                    "retries",
                    "leave_out_after",
                    "budget");
            if (!in.text("format").equals(FORMAT)) {
                throw in.invalid("format", "is not " + FORMAT);
            }
            Map<String, Participant> agents = in.object("agents", CampaignFile::agents);
            if (agents.size() > MOST_AGENTS) {
                throw in.invalid("agents", "has " + agents.size() + " names, more than " + MOST_AGENTS);
            }
            int blocks = number(in, "blocks", 1, 1, MOST_BLOCKS);
            return new Campaign(
                    named(in, "name", in.text("name")),
                    in.findInteger("seed").orElse(1),
                    List.copyOf(agents.values()),
                    pairs(in, agents),
                    in.object("probes", CampaignFile::probes),
                    in.findText("ends").map(text -> ends(in, text)).orElse(Campaign.Ends.DIRECTIONS),
                    blocks,
                    in.findObject("precision", precision -> precision(precision, blocks)),
                    in.findObject("sparse", CampaignFile::sparse),
                    in.findObject("gate", CampaignFile::gate),
                    time(in, "rest", Duration.ZERO, MOST_REST),
                    share(in, "refill", 0),
                    time(in, "interval", Duration.ZERO, MOST_TIME),
                    number(in, "retries", 1, 0, MOST_RETRIES),
                    number(in, "leave_out_after", LEAVE_OUT_AFTER, 1, 1000),
                    in.findObject("budget", CampaignFile::budget).orElse(Budget.NONE));
        });
    }

    private static String named(FieldReader in, String field, String name) {
        if (!NAME.matcher(name).matches()) {
            throw in.invalid(field, "is no name of 1 to 64 letters, digits, dots, dashes and underscores");
        }
        return name;
    }

    private static int number(FieldReader in, String field, int otherwise, int least, int most) {
        int value = in.findSmallInteger(field).orElse(otherwise);
        if (value < least || value > most) {
            throw in.invalid(field, "is not in " + least + " to " + most);
        }
        return value;
    }

    private static Duration time(FieldReader in, String field, Duration otherwise, Duration most) {
        Duration value = in.findParsed(field, Durations::parse).orElse(otherwise);
        if (value.isNegative() || value.compareTo(most) > 0) {
            throw in.invalid(field, "is not in 0s to " + Durations.format(most));
        }
        return value;
    }

    private static <T> T required(FieldReader in, String field, Function<String, T> parser) {
        return in.findParsed(field, parser).orElseThrow(() -> in.invalid(field, "is missing"));
    }

    private static Campaign.Ends ends(FieldReader in, String text) {
        return switch (text) {
            case "directions" -> Campaign.Ends.DIRECTIONS;
            case "whole" -> Campaign.Ends.WHOLE;
            default -> throw in.invalid("ends", "is neither directions nor whole");
        };
    }

    private static Map<String, Participant> agents(FieldReader all) {
        Map<String, Participant> agents = new LinkedHashMap<>();
        for (String name : all.names()) {
            named(all, name, name);
            agents.put(name, all.object(name, in -> {
                in.knows("site", "vm", "orders", "probes");
                Optional<HostPort> orders = in.text("orders").equals(DIALS_IN)
                        ? Optional.empty()
                        : Optional.of(required(in, "orders", text -> HostPort.parse(text, ORDERS_PORT)));
                HostPort probes = in.findParsed("probes", HostPort::parse)
                        .or(() -> orders.map(own -> new HostPort(own.host(), AgentOptions.DEFAULT_PORT)))
                        .orElseThrow(() ->
                                in.invalid("probes", "is missing: where do the other agents reach one that dials in?"));
                return new Participant(name, in.site("site"), in.findText("vm"), orders, probes);
            }));
        }
        return agents;
    }

    private static List<Pair> pairs(FieldReader in, Map<String, Participant> agents) {
        if (!in.has("links")) {
            return between(List.copyOf(agents.values()), List.copyOf(agents.values()));
        }
        Map<String, Pair> pairs = new LinkedHashMap<>();
        in.objects("links", each -> {
            each.knows("from", "to", "both");
            List<Participant> from = members(each, "from", agents);
            List<Participant> to = members(each, "to", agents);
            boolean both = each.findFlag("both").orElse(false);
            between(from, to).forEach(pair -> pairs.put(pair.toString(), pair));
            if (both) {
                between(to, from).forEach(pair -> pairs.put(pair.toString(), pair));
            }
            return each;
        });
        return List.copyOf(pairs.values());
    }

    private static List<Pair> between(List<Participant> from, List<Participant> to) {
        List<Pair> pairs = new ArrayList<>();
        for (Participant one : from) {
            for (Participant other : to) {
                if (!one.site().equals(other.site())) {
                    pairs.add(new Pair(one, other));
                }
            }
        }
        return pairs;
    }

    /** By name, by site, or by provider. */
    private static List<Participant> members(FieldReader in, String field, Map<String, Participant> agents) {
        List<Participant> found = new ArrayList<>();
        for (String wanted : in.textOrTexts(field)) {
            List<Participant> meant = agents.values().stream()
                    .filter(agent -> agent.name().equals(wanted)
                            || agent.site().toString().equals(wanted)
                            || agent.site().provider().equals(wanted))
                    .toList();
            if (meant.isEmpty()) {
                throw in.invalid(field, "names no agent, site or provider of this file: " + wanted);
            }
            meant.stream().filter(agent -> !found.contains(agent)).forEach(found::add);
        }
        if (found.isEmpty()) {
            throw in.invalid(field, "names nobody");
        }
        return found;
    }

    private static List<Probe> probes(FieldReader all) {
        List<Probe> probes = new ArrayList<>();
        for (String name : all.names()) {
            named(all, name, name);
            probes.add(all.object(name, in -> {
                in.knows("throughput", "latency", "sweep", "contention", "pattern", "fingerprint", "every");
                List<String> kinds = in.names().stream()
                        .filter(kind -> !kind.equals("every"))
                        .toList();
                if (kinds.size() != 1) {
                    throw in.invalid(
                            kinds.isEmpty() ? "throughput" : kinds.get(1),
                            "is one of throughput, latency, sweep, contention, pattern and fingerprint; a probe has"
                                    + " one of them");
                }
                String kind = kinds.get(0);
                return new Probe(
                        name, in.object(kind, fields -> task(kind, fields)), number(in, "every", 1, 1, MOST_BLOCKS));
            }));
        }
        return probes;
    }

    private static Task task(String kind, FieldReader in) {
        return switch (kind) {
            case "throughput" -> {
                in.knows(LOAD.toArray(String[]::new));
                yield load(in, 1, streams(in));
            }
            case "latency" -> latency(in);
            case "sweep" -> sweep(in);
            case "contention" -> {
                in.knows(with("destinations"));
                yield new Task.Contention(
                        load(in, 2 * CONTENTION, streams(in)),
                        number(in, "destinations", CONTENTION, 2, Task.Contention.MOST_PEERS));
            }
            case "pattern" -> {
                in.knows(with("pattern"));
                yield new Task.Pattern(load(in, 1, streams(in)), required(in, "pattern", AccessPattern::parse));
            }
            default -> fingerprint(in);
        };
    }

    private static String[] with(String... more) {
        return Stream.concat(LOAD.stream(), Stream.of(more)).toArray(String[]::new);
    }

    /**
     * The load of a run.
     *
     * @param runs of the study that {@code most_rate} is for
     */
    private static Task.Throughput load(FieldReader in, int runs, int streams) {
        Duration duration = required(in, "duration", Durations::parse);
        if (in.has("volume") && in.has("most_rate")) {
            throw in.invalid("volume", "and most_rate stand there together: give one of them");
        }
        DataSize volume = in.findParsed("volume", DataSize::parse)
                .orElseGet(() -> in.findParsed("most_rate", Bandwidth::parse)
                        .orElse(MOST_RATE)
                        .times(duration.multipliedBy(runs)));
        return new Task.Throughput(
                streams,
                duration,
                volume,
                in.findParsed("window", DataSize::parse),
                in.findText("congestion"),
                in.findParsed("interval", Durations::parse).orElse(Duration.ofSeconds(1)));
    }

    private static int streams(FieldReader in) {
        return number(in, "streams", 1, 1, ThroughputSpec.MAX_STREAMS);
    }

    private static Task.Sweep sweep(FieldReader in) {
        in.knows("streams", "windows", "repetitions", "duration", "volume", "most_rate", "congestion", "interval");
        List<Integer> streams = in.integers("streams");
        List<Optional<DataSize>> windows = in.has("windows")
                ? in.texts("windows").stream().map(text -> window(in, text)).toList()
                : List.of(Optional.empty());
        int repetitions = number(in, "repetitions", 1, 1, 1000);
        if (streams.isEmpty() || windows.isEmpty()) {
            throw in.invalid(streams.isEmpty() ? "streams" : "windows", "has nothing to try");
        }
        int runs = streams.size() * windows.size() * repetitions;
        return new Task.Sweep(load(in, runs, 1), streams, windows, repetitions);
    }

    private static Optional<DataSize> window(FieldReader in, String text) {
        try {
            return text.equals("kernel") ? Optional.empty() : Optional.of(DataSize.parse(text));
        } catch (InvalidInputException e) {
            throw in.invalid("windows", "holds what is neither a size like 1MiB nor the word kernel");
        }
    }

    private static Task.TakeFingerprint fingerprint(FieldReader in) {
        in.knows(with("rests"));
        return new Task.TakeFingerprint(
                load(in, 1, streams(in)), in.has("rests") ? in.decimals("rests") : FingerprintSpec.USUAL_RESTS);
    }

    private static Sparse sparse(FieldReader in) {
        in.knows("per_agent", "certainty", "gain");
        double gain = in.findDecimal("gain").orElse(USUAL_GAIN);
        if (!(gain >= 1 && gain <= MOST_GAIN)) {
            throw in.invalid("gain", "is not in 1 to " + MOST_GAIN);
        }
        return new Sparse(number(in, "per_agent", PER_AGENT, 2, 200), share(in, "certainty", USUAL_CERTAINTY), gain);
    }

    private static Gate gate(FieldReader in) {
        in.knows("fingerprint", "check", "tolerance", "drifted");
        Task.TakeFingerprint take = in.object("fingerprint", CampaignFile::fingerprint);
        Task.Throughput check = in.object("check", burst -> {
            burst.knows("duration", "volume", "most_rate");
            return load(burst, 1, 1);
        });
        boolean leavesOut = in.findText("drifted")
                .map(text -> switch (text) {
                    case "mark" -> false;
                    case "leave-out" -> true;
                    default -> throw in.invalid("drifted", "is neither mark nor leave-out");
                })
                .orElse(false);
        double tolerance = share(in, "tolerance", USUAL_TOLERANCE);
        if (tolerance == 0) {
            throw in.invalid("tolerance", "is not above 0%");
        }
        return new Gate(take, check.duration(), check.volume(), tolerance, leavesOut);
    }

    private static Task latency(FieldReader in) {
        in.knows("method", "count", "spacing");
        return new Task.Latency(
                in.findParsed("method", LatencyMethod::ofId).orElse(LatencyMethod.TCP_ECHO),
                number(in, "count", 20, 1, 1_000_000),
                in.findParsed("spacing", Durations::parse).orElse(Duration.ofMillis(100)));
    }

    private static StoppingRule precision(FieldReader in, int blocks) {
        in.knows("within");
        double within = share(in, "within", 0);
        if (within == 0) {
            throw in.invalid("within", "is not a share like 5%, above zero");
        }
        if (blocks < 10) {
            throw in.invalid(
                    "within", "needs ten runs at least before it can tell, and there are fewer blocks: " + blocks);
        }
        return StoppingRule.within(within, blocks);
    }

    private static double share(FieldReader in, String field, double otherwise) {
        Optional<String> text = in.findText(field);
        if (text.isEmpty()) {
            return otherwise;
        }
        var percent = PERCENT.matcher(text.get());
        if (!percent.matches()) {
            throw in.invalid(field, "is not a share like 5%");
        }
        return Double.parseDouble(percent.group(1)) / 100;
    }

    private static Budget budget(FieldReader in) {
        in.knows("money", "volume", "time", "providers");
        Map<String, Budget.Limit> providers = in.findObject("providers", all -> {
                    Map<String, Budget.Limit> each = new LinkedHashMap<>();
                    for (String name : all.names()) {
                        each.put(name, all.object(name, limit -> {
                            limit.knows("money", "volume");
                            return limit(limit);
                        }));
                    }
                    return each;
                })
                .orElse(new LinkedHashMap<>());
        return new Budget(limit(in), in.findParsed("time", Durations::parse), providers);
    }

    private static Budget.Limit limit(FieldReader in) {
        return new Budget.Limit(in.findParsed("money", Money::parse), in.findParsed("volume", DataSize::parse));
    }
}
