package io.longhaul.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.store.grid.GridReader;
import io.longhaul.store.grid.ProblemsReader;
import io.longhaul.store.grid.TracesReader;
import io.longhaul.store.imports.CsvField;
import io.longhaul.store.imports.CsvImporter;
import io.longhaul.store.imports.CsvMapping;
import io.longhaul.store.imports.ImportProgress;
import io.longhaul.store.imports.Iperf3Importer;
import io.longhaul.store.imports.Iperf3Options;
import io.longhaul.store.imports.SkyplaneImporter;
import io.longhaul.store.imports.SkyplaneOptions;
import io.longhaul.store.json.MeasurementJson;
import io.longhaul.store.json.PlanAnswer;
import io.longhaul.store.json.PlanJson;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.MeasurementLog;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Files may come from anybody: every reader reads a file, or refuses it by a sentence that names it; it never fails otherwise. */
class HostileFilesTest {
    private static final int TRIES = 300;

    /** What stands in the place of a value: of another type, out of range, out of all reason. */
    private static final List<String> VALUES = List.of(
            "1e400",
            "-1e400",
            "1e-400",
            "1e308",
            "-1",
            "0",
            "-0.0",
            "0.1",
            "9223372036854775807",
            "9223372036854775808",
            "-9223372036854775808",
            "99999999999999999999999999999999",
            "1e18",
            "1e19",
            "123456789012345678.123456789012345678",
            "0.0000000000000000000000000000001",
            "null",
            "true",
            "[]",
            "{}",
            "[[]]",
            "\"\"",
            "\"NaN\"",
            "NaN",
            "\"1e400\"",
            "\"\\u0000\"",
            "\"\\u001b[2J\"",
            "\"+1000000000-12-31T23:59:59Z\"",
            "\"-1000000000-01-01T00:00:00Z\"",
            "\"9999-12-31\"",
            "\"aws:\"",
            "\":\"",
            "\"aws:us-east-1\"",
            "\"9PB\"",
            "\"1e400Gbit/s\"",
            "\"99999999999Tbit/s\"",
            "2147483648",
            "-2147483649",
            "65536",
            "1.5");

    private static final List<String> CELLS = List.of(
            "",
            "1e400",
            "NaN",
            "Infinity",
            "-1",
            "0",
            "9223372036854775808",
            "1e18",
            "1e19",
            "0x1p3",
            "1f",
            "1d",
            "1e999999999",
            "2147483648",
            "\u0000",
            "\u001b[2J",
            "aws:",
            "aws:us-east-1",
            "99999999999-01-01T00:00",
            "2022-13-99T99:99",
            "9999999-01",
            "\"",
            "\"\"\"",
            ",",
            "\n",
            "1e-400",
            "00",
            "١٢");

    private static final String CSV = """
            from,to,mbps,rtt,streams,at,secs,win
            aws:a,gcp:b,940.5,20.1,8,2026-11-21T03:17:00Z,10,7MiB
            aws:a,azure:c,1,2,3,2026-11-21,5,1MiB
            """;
    private static final String LINKS = """
            from,to,streams,bits_per_second,rtt_ms,stddev_bps,spread_seconds,samples
            aws:a,gcp:b,8,4900000000,20,1000000,60,5
            aws:a,azure:c,8,90000,20,,,
            """;
    private static final String PRICES = """
            from,to,usd_per_gb
            aws:a,gcp:b,0.09
            aws:a,azure:c,0.02
            """;
    private static final String CAPS = """
            vm_price_usd_per_hour: 0.54
            providers:
              aws: {egress: 5Gbit/s, ingress: 10Gbit/s, vm_types: [m5], quotas: {m5: 4}}
              gcp: {egress: 7Gbit/s, ingress: 16Gbit/s, per_flow: 3Gbit/s}
              azure: {egress: 7Gbit/s, ingress: 16Gbit/s, vm_price_usd_per_hour: 0.1}
            vm_types:
              m5: {egress: 5Gbit/s, ingress: 10Gbit/s, quota: 5}
            sites:
              gcp:b: {token_bucket: {high: 7Gbit/s, low: 1Gbit/s, budget: 1TB, refill: 1Gbit/s}}
            """;
    private static final String SKYPLANE = """
            src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,run,cpu_pct
            aws:a,PREMIUM,m5,gcp:b,PREMIUM,n2,64,10,5000000000,4900000000,2022-01-29T22:19,50
            """;
    private static final String SKYPLANE_PRICES = """
            src,dst,usd_per_gb,grids
            aws:a,gcp:b,0.09,2022-05+2023-02
            aws:a,azure:c,0.09,2022-05
            """;

