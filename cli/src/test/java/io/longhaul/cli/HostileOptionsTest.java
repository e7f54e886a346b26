package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** Whatever stands behind an option, a command does its work or says in a sentence why not: no exception leaves it. */
class HostileOptionsTest {
    private static final List<String> VALUES = List.of(
            "",
            " ",
            "0",
            "-1",
            "1",
            "1e400",
            "-1e400",
            "NaN",
            "Infinity",
            "0x1p3",
            "1f",
            "65536",
            "2147483647",
            "2147483648",
            "-2147483648",
            "9223372036854775807",
            "99999999999999999999",
            "1e18",
            "0.5",
            "1e-300",
            "0s",
            "1ns",
            "106751d",
            "99999999d",
            "0B",
            "1B",
            "9PB",
            "9223372036854775807B",
            "0bit/s",
            "1bit/s",
            "9223372Tbit/s",
            "0USD",
            "0.000000001USD",
            "9223372036USD",
            "-5USD",
            "99999999999USD",
            "aws:x",
            ":",
            "aws:us-east-1",
            "[::1]:65536",
            "[::1]:1",
            "127.0.0.1:0",
            "\u001b[2J",
            "\u0000",
            "=",
            ",",
            "a=b",
            "a=",
            "=b",
            "aws:us-east-1=2147483647",
            "aws:us-east-1=-1",
            "aws:us-east-1=9PB",
            "gcp:n2-standard-32=0",
            "from=",
            "from=dst",
            "+1000000000-12-31T23:59:59Z",
            "0000-01-01T00:00:00Z",
            "cheapest",
            "json",
            "10000000000000000",
            "100%",
            "NaN%");

    private static final int TRIES = 20;
    private static final int STILL_RUNNING = -1;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Leaves what is no option as it is. */
    private static final Random UNSPOILT = new Random() {
        private static final long serialVersionUID = 1;

        @Override
        public int nextInt(int bound) {
            return bound - 1;
        }
    };

    /** Not ours. */
    private static final String COMPLETION = "completion";

    /** What would start minutes of work if it were good. */
    private static final Map<String, String> ALWAYS_HOSTILE = Map.of("demo", "--topology");

    @TempDir
    private static Path folder;

    /** Names of files, to read or to write: missing, of another kind, no files, links. */
    private static final List<String> PATHS = new ArrayList<>();

    /** Every command with arguments that it takes. Probes find nobody at their address. */
    private static final Map<String, List<String>> GOOD = new LinkedHashMap<>();

