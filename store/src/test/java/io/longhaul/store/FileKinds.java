package io.longhaul.store;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Prediction;
import io.longhaul.core.estimate.SiteEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.JobPlan;
import io.longhaul.core.job.LeagueRow;
import io.longhaul.core.job.RoutedFlow;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.topology.VmType;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.catalogue.CatalogueRenewal;
import io.longhaul.store.catalogue.EgressRule;
import io.longhaul.store.catalogue.SourceNote;
import io.longhaul.store.coflow.CoflowTrace;
import io.longhaul.store.csv.SampleFile;
import io.longhaul.store.grid.GridReader;
import io.longhaul.store.grid.ProblemsReader;
import io.longhaul.store.grid.RequestsReader;
import io.longhaul.store.grid.TracesReader;
import io.longhaul.store.imports.CsvField;
import io.longhaul.store.imports.CsvImporter;
import io.longhaul.store.imports.CsvMapping;
import io.longhaul.store.imports.ImportProgress;
import io.longhaul.store.imports.Iperf3Importer;
import io.longhaul.store.imports.Iperf3Options;
import io.longhaul.store.imports.SkyplaneImporter;
import io.longhaul.store.imports.SkyplaneOptions;
import io.longhaul.store.json.FingerprintJson;
import io.longhaul.store.json.JobJson;
import io.longhaul.store.json.JobPlansJson;
import io.longhaul.store.json.JobsJson;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.LeagueRowJson;
import io.longhaul.store.json.MeasurementJson;
import io.longhaul.store.json.PlanAnswer;
import io.longhaul.store.json.PlanJson;
import io.longhaul.store.json.PriceBookJson;
import io.longhaul.store.json.SnapshotJson;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import io.longhaul.store.trace.JobTrace;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every kind of file that a reader of this room takes: a good one of each, and who reads it. */
final class FileKinds {
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
    private static final String CATALOGUE = """
            {
              "format": "longhaul-catalogue/1",
              "sources": {"pages": {"text": "A page", "as_of": "2026-11-23"}},
              "billing": [{"provider": "aws", "boot_s": 35, "minimum_s": 60, "source": "pages"}],
              "vm_types": [{"provider": "aws", "name": "m5", "vcpus": 2, "egress": "5Gbit/s", "ingress": "1Gbit/s",
                "per_flow": "5Gbit/s", "token_bucket": {"high": "5Gbit/s", "low": "1Gbit/s", "budget": "9GB",
                "refill": "1Gbit/s", "source": "pages"}, "source": "pages"}],
              "vm_prices": [{"provider": "aws", "vm_type": "m5", "regions": ["eu-west-1"], "usd_per_hour": 0.1,
                "source": "pages"}],
              "egress": [{"provider": "aws", "from": ["eu-west-1", "any"], "to": "internet",
                "tiers": [{"up_to": "10TB", "usd_per_gb": 0.09}, {"usd_per_gb": 0.05}], "source": "pages"}]
            }
            """;
    private static final String JOB = """
            format: longhaul-job/1
            name: clicks
            cluster:
              aws:a: {vms: 2, slots: 4}
              gcp:b: {vms: 1, slots: 8}
            datasets:
              - {name: log, sizes: {"aws:a": 400GB, "gcp:b": 120GB}, may_not_go: [gcp:b]}
            stages:
              - {name: parse, kind: read, inputs: [log], selectivity: 0.1, seconds_per_gb: 2}
              - {name: group, kind: shuffle, inputs: [parse], output: 3GB}
              - {name: store, kind: write, inputs: [group], at: gcp:b}
            deadline: 10min
            """;
    private static final String JOBS = """
            format: longhaul-jobs/1
            name: morning
            cluster:
              aws:a: {vms: 2, slots: 4}
              gcp:b: {vms: 1, slots: 8}
            jobs:
              - name: clicks
                datasets:
                  - {name: log, sizes: {"aws:a": 400GB, "gcp:b": 120GB}}
                stages:
                  - {name: group, kind: shuffle, inputs: [log], output: 3GB}
              - name: models
                arrival: 90s
                weight: 2
                datasets:
                  - {name: parts, sizes: {"aws:a": 1GB, "gcp:b": 1GB}}
                stages:
                  - {name: merge, kind: exchange, inputs: [parts], seconds_per_gb: 3}
                repeat: {rounds: 10, factor: 0.2}
            """;
    private static final Map<String, String> SKYPLANE =
            Map.of("throughput", """
            src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,run,cpu_pct
            aws:a,PREMIUM,m5,gcp:b,PREMIUM,n2,64,10,5000000000,4900000000,2022-01-29T22:19,50
            """, "round-trip times", """
            src,src_tier,src_vm,dst,dst_tier,dst_vm,min_ms,avg_ms,max_ms,rtt_ms,rtt_from
            aws:a,PREMIUM,m5,gcp:b,PREMIUM,n2,20.1,21.5,30.2,20.1,own
            """, "prices", """
            src,dst,usd_per_gb,grids
            aws:a,gcp:b,0.09,2022-05+2023-02
            aws:a,azure:c,0.09,2022-05
            """, "prices of AWS", """
            src,dst,usd_per_gb
            us-east-1,eu-west-1,0.02
            us-east-1,internet,0.09
            """);