    @TempDir
    private static Path directory;

    /** A kind of file: a good one, and who reads it. */
    private record Kind(String name, String good, Reader reader) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Reader {
        void read(Path file) throws IOException;
    }

    static Stream<Kind> kinds() throws IOException {
        List<Kind> kinds = new ArrayList<>();
        var json = new MeasurementJson();
        Samples.oneOfEach()
                .forEach(measurement -> kinds.add(
                        new Kind("measurement " + measurement.header().id(), json.toJson(measurement), json::read)));
        var records = new RandomRecords(new Random(18), 0);
        var snapshot = new Snapshot(
                Instant.EPOCH,
                List.of(records.next(SiteEstimate.class), records.next(SiteEstimate.class)),
                List.of(records.next(LinkEstimate.class), records.next(LinkEstimate.class)),
                List.of(records.next(FailedRun.class)),
                List.of(records.next(Prediction.class)));
        kinds.add(new Kind("snapshot", new SnapshotJson().toJson(snapshot), file -> new SnapshotJson().read(file)));
        var book = new PriceBook(List.of(records.next(EgressPrice.class)), List.of(records.next(VmPrice.class)));
        kinds.add(new Kind("price book", new PriceBookJson().toJson(book), file -> new PriceBookJson().read(file)));
        TransferPlan plan = records.next(TransferPlan.class);
        while (plan.from().equals(plan.to())) {
            plan = records.next(TransferPlan.class);
        }
        var answer = new PlanAnswer(
                TransferRequest.of(plan.from(), plan.to(), plan.size()), new PlanOutcome.Found(plan), Duration.ZERO);
        kinds.add(new Kind("plan", new PlanJson().toJson(answer), file -> new PlanJson().readPlan(file)));
        Path links = Files.writeString(directory.resolve("good-links.csv"), LINKS);
        Path prices = Files.writeString(directory.resolve("good-prices.csv"), PRICES);
        Path caps = Files.writeString(directory.resolve("good-caps.yaml"), CAPS);
        kinds.add(new Kind("links", LINKS, file -> GridReader.read(file, prices, caps, note -> {})));
        kinds.add(new Kind("grid prices", PRICES, file -> GridReader.read(links, file, caps, note -> {})));
        kinds.add(new Kind("caps", CAPS, file -> GridReader.read(links, prices, file, note -> {})));
        kinds.add(new Kind(
                "traces",
                "from,to,second,bits_per_second\naws:a,gcp:b,0,5e9\naws:a,gcp:b,60,4e9\n",
                file -> TracesReader.read(file)));
        kinds.add(new Kind(
                "problems",
                "from,to,rate_gbps,size_gb,max_vms_per_site\naws:a,gcp:b,5.31,100,4\naws:a,gcp:b,,1,2\n",
                file -> ProblemsReader.read(file)));
        kinds.add(new Kind(
                "iperf3",
                iperf3Report(),
                file -> new Iperf3Importer(iperf3())
                        .importInto(log(), List.of(file), ImportProgress.NONE, warning -> {})));
        kinds.add(new Kind(
                "csv",
                CSV,
                file -> new CsvImporter(mapping())
                        .importInto(log(), List.of(file), ImportProgress.NONE, warning -> {})));
        for (String table : List.of(SKYPLANE, SKYPLANE_PRICES)) {
            kinds.add(new Kind(
                    "skyplane " + (table.equals(SKYPLANE) ? "throughput" : "prices"),
                    table,
                    file -> new SkyplaneImporter(SkyplaneOptions.DEFAULT)
                            .importInto(log(), List.of(file), ImportProgress.NONE, warning -> {})));
        }
        return kinds.stream();
    }

