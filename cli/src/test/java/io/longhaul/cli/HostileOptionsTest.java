package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
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

    @TempDir
    private static Path folder;

    /** Commands that need nobody else, each with arguments that it takes. Probes find nobody at their address. */
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
    }

    private static void good(String command, List<String> arguments) {
        GOOD.put(command, arguments);
    }

    private static List<String> arguments(String command) {
        return Objects.requireNonNull(GOOD.get(command));
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

    static Stream<String> commands() {
        return Stream.of(
                "plan",
                "provision",
                "recommend",
                "estimate",
                "compare",
                "report",
                "export parquet",
                "import csv",
                "lab topology",
                "lab topologies",
                "probe throughput",
                "probe latency",
                "probe loaded",
                "probe sweep",
                "probe pattern",
                "probe contention",
                "probe fingerprint");
    }

    /** A few of all the pairs of option and value, others every time; {@code -Dlonghaul.hostile.tries=N} for more. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("commands")
    void everyOptionTakesOrRefusesAnyValue(String command) {
        long seed = Long.getLong("longhaul.seed", System.nanoTime());
        System.out.println("HostileOptionsTest, " + command + ": -Dlonghaul.seed=" + seed);
        Random random = new Random(seed);
        List<OptionSpec> options = options(command);
        for (int i = 0; i < Integer.getInteger("longhaul.hostile.tries", TRIES) && !options.isEmpty(); i++) {
            var some = new ArrayList<String>();
            for (int n = random.nextInt(3); n >= 0; n--) {
                some.add(options.get(random.nextInt(options.size())).longestName() + "="
                        + VALUES.get(random.nextInt(VALUES.size())));
            }
            requireSentence(command, some);
        }
    }

    /** Options with a value; those that name a file to write are left alone: any name is good. */
    private static List<OptionSpec> options(String command) {
        CommandLine line = CommandTree.of(command.split(" ", -1));
        for (String name : command.split(" ", -1)) {
            line = Objects.requireNonNull(line.getSubcommands().get(name));
        }
        return line.getCommandSpec().options().stream()
                .filter(option -> option.arity().max() > 0 && option.type() != Path.class && !option.usageHelp())
                .toList();
    }

    private static void requireSentence(String command, List<String> hostile) {
        Run run = run(command, arguments(command), hostile.toArray(new String[0]));
        String line = command + " " + hostile;
        assertThat(run.code).as(line + ": " + run.err).isBetween(0, 4);
        assertThat(run.err).as(line).doesNotContain("\tat ", "Longhaul itself failed");
        assertThat(run.out + run.err).as(line).doesNotContainPattern("[\\p{Cntrl}&&[^\\n\\r\\t]]");
        if (run.code == ExitCode.USAGE.code()) {
            assertThat(run.err).as(line).isNotBlank().doesNotContain("null.");
        }
    }

    @Test
    void anOptionOfNothingIsRefused() {
        for (String zero :
                List.of("--size=0B", "--deadline=0s", "--rate=0bit/s", "--max-vms=0", "--streams-per-vm=0")) {
            Run run = run("plan", arguments("plan"), zero);
            assertThat(run.code).as(zero).isEqualTo(ExitCode.USAGE.code());
            assertThat(run.err).contains(zero.substring(0, zero.indexOf('=')));
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