    private FileKinds() {}

    /**
     * A kind of file: a good one, and who reads it.
     *
     * @param group of those that one search by octets is for
     * @param readers by class and method, whom the reading goes through
     */
    record Kind(String group, String name, String good, List<String> readers, Reader reader) {
        /** Reads a file that may be anything: it has a value, or is refused by a sentence. Said of a reader that fails otherwise. */
        void readHostile(Path file) throws IOException {
            try {
                reader.read(file);
            } catch (LonghaulException refused) {
                if (refused.message().isBlank() || refused.advice().isBlank()) {
                    throw new AssertionError("Refused without a word or a way out", refused);
                }
            }
        }

        boolean isTable() {
            return good.indexOf('{') < 0;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    interface Reader {
        void read(Path file) throws IOException;
    }

    /** The name of a file that a log has, too, so that every reader finds it. */
    static Path hostileFile(Path folder) throws IOException {
        return Files.createDirectories(folder.resolve("hostile")).resolve("segment-000001.jsonl");
    }

    private static <T> List<T> twoOf(RandomRecords records, Class<T> type, Function<T, ?> key) {
        T one = records.next(type);
        T other = records.next(type);
        while (key.apply(other).equals(key.apply(one))) {
            other = records.next(type);
        }
        return List.of(one, other);
    }

    static List<Kind> all(Path directory) throws IOException {
        var kinds = new ArrayList<Kind>();
        var json = new MeasurementJson();
        Samples.oneOfEach()
                .forEach(measurement -> kinds.add(json(
                        "measurements", "measurement " + measurement.header().id(), json, measurement)));
        var records = new RandomRecords(new Random(18), 0);
        var snapshot = new Snapshot(
                Instant.EPOCH,
                twoOf(records, SiteEstimate.class, SiteEstimate::id),
                twoOf(records, LinkEstimate.class, LinkEstimate::link),
                List.of(records.next(FailedRun.class)),
                List.of(records.next(Prediction.class)));
        kinds.add(json("snapshots", "snapshot", new SnapshotJson(), snapshot));
        var book = new PriceBook(List.of(records.next(EgressPrice.class)), List.of(records.next(VmPrice.class)));
        kinds.add(json("priceBooks", "price book", new PriceBookJson(), book));
        kinds.add(new Kind(
                "catalogues",
                "catalogue",
                CATALOGUE,
                List.of("Catalogue.read", "CatalogueRenewal.of"),
                FileKinds::readCatalogue));
        kinds.add(json("fingerprints", "fingerprint", new FingerprintJson(), records.next(Fingerprint.class)));
        TransferPlan plan = records.next(TransferPlan.class);
        while (plan.to().isEmpty()
                || plan.to().contains(plan.from())
                || Set.copyOf(plan.to()).size() < plan.to().size()) {
            plan = records.next(TransferPlan.class);
        }
        var answer = new PlanAnswer(
                TransferRequest.of(plan.from(), plan.to(), plan.size()), new PlanOutcome.Found(plan), Duration.ZERO);
        kinds.add(new Kind(
                "plans",
                "plan",
                new PlanJson().toJson(answer),
                List.of("PlanJson.readPlan"),
                file -> new PlanJson().readPlan(file)));
        kinds.add(new Kind(
                "logs",
                "log",
                Samples.oneOfEach().stream().map(json::toJsonLine).collect(Collectors.joining("\n", "", "\n")),
                List.of("MeasurementLog.at", "LineLog.at"),
                FileKinds::readLog));
        Path links = Files.writeString(directory.resolve("good-links.csv"), LINKS);
        Path prices = Files.writeString(directory.resolve("good-prices.csv"), PRICES);
        Path caps = Files.writeString(directory.resolve("good-caps.yaml"), CAPS);
        List<String> grid = List.of("GridReader.read", "CsvTable.open");
        kinds.add(new Kind("links", "links", LINKS, grid, file -> GridReader.read(file, prices, caps, note -> {})));
        kinds.add(new Kind(
                "pricesOfAGrid", "grid prices", PRICES, grid, file -> GridReader.read(links, file, caps, note -> {})));
        kinds.add(new Kind(
                "pricesOfAGrid",
                "grid prices alone",
                PRICES,
                List.of("GridReader.prices"),
                file -> GridReader.prices(file)));
        kinds.add(new Kind(
                "caps",
                "caps",
                CAPS,
                List.of("GridReader.read", "GridReader.withCaps", "YamlText.read"),
                file -> GridReader.withCaps(GridReader.read(links, prices, file, note -> {}), file, note -> {})));
        kinds.add(new Kind(
                "traces",
                "traces",
                "from,to,second,bits_per_second\naws:a,gcp:b,0,5e9\naws:a,gcp:b,60,4e9\n",
                List.of("TracesReader.read"),
                file -> TracesReader.read(file)));
        kinds.add(new Kind(
                "problems",
                "problems",
                "from,to,rate_gbps,size_gb,max_vms_per_site\naws:a,gcp:b,5.31,100,4\naws:a,gcp:b,,1,2\n",
                List.of("ProblemsReader.read"),
                file -> ProblemsReader.read(file)));
        kinds.add(new Kind(
                "requests",
                "requests",
                "name,from,to,size,deadline,rate,weight\nnightly,aws:a,gcp:b,20TB,6h,2Gbit/s,3\n,aws:a,gcp:b,5GB,,,\n",
                List.of("RequestsReader.read"),
                file -> RequestsReader.read(file)));
        kinds.add(new Kind(
                "samples",
                "samples",
                "# seconds\n16500\n2e4\n2\n",
                List.of("SampleFile.read"),
                file -> SampleFile.read(file)));
        var jobs = new JobJson();
        kinds.add(new Kind(
                "jobs", "job in YAML", JOB, List.of("JobJson.readJsonOrYaml"), file -> jobs.readJsonOrYaml(file)));
        Path job = Files.writeString(directory.resolve("good-job.yaml"), JOB);
        kinds.add(json("jobs", "job", jobs, jobs.readJsonOrYaml(job)));
        var sets = new JobsJson();
        kinds.add(new Kind(
                "jobs", "jobs in YAML", JOBS, List.of("JobsJson.readJsonOrYaml"), file -> sets.readJsonOrYaml(file)));
        Path set = Files.writeString(directory.resolve("good-jobs.yaml"), JOBS);
        kinds.add(json("jobs", "jobs", sets, sets.readJsonOrYaml(set)));
        kinds.add(new Kind(
                "jobs",
                "trace of jobs",
                "job,submit_s,input_bytes,shuffle_bytes,output_bytes\n0,49,740773,2339561,627471\n1,101,7,0,4\n",
                List.of("JobTrace.read"),
                file -> JobTrace.read(file)));
        kinds.add(json("jobs", "row of a league", new LeagueRowJson(), leagueRow()));
        kinds.add(json("jobs", "plans of a job", new JobPlansJson(), jobPlans(jobs.readJsonOrYaml(job))));
        kinds.add(new Kind(
                "coflowTraces",
                "coflow trace",
                "3 2\n1 0 2 0 1 1 2:30\n2 1500 1 2 2 0:1.5 1:2\n",
                List.of("CoflowTrace.read"),
                file -> CoflowTrace.read(file)));
        var iperf3 = new Iperf3Importer(new Iperf3Options(
                SiteId.parse("aws:a"), SiteId.parse("gcp:b"), Optional.empty(), Optional.empty(), Optional.empty()));
        kinds.add(imported("iperf3Reports", "iperf3", iperf3Report(), "Iperf3Importer.importInto", iperf3::importInto));
        kinds.add(imported(
                "csvTables", "csv", CSV, "CsvImporter.importInto", new CsvImporter(mapping(columns()))::importInto));
        kinds.add(imported(
                "csvTables",
                "csv by its names",
                CSV,
                "CsvImporter.importInto",
                new CsvImporter(mapping(Map.of()))::importInto));
        SKYPLANE.forEach((name, table) -> kinds.add(imported(
                "skyplaneTables",
                "skyplane " + name,
                table,
                "SkyplaneImporter.importInto",
                new SkyplaneImporter(SkyplaneOptions.DEFAULT)::importInto)));
        return kinds;
    }

    /** What was read can be asked, and renewed by what a cloud says. */
    private static void readCatalogue(Path file) {
        SiteId from = SiteId.parse("aws:eu-west-1");
        SiteId to = SiteId.parse("gcp:us-central1");
        Catalogue.read(file).prices(List.of(from, to));
        CatalogueRenewal renewal = CatalogueRenewal.of(Optional.of(file));
        LocalDate day = LocalDate.of(2026, 11, 23);
        VmCaps caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(1), Bandwidth.ofGigabitsPerSecond(1));
        renewal.vmTypes(
                List.of(
                        new VmType("aws", "m5", 2, Optional.of(caps), "a call", day),
                        new VmType("aws", "m6", 2, Optional.of(caps), "a call", day)),
                Set.of("m6"));
        var hour = PricePerHour.ofDollars(0.2);
        renewal.vmPrices(List.of(new VmPrice("aws", Optional.of("eu-west-1"), "m5", hour, "a call", Optional.of(day))));
        renewal.egress(List.of(new EgressRule(
                "aws",
                List.of("eu-west-1"),
                "internet",
                List.of(new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.08))),
                new SourceNote("a call", day))));
        Catalogue renewed = renewal.catalogue();
        boolean isNew = renewed.findVmType("aws", "m6").isPresent()
                && renewed.prices(List.of())
                        .findVm(from, "m5")
                        .orElseThrow()
                        .price()
                        .equals(hour)
                && renewed.findEgress(new Link(from, to)).orElseThrow().source().equals("a call");
        if (!isNew) {
            throw new AssertionError("Not renewed");
        }
    }

    private static LeagueRow leagueRow() {
        return new LeagueRow(
                "tuned",
                "drawn",
                "1 tpcds q3",
                "terra",
                LeagueRow.Input.MORE_STREAMS,
                OptionalDouble.of(12.5),
                3.25,
                0.5,
                OptionalDouble.of(14),
                0.75,
                "");
    }

    /** Not a good plan, but one of every field. */
    private static JobPlansJson.Answer jobPlans(Job job) {
        SiteId from = SiteId.parse("aws:a");
        SiteId to = SiteId.parse("gcp:b");
        var flow = new RoutedFlow(
                from,
                to,
                DataSize.ofMegabytes(3),
                List.of(),
                8,
                3e6,
                0,
                List.of(new RoutedFlow.Piece(Duration.ZERO, Duration.ofSeconds(1), Bandwidth.ofMegabitsPerSecond(24))));
        List<JobPlan.StagePlan> stages = job.stages().stream()
                .map(stage -> new JobPlan.StagePlan(
                        stage.name(),
                        Map.of(to, 1.0),
                        List.of(flow),
                        1,
                        Duration.ZERO,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        "egress of aws:a"))
                .toList();
        var plan = new JobPlan(
                "terra",
                job.name(),
                0,
                Map.of(from, 1, to, 1),
                List.of(new JobPlan.Move("log", flow)),
                stages,
                Duration.ofSeconds(9),
                Duration.ofSeconds(8),
                Money.ofDollars(2),
                Money.ofDollars(1));
        return new JobPlansJson.Answer(
                job, List.of(new JobPlansJson.Timed(plan, Duration.ofMillis(3))), List.of(), List.of("It is one."));
    }

    /** What was read is written, and read again the same. */
    private static <T> Kind json(String group, String name, JsonFormat<T> format, T good) {
        return new Kind(
                group, name, format.toJson(good), List.of(format.getClass().getSimpleName() + ".read"), file -> {
                    String text = format.toJson(format.read(file));
                    if (!format.toJson(format.fromJson(text, "its own text")).equals(text)) {
                        throw new AssertionError("Read otherwise than written: " + text);
                    }
                });
    }

    private interface Importer {
        void importInto(MeasurementLog log, List<Path> files, ImportProgress progress, Consumer<LogWarning> warnings);
    }

    /** What was imported can be read from its log. */
    private static Kind imported(String group, String name, String good, String reader, Importer importer) {
        return new Kind(group, name, good, List.of(reader), file -> {
            Path folder = Files.createTempDirectory("log");
            try {
                var log = MeasurementLog.at(folder);
                importer.importInto(log, List.of(file), ImportProgress.NONE, warning -> {});
                readable(() -> log.readAll(ReadOptions.strict(warning -> {})));
            } finally {
                delete(folder);
            }
        });
    }

    /** With corrupt lines passed over, whatever is wrong in them; then strictly. */
    private static void readLog(Path file) {
        var log = MeasurementLog.at(Objects.requireNonNull(file.getParent()));
        readable(() -> log.readAll(ReadOptions.skippingCorrupt(warning -> {})));
        log.readAll(ReadOptions.strict(warning -> {}));
    }

    private static void readable(Runnable read) {
        try {
            read.run();
        } catch (LonghaulException refused) {
            throw new AssertionError("Not to be refused", refused);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static String iperf3Report() throws IOException {
        try (InputStream report = FileKinds.class.getResourceAsStream("imports/iperf3-fwd.json")) {
            return new String(report.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<CsvField, String> columns() {
        return Map.of(
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
                "win");
    }

    private static CsvMapping mapping(Map<CsvField, String> columns) {
        return new CsvMapping(
                columns,
                Optional.of(Bandwidth.ofMegabitsPerSecond(1)),
                Optional.of(Duration.ofMillis(1)),
                1,
                Instant.EPOCH,
                Duration.ofSeconds(10),
                "table",
                Optional.empty());
    }
}