    @BeforeAll
    static void files() throws IOException {
        Path grid = Files.writeString(folder.resolve("grid.csv"), """
                src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,cpu_pct,run
                aws:us-east-1,PREMIUM,m5.8xlarge,aws:eu-west-1,PREMIUM,m5.8xlarge,64,5,5e9,4e9,5,2022-01-29T22:19
                aws:eu-west-1,PREMIUM,m5.8xlarge,gcp:us-east1-b,PREMIUM,n2-standard-32,64,5,5e9,4e9,5,2022-01-29T22:20
                aws:us-east-1,PREMIUM,m5.8xlarge,gcp:us-east1-b,PREMIUM,n2-standard-32,64,5,5e9,1e9,5,2022-01-29T22:21
                """);
        String rtt = Files.writeString(folder.resolve("table.csv"), """
                src,dst,mbps
                aws:us-east-1,aws:eu-west-1,100
                """).toString();
        String log = folder.resolve("log").toString();
        String snapshot = folder.resolve("snapshot.json").toString();
        assertThat(run("import", "skyplane", grid.toString(), "--into", log).code)
                .isZero();
        assertThat(run("estimate", log, "-o", snapshot).code).isZero();
        String plan = folder.resolve("plan.json").toString();
        List<String> ask = List.of("--snapshot", snapshot, "--from", "aws:us-east-1", "--to", "gcp:us-east1-b");
        good(
                "plan",
                Stream.concat(ask.stream(), Stream.of("--size", "1TB", "--time-limit", "1s"))
                        .toList());
        Files.writeString(Path.of(plan), run("plan", arguments("plan"), "--format", "json").out);
        good(
                "provision",
                Stream.concat(ask.stream(), Stream.of("--rate", "10Gbit/s")).toList());
        String coflows = Files.writeString(folder.resolve("coflows.txt"), "3 1\n1 0 2 0 1 1 2:30\n")
                .toString();
        String job = Files.writeString(folder.resolve("job.yaml"), """
                        format: longhaul-job/1
                        name: two
                        datasets: [{name: d, sizes: {"aws:us-east-1": 5GB, "gcp:us-east1-b": 1GB}}]
                        stages: [{name: s, kind: aggregate, inputs: [d], output: 1MB}]
                        """).toString();
        good("job plan", List.of(job, "--snapshot", snapshot, "--strategy", "all"));
        good("coflow replay", List.of(coflows));
        String labJob = Files.writeString(folder.resolve("lab-job.yaml"), """
                        format: longhaul-job/1
                        name: short
                        datasets: [{name: d, sizes: {"aws:us-east-1": 2MB, "aws:eu-west-1": 1MB}}]
                        stages: [{name: s, kind: shuffle, inputs: [d], output: 1MB}]
                        """).toString();
        String jobPlans = folder.resolve("job-plans.json").toString();
        Files.writeString(
                Path.of(jobPlans), run("job", "plan", labJob, "--topology", "twelve", "--format", "json").out);
        good("job carry-out", List.of(jobPlans, "--topology", "twelve"));
        Path written = folder.resolve("drawn.json");
        good(
                "job draw",
                List.of(
                        "--topology",
                        "twelve",
                        "--kinds",
                        "hub",
                        "--sites",
                        "3",
                        "--jobs",
                        "1",
                        "-o",
                        written.toString()));
        assertThat(run("job draw", arguments("job draw")).code).isZero();
        // 65,536 jobs may be drawn into the first
        String drawn = Files.copy(written, folder.resolve("jobs.json")).toString();
        good("job replay", List.of(drawn, "--topology", "twelve", "--strategy", "in-place"));
        good(
                "job league",
                List.of(
                        drawn,
                        "--topology",
                        "twelve",
                        "--strategy",
                        "in-place",
                        "--into",
                        folder.resolve("league").toString()));
        good(
                "noise",
                List.of(Files.writeString(folder.resolve("seconds.txt"), "1\n2\n")
                        .toString()));
        good("recommend", List.of("--snapshot", snapshot));
        good("estimate", List.of(log));
        good("compare", List.of(log, log, "--plan", plan));
        good("report", List.of(log, "-o", folder.resolve("report.html").toString()));
        good("export parquet", List.of(log, "-o", folder.resolve("tables").toString()));
        good(
                "import csv",
                List.of(
                        rtt,
                        "--into",
                        folder.resolve("other").toString(),
                        "--column",
                        "from=src",
                        "--column",
                        "to=dst",
                        "--column",
                        "received=mbps",
                        "--rate-unit",
                        "1Mbit/s"));
        good("lab topology", List.of("demo"));
        good("lab topologies", List.of());
        for (String probe :
                List.of("throughput", "latency", "loaded", "sweep", "pattern", "contention", "fingerprint")) {
            good("probe " + probe, List.of("127.0.0.1:1"));
        }
        good("import skyplane", List.of(grid.toString(), "--into", log));
        Path report = Path.of(
                System.getProperty("longhaul.root"),
                "store/src/test/resources/io/longhaul/store/imports/iperf3-fwd.json");
        good(
                "import iperf3",
                List.of(report.toString(), "--into", log, "--client", "aws:us-east-1", "--server", "aws:eu-west-1"));
        String authority = folder.resolve("authority").toString();
        assertThat(run("certs", "init", authority).code).isZero();
        good("certs init", List.of(folder.resolve("authorities").toString()));
        good("certs issue", List.of(authority, "vm", "--host", "192.0.2.1"));
        String campaign = folder.resolve("campaign.yaml").toString();
        assertThat(run("campaign", "init", campaign).code).isZero();
        good("campaign init", List.of(folder.resolve("campaigns").toString()));
        good("campaign plan", List.of(campaign));
        // without a certificate, other machines are refused before anything is sent
        good(
                "campaign run",
                List.of(campaign, "--into", folder.resolve("measured").toString()));
        good("campaign status", List.of(log));
        // no SDK of a cloud is on the class path of this test: those that need one say so
        String fleet = Files.writeString(folder.resolve("fleet.yaml"), """
                        format: longhaul-fleet/1
                        name: grid
                        lifetime: 1h
                        reach: 192.0.2.1/32
                        vms: [{site: "aws:us-east-1", type: m5.large}]
                        """).toString();
        for (String command : List.of("plan", "up", "status", "down", "reap")) {
            good("fleet " + command, List.of(fleet));
        }
        good("fleet extend", List.of(fleet, "--for", "1h"));
        good("log merge", List.of(log, "--into", folder.resolve("merged").toString()));
        good("agent", List.of("--port", "0"));
        good("agent tests", List.of("127.0.0.1:1"));
        good("screen", List.of("--duration", "100ms"));
        good("whereami", List.of());
        good("catalog regions", List.of());
        good("catalog vm-types", List.of());
        good("catalog prices", List.of("--from", "aws:us-east-1"));
        String kept = folder.resolve("kept").toString();
        good("catalog quotas", List.of("--offline", "--cache", kept));
        good("catalog diff", List.of("--offline", "--cache", kept, "--log", log));
        // the SDK of a cloud is not beside these classes
        good("probe store", List.of("s3://bucket/prefix"));
        good("demo", List.of("--out", folder.resolve("demo").toString()));
        Path topology = Files.writeString(folder.resolve("two.yaml"), """
                format: longhaul-topology/1
                name: two
                defaults: {egress: 1Mbit/s, ingress: 1Mbit/s}
                sites: {"lab:a": {}, "lab:b": {}}
                rtt: {"lab:a": {"lab:b": 1ms}}
                """);
        good("lab run", List.of(topology.toString(), "--no-agents", "--", "true"));
        good("lab shell", List.of("--lab", "none", "--", "true"));
        good("lab status", List.of());
        good("lab check", List.of());
        paths(snapshot);
    }