    private static String iperf3Report() throws IOException {
        try (InputStream report = HostileFilesTest.class.getResourceAsStream("imports/iperf3-fwd.json")) {
            return new String(report.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static MeasurementLog log() throws IOException {
        return MeasurementLog.at(Files.createTempDirectory(directory, "log"));
    }

    private static Iperf3Options iperf3() {
        return new Iperf3Options(
                SiteId.parse("aws:a"), SiteId.parse("gcp:b"), Optional.empty(), Optional.empty(), Optional.empty());
    }

    private static CsvMapping mapping() {
        return new CsvMapping(
                Map.of(
                        CsvField.FROM,
                        "from",
                        CsvField.TO,
                        "to",
                        CsvField.SENT,
                        "mbps",
                        CsvField.RTT,
                        "rtt",
                        CsvField.STREAMS,
                        "streams",
                        CsvField.STARTED,
                        "at",
                        CsvField.DURATION,
                        "secs",
                        CsvField.WINDOW,
                        "win"),
                Optional.of(Bandwidth.ofMegabitsPerSecond(1)),
                Optional.of(Duration.ofMillis(1)),
                1,
                Instant.EPOCH,
                Duration.ofSeconds(10),
                "table",
                Optional.empty());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void aBadFileIsRefusedByASentence(Kind kind) throws IOException {
        long seed = Long.getLong("longhaul.seed", System.nanoTime());
        System.out.println("HostileFilesTest, " + kind + ": -Dlonghaul.seed=" + seed);
        Random random = new Random(seed);
        Path file = directory.resolve("hostile-file");
        Files.writeString(file, kind.good());
        kind.reader().read(file);
        int refused = 0;
        for (int i = 0; i < TRIES; i++) {
            byte[] text = spoilt(kind, random);
            Files.write(file, text);
            try {
                kind.reader().read(file);
            } catch (InvalidInputException e) {
                refused++;
                assertThat(e.message()).as(show(text)).contains(file.toString()).doesNotContain("null.");
                assertThat(e.advice()).as(show(text)).isNotBlank();
            } catch (RuntimeException | StackOverflowError e) {
                throw new AssertionError("Not refused but failed: " + show(text), e);
            }
        }
        assertThat(refused).isGreaterThan(TRIES / 10);
    }

    private static String show(byte[] text) {
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    private static byte[] spoilt(Kind kind, Random random) {
        String good = kind.good();
        boolean table = !good.startsWith("{") && !kind.name().equals("caps");
        return switch (random.nextInt(8)) {
            case 0 -> cut(good, random);
            case 1 -> flipped(good, random);
            case 2 -> nested(good, random);
            default -> valued(good, table, random).getBytes(StandardCharsets.UTF_8);
        };
    }

    private static final Pattern JSON_VALUE = Pattern.compile(
            "(?<=[:\\[,] ?)(\"[^\"]*\"|-?[0-9][0-9.eE+-]*|true|false|null|\\[\\]|[0-9A-Za-z/.]+)(?=[,}\\]\\s])");
    private static final Pattern CELL = Pattern.compile("(?<=[,\\n])[^,\\n]+");

    /** One value, or two, replaced by others. */
    private static String valued(String good, boolean table, Random random) {
        String text = good;
        for (int i = random.nextInt(2); i >= 0; i--) {
            List<MatchResult> places =
                    (table ? CELL : JSON_VALUE).matcher(text).results().toList();
            MatchResult place = places.get(random.nextInt(places.size()));
            List<String> values = table ? CELLS : VALUES;
            text = text.substring(0, place.start())
                    + values.get(random.nextInt(values.size()))
                    + text.substring(place.end());
        }
        return text;
    }

    private static byte[] cut(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(all, random.nextInt(all.length));
    }

    private static byte[] flipped(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        for (int i = random.nextInt(3); i >= 0; i--) {
            all[random.nextInt(all.length)] = (byte) random.nextInt(256);
        }
        return all;
    }

    /** Depth without end. */
    private static byte[] nested(String good, Random random) {
        int at = random.nextInt(good.length());
        int depth = 1 << random.nextInt(18);
        String open = List.of("[", "{\"a\":", "{a: ", "- ", "\"", "? ", "&a [*a, ", "!!x ")
                .get(random.nextInt(8));
        return (good.substring(0, at) + open.repeat(depth) + good.substring(at)).getBytes(StandardCharsets.UTF_8);
    }
}
