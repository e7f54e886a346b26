package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import io.longhaul.clouds.Kind;
import io.longhaul.clouds.hostile.AwsFace;
import io.longhaul.clouds.hostile.AzureFace;
import io.longhaul.clouds.hostile.GcpFace;
import io.longhaul.clouds.hostile.HostileCloud;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Fleets by real processes with the real SDK, against a cloud in this JVM. {@code -Dlonghaul.study=fleet-kills}: 200 processes killed. */
class FleetTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final String KEY = "an-example-that-opens-nothing";
    /** How many times as fast as against a real cloud it waits. */
    private static final int HURRY = 150;

    private static final String FLEET = """
            format: longhaul-fleet/1
            name: grid
            lifetime: 2h
            longest: 4h
            budget: 20USD
            reach: 203.0.113.7/32
            vms:
              - {site: "aws:us-east-1", type: m5.8xlarge, count: 2}
              - {site: "aws:eu-west-1", type: m5.8xlarge}
            """;

    private static final String GRID = """
            format: longhaul-fleet/1
            name: three
            lifetime: 2h
            longest: 4h
            reach: 203.0.113.7/32
            vms:
              - {site: "aws:us-east-1", type: m5.8xlarge, count: 2}
              - {site: "gcp:us-central1-a", type: n2-standard-32, count: 2}
              - {site: "azure:eastus", type: Standard_D32_v5, count: 2}
            """;

    @TempDir
    private Path folder;

    private final HostileCloud cloud = new HostileCloud(InstantSource.system(), 16).prompt();
    private AwsFace face;
    private GcpFace google;
    private AzureFace azure;

    @BeforeEach
    void start() throws IOException {
        face = new AwsFace(cloud);
        google = new GcpFace(cloud);
        azure = new AzureFace(cloud);
        Files.writeString(folder.resolve("grid.yaml"), FLEET);
        cloud.plantForeign("aws", "us-east-1", Kind.VM, "web", Map.of("Name", "web"));
    }

    @AfterEach
    void stop() {
        face.close();
        google.close();
        azure.close();
    }

    private Process begin(String... arguments) throws IOException {
        return begin(HURRY, with(arguments, "fleet"));
    }

    /** A process of the command, as many times as fast as it would be against real clouds. */
    private Process begin(int hurry, String... arguments) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")),
                "-Dlonghaul.home=" + ROOT,
                "-Dlonghaul.clouds.endpoint.aws=" + face.address(),
                "-Dlonghaul.clouds.endpoint.gcp=" + google.address(),
                "-Dlonghaul.clouds.endpoint.azure=" + azure.address(),
                "-Dlonghaul.clouds.hurry=" + hurry,
                "-cp",
                classPath(),
                Main.class.getName()));
        line.addAll(List.of(arguments));
        var builder = new ProcessBuilder(line)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("out").toFile()))
                .redirectError(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("err").toFile()));
        builder.environment().put("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
        builder.environment().put("AWS_SECRET_ACCESS_KEY", KEY);
        return builder.start();
    }

    /** As the launcher has it: no room of a cloud is on it, whatever is on this test's. */
    private static String classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*clouds-(aws|gcp|azure).*"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private String fleet(int code, String... arguments) throws IOException, InterruptedException {
        Files.deleteIfExists(folder.resolve("out"));
        return ends(begin(arguments), code);
    }

    private String ends(Process process, int code) throws IOException, InterruptedException {
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve("err")))
                .isEqualTo(code);
        return Files.readString(folder.resolve("out"));
    }

    private static void interrupt(Process process) throws IOException, InterruptedException {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
    }

    /** Waits until something stands in what the process said on standard error. */
    private void says(Process process, String something) throws IOException, InterruptedException {
        while (!Files.readString(folder.resolve("err")).contains(something)) {
            assertThat(process.waitFor(20, TimeUnit.MILLISECONDS))
                    .as("ended without it: " + Files.readString(folder.resolve("err")))
                    .isFalse();
        }
    }

    /** Those that programs rely on. */
    private static void hasFixedFields(String answer) {
        JsonNode read = new JsonMapper().readTree(answer);
        assertThat(read.propertyNames()).contains("format", "fleet", "state", "vms", "cost_usd", "left");
        assertThat(read.get("format").asString()).isEqualTo("longhaul-fleet/1");
        assertThat(read.get("cost_usd").propertyNames()).contains("so_far", "per_hour");
        read.get("vms")
                .forEach(vm -> assertThat(vm.propertyNames()).contains("site", "id", "state", "address", "expires"));
    }

    private static String[] with(String[] more, String... arguments) {
        return Stream.of(arguments, more).flatMap(Stream::of).toArray(String[]::new);
    }

    private String file() {
        return folder.resolve("grid.yaml").toString();
    }

    @Test
    void a_fleet_in_three_clouds_is_raised_and_gone() throws Exception {
        Files.writeString(folder.resolve("grid.yaml"), GRID);
        var over = new AtomicBoolean();
        CompletableFuture<Set<String>> shown = CompletableFuture.supplyAsync(() -> shownOfProcesses(over));
        String[] account = {"--project", "p", "--subscription", "s"};
        String up = fleet(0, with(account, "up", file(), "--format", "json"));
        hasFixedFields(up);
        assertThat(up).contains("\"state\": \"up\"").contains("\"left\": 6");
        assertThat(cloud.vms())
                .extracting(vm -> vm.provider)
                .containsOnly("aws", "gcp", "azure")
                .hasSize(6);
        hasFixedFields(fleet(0, with(account, "status", file(), "--format", "json")));
        String down = fleet(0, with(account, "down", file(), "--format", "json"));
        hasFixedFields(down);
        assertThat(down).contains("\"state\": \"gone\"").contains("\"left\": 0");
        assertThat(cloud.left()).isEmpty();
        assertThat(cloud.touchedForeign()).isZero();
        // the key of the account is in no file, no output and no request
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(each, StandardCharsets.ISO_8859_1))
                        .as(each.toString())
                        .doesNotContain(KEY);
            }
        }
        assertThat(face.asked()).noneMatch(asked -> asked.contains(KEY));
        assertThat(google.asked()).noneMatch(asked -> asked.contains(KEY));
        assertThat(azure.asked()).noneMatch(asked -> asked.contains(KEY));
        // nor where everybody on this machine can look, while the commands ran
        over.set(true);
        assertThat(shown.get())
                .as("the commands were seen")
                .anyMatch(line -> line.contains("fleet\0up\0" + file()))
                .anyMatch(line -> line.contains("fleet\0down\0" + file()))
                .noneMatch(line -> line.contains(KEY));
    }

    /** Command lines, names and files of all processes, looked at again and again; what they were started with is their own. */
    private Set<String> shownOfProcesses(AtomicBoolean over) {
        Set<String> lines = new HashSet<>();
        while (!over.get()) {
            LockSupport.parkNanos(20_000_000);
            for (ProcessHandle process : ProcessHandle.allProcesses().toList()) {
                for (String what : List.of("cmdline", "comm", "status", "maps")) {
                    try {
                        Path place = Path.of("/proc", Long.toString(process.pid()), what);
                        String text = Files.readString(place, StandardCharsets.ISO_8859_1);
                        if (text.contains(KEY) || (what.equals("cmdline") && text.contains(file()))) {
                            lines.add(text);
                        }
                    } catch (IOException gone) {
                        // it has ended, or is not ours
                    }
                }
            }
        }
        return lines;
    }

    /** A campaign over two agents; its file, after which words for the command may come. */
    private String campaign(String agents, String more) throws IOException {
        return Files.writeString(folder.resolve("campaign.yaml"), """
                        format: longhaul-campaign/1
                        name: loopback
                        agents:
                        %sprobes:
                          load: {throughput: {streams: 2, duration: 1s, volume: 20MB}}
                        %s""".formatted(agents, more))
                .toString();
    }

    private String[] run(String campaign, String... more) {
        return with(
                more,
                "campaign",
                "run",
                campaign,
                "--into",
                folder.resolve("log").toString(),
                "--fleet",
                file());
    }

    private void isDown() throws IOException, InterruptedException {
        assertThat(cloud.left()).isEmpty();
        assertThat(cloud.touchedForeign()).isZero();
        assertThat(fleet(0, "status", file())).contains("gone");
    }

    @Test
    void a_campaign_takes_its_fleet_down_when_it_succeeds_and_when_it_fails() throws Exception {
        fleet(0, "up", file());
        String good = campaign("""
                  a: {site: "aws:us-east-1", orders: "127.0.0.1:1"}
                  b: {site: "gcp:us-central1", orders: "127.0.0.1:2"}
                """, "");
        ends(begin(HURRY, run(good, "--lab", "demo")), 0);
        isDown();
        // nothing is left to take down
        ends(begin(HURRY, run(good, "--lab", "demo", "--resume")), 2);

        int made = cloud.vms().size();
        fleet(0, "up", file());
        assertThat(cloud.vms()).hasSizeGreaterThan(made);
        ends(begin(HURRY, run(folder.resolve("missing.yaml").toString())), 2);
        isDown();
    }

    /** Slower than elsewhere: longer than a process that was told to end is usually given. */
    @Test
    void a_campaign_that_is_interrupted_takes_its_fleet_down() throws Exception {
        fleet(0, "up", file());
        try (CommandProcess one = agent("a");
                CommandProcess two = agent("b")) {
            String endless = campaign(participant("a", one) + participant("b", two), "blocks: 500\n");
            Process process = begin(5, run(endless));
            says(process, "Measuring");
            assertThat(cloud.left()).isNotEmpty();
            interrupt(process);
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(Files.readString(folder.resolve("err"))).contains("Fleet grid: gone");
        isDown();
    }

    private CommandProcess agent(String name) throws IOException {
        return CommandProcess.start(
                Files.createDirectories(folder.resolve(name)),
                List.of("agent", "--port", "0", "--orders-port", "0", "--site", "lab:" + name));
    }

    private static String participant(String name, CommandProcess agent) throws IOException, InterruptedException {
        String probes = agent.prints(Pattern.compile("Listening on (\\S+)\n")).group(1);
        String orders =
                agent.prints(Pattern.compile("Taking orders at (\\S+)\n")).group(1);
        return "  " + name + ": {site: \"lab:" + name + "\", orders: \"" + orders + "\", probes: \"" + probes + "\"}\n";
    }

    /** The local Google lets the account have 200 processors of N2, of which 64 are used. */
    @Test
    void a_quota_that_is_too_small_is_told_before_anything_is_made() throws Exception {
        String file = Files.writeString(
                        folder.resolve("grid.yaml"),
                        GRID.replace("n2-standard-32, count: 2", "n2-standard-32, count: 5"))
                .toString();
        String[] account = {"--project", "p", "--subscription", "s"};
        String plan = fleet(3, with(account, "plan", file, "--live"));
        assertThat(plan).containsPattern("N2_CPUS +160 +64 +200 +too small").contains("136 of 200 are left");
        JsonNode answer =
                new JsonMapper().readTree(fleet(3, with(account, "plan", file, "--live", "--format", "json")));
        assertThat(answer.get("quotas").findValuesAsString("id")).contains("N2_CPUS");
        fleet(3, with(account, "up", file));
        assertThat(Files.readString(folder.resolve("err"))).contains("Nothing was made");
        assertThat(cloud.vms()).isEmpty();
        Files.writeString(folder.resolve("grid.yaml"), GRID);
        assertThat(fleet(0, with(account, "plan", file, "--live"))).doesNotContain("too small");
    }

    @Test
    void what_was_reaped_can_be_raised_anew() throws Exception {
        fleet(0, "up", file());
        int made = cloud.vms().size();
        fleet(0, "reap", file(), "--expired");
        assertThat(cloud.left()).isNotEmpty();
        fleet(0, "reap", file());
        assertThat(fleet(0, "status", file())).contains("gone");
        fleet(0, "up", file());
        assertThat(cloud.vms()).hasSize(2 * made);
        fleet(0, "down", file());
        isDown();
    }

    @Test
    void an_interrupted_up_takes_down_what_it_made() throws Exception {
        Process process = begin("up", file());
        while (cloud.vms().isEmpty()) {
            assertThat(process.waitFor(1, TimeUnit.MILLISECONDS)).isFalse();
        }
        interrupt(process);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        isDown();
    }

    @Test
    void processes_killed_at_random_leave_nothing() throws Exception {
        killed(Integer.getInteger("longhaul.kills", 4), 16);
    }

    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "fleet-kills")
    void two_hundred_processes_killed_leave_nothing() throws Exception {
        for (int seed = 0; seed < 10; seed++) {
            killed(20, seed);
        }
    }

    /** Calls for VMs and what belongs to them, those about quotas left out. */
    private int requests() {
        return cloud.calls().entrySet().stream()
                .filter(call -> !call.getKey().matches("aws (.*ServiceQuotas|DescribeInstanceTypes)"))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    /** Raises and takes down, each killed at a random instant; then one that is let alone. */
    private void killed(int kills, long seed) throws Exception {
        var random = new SplittableRandom(seed);
        int made = cloud.vms().size();
        for (int i = 0; i < kills; i++) {
            Process process = i % 3 == 2 ? begin("down", file()) : begin("up", file());
            // the instant is drawn in requests, since most of a process's time passes before its first
            int requests = requests() + 6 + random.nextInt(18);
            while (requests() < requests && !process.waitFor(1, TimeUnit.MILLISECONDS)) {
                Thread.onSpinWait();
            }
            process.destroyForcibly().waitFor();
        }
        // by its journal, and without it
        fleet(0, random.nextBoolean() ? "reap" : "down", file());
        assertThat(cloud.left()).as("seed " + seed).isEmpty();
        assertThat(cloud.vms().size()).as("VMs were made, seed " + seed).isGreaterThan(made);
        assertThat(cloud.touchedForeign()).isZero();
        assertThat(cloud.foreignLeft()).isEqualTo(1);
        System.out.println("FleetTest, seed " + seed + ": " + kills + " killed, "
                + (cloud.vms().size() - made) + " VMs were made and are gone");
    }
}