    private static void paths(String snapshot) throws IOException {
        Path hostile = Files.createDirectory(folder.resolve("hostile"));
        Path file = Files.writeString(hostile.resolve("file"), "no file of any kind\n");
        Files.writeString(hostile.resolve("empty"), "");
        Files.write(hostile.resolve("octets"), new byte[] {0, -1, -2, 27, '[', '2', 'J', 10});
        Files.copy(Path.of(snapshot), hostile.resolve("snapshot"));
        Files.createDirectory(hostile.resolve("folder"));
        Files.createSymbolicLink(hostile.resolve("link"), hostile.resolve("behind"));
        Files.writeString(hostile.resolve("behind"), "{}");
        Files.createSymbolicLink(hostile.resolve("to-nothing"), hostile.resolve("nothing"));
        try (Stream<Path> all = Files.list(hostile)) {
            all.forEach(path -> PATHS.add(path.toString()));
        }
        PATHS.add(file.resolve("below").toString());
        PATHS.add(hostile.resolve("missing").resolve("missing").toString());
        PATHS.add(hostile.resolve("x".repeat(5000)).toString());
        PATHS.add(hostile.resolve("esc\u001b[2J\u202e").toString());
        PATHS.add(hostile + "/\u0000");
    }

    private static void good(String command, List<String> arguments) {
        GOOD.put(command, arguments);
    }

    private static List<String> arguments(String command) {
        return Objects.requireNonNull(GOOD.get(command), () -> "Say how longhaul " + command + " is called.");
    }

    private record Run(int code, String out, String err) {}

    private static Run run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.run(print(out), print(err), arguments);
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    private static Run run(String command, List<String> arguments, String... more) {
        var all = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
        all.addAll(arguments);
        all.addAll(Arrays.asList(more));
        return run(all.toArray(new String[0]));
    }

    private static PrintStream print(ByteArrayOutputStream into) {
        return new PrintStream(into, true, StandardCharsets.UTF_8);
    }

    /** All there are: who adds one says above how it is called. */
    static Stream<String> commands() {
        var found = new ArrayList<String>();
        collect("", CommandTree.of(), found);
        return found.stream();
    }

    private static void collect(String above, CommandLine line, List<String> found) {
        line.getSubcommands().forEach((name, command) -> {
            String whole = (above + " " + name).strip();
            boolean works =
                    command.getSubcommands().isEmpty() || !options(command).isEmpty();
            if (works && !name.equals(COMPLETION)) {
                found.add(whole);
            }
            collect(whole, command, found);
        });
    }

    private static CommandLine commandLine(String command) {
        CommandLine line = CommandTree.of(command.split(" ", -1));
        for (String name : command.split(" ", -1)) {
            line = Objects.requireNonNull(line.getSubcommands().get(name));
        }
        return line;
    }

    private static List<OptionSpec> options(CommandLine line) {
        return line.getCommandSpec().options().stream()
                .filter(option -> option.arity().max() > 0 && !option.usageHelp())
                .toList();
    }

    /**
     * A few of all the pairs of option and value, others every time, and something else in the place of a host, a file or a program;
     * {@code -Dlonghaul.hostile.tries=N} for more.
     */
    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void everyOptionTakesOrRefusesAnyValue(String command) throws InterruptedException {
        long seed = Long.getLong("longhaul.seed", "true".equals(System.getenv("CI")) ? 1 : System.nanoTime());
        System.out.println("HostileOptionsTest, " + command + ": -Dlonghaul.seed=" + seed);
        Random random = new Random(seed);
        CommandLine line = commandLine(command);
        List<OptionSpec> options = options(line);
        for (int i = 0; i < Integer.getInteger("longhaul.hostile.tries", TRIES); i++) {
            var hostile = new TreeMap<String, String>();
            if (ALWAYS_HOSTILE.containsKey(command)) {
                hostile.put(ALWAYS_HOSTILE.get(command), any(VALUES, random));
            }
            for (int n = random.nextInt(3); n >= 0 && !options.isEmpty(); n--) {
                OptionSpec option = any(options, random);
                hostile.put(option.longestName(), any(namesFile(option) ? PATHS : VALUES, random));
            }
            requireSentence(command, hostileLine(line, arguments(command), hostile, random));
        }
        assertThat(folder.resolve("hostile").resolve("link")).as("still a link").isSymbolicLink();
    }

    private static boolean namesFile(OptionSpec option) {
        return Arrays.asList(option.auxiliaryTypes()).contains(Path.class) || option.type() == Path.class;
    }

    private static <T> T any(List<T> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }

    /** Good arguments, with hostile options in the place of their like, and sometimes with something else as what is no option. */
    private static List<String> hostileLine(
            CommandLine line, List<String> good, Map<String, String> hostile, Random random) {
        var words = new ArrayList<String>();
        hostile.forEach((name, value) -> words.add(name + "=" + value));
        for (int i = 0; i < good.size(); i++) {
            String word = good.get(i);
            OptionSpec option = line.getCommandSpec().findOption(word);
            if (word.equals("--")) {
                words.addAll(good.subList(i, good.size()));
                break;
            } else if (option == null) {
                words.add(random.nextInt(4) > 0 ? word : instead(word, random));
            } else if (option.arity().max() == 0) {
                words.add(word);
            } else {
                i++;
                if (!hostile.containsKey(option.longestName())) {
                    words.addAll(List.of(word, good.get(i)));
                }
            }
        }
        return words;
    }

    /** Names of hosts would be asked for in the network, so those have a colon. */
    private static String instead(String word, Random random) {
        if (word.startsWith("/")) {
            return any(PATHS, random);
        }
        return any(VALUES.stream().filter(value -> value.contains(":")).toList(), random);
    }

    private static void requireSentence(String command, List<String> words) throws InterruptedException {
        Run run = runAndEnd(command, words);
        String line = command + " " + words;
        assertThat(run.code).as(line + ": " + run.err).isBetween(0, 4);
        assertThat(run.err).as(line).doesNotContain("\tat ", "Longhaul itself failed");
        assertThat(run.out + run.err).as(line).doesNotContainPattern("[\\p{Cntrl}&&[^\\n\\r\\t]]");
        if (run.code == ExitCode.USAGE.code()) {
            assertThat(run.err).as(line).isNotBlank().doesNotContain("null.");
        }
    }

    /** In a thread, which is interrupted when the command listens, or waits for ever as it was told. */
    private static Run runAndEnd(String command, List<String> arguments) throws InterruptedException {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var code = new AtomicInteger(STILL_RUNNING);
        var words = new ArrayList<>(Arrays.asList(command.split(" ", -1)));
        words.addAll(arguments);
        var thread =
                new Thread(() -> code.set(Main.run(print(out), print(err), words.toArray(new String[0]))), command);
        thread.setUncaughtExceptionHandler((ignored, thrown) -> thrown.printStackTrace(print(err)));
        thread.start();
        Instant patience = Instant.now().plus(PATIENCE);
        while (thread.isAlive() && Instant.now().isBefore(patience)) {
            thread.join(10);
            if (out.toString(StandardCharsets.UTF_8).contains("Listening on")) {
                break;
            }
        }
        thread.interrupt();
        thread.join(PATIENCE.toMillis());
        return new Run(code.get(), out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @Test
    void anOptionOfNothingIsRefused() {
        for (String zero :
                List.of("--size=0B", "--deadline=0s", "--rate=0bit/s", "--max-vms=0", "--streams-per-vm=0")) {
            String name = zero.substring(0, zero.indexOf('='));
            Map<String, String> hostile = Map.of(name, zero.substring(name.length() + 1));
            Run run = run("plan", hostileLine(commandLine("plan"), arguments("plan"), hostile, UNSPOILT));
            assertThat(run.code).as(zero).isEqualTo(ExitCode.USAGE.code());
            assertThat(run.err).contains(name).doesNotContain("only once");
        }
    }

    @Test
    void controlCharactersOfAFileReachNoTerminal() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.csv"), """
                src,dst,mbps
                aws:\u001b]0;owned\u0007\u202e,aws:b,1
                """);
        Run run = run(
                "import csv",
                List.of(
                        bad.toString(),
                        "--into",
                        folder.resolve("third").toString(),
                        "--column",
                        "from=src",
                        "--column",
                        "to=dst",
                        "--column",
                        "sent=mbps",
                        "--rate-unit",
                        "1Mbit/s"));
        assertThat(run.code).isEqualTo(ExitCode.USAGE.code());
        assertThat(run.err).contains("\\u001b]0;owned\\u0007\\u202e").doesNotContain("\u001b", "\u0007", "\u202e");
    }
}
