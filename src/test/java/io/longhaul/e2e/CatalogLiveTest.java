package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import io.longhaul.clouds.hostile.AwsFace;
import io.longhaul.clouds.hostile.AzureFace;
import io.longhaul.clouds.hostile.GcpFace;
import io.longhaul.clouds.hostile.HostileCatalogue;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.json.PriceBookJson;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
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

/**
 * {@code catalog --live} as a process, with the real SDK of each cloud, against clouds in this JVM. With
 * {@code -Dlonghaul.study=moto} and {@code moto_server} on the path, EC2 is moto.
 */
class CatalogLiveTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final int MOTO_SECONDS = 60;

    @TempDir
    private Path folder;

    private final HostileCloud cloud = new HostileCloud(InstantSource.system(), 16).prompt();
    private AwsFace aws;
    private GcpFace gcp;
    private AzureFace azure;
    private boolean withKeys = true;

    @BeforeEach
    void start() throws IOException {
        aws = new AwsFace(cloud);
        gcp = new GcpFace(cloud);
        azure = new AzureFace(cloud);
    }

    @AfterEach
    void stop() {
        aws.close();
        gcp.close();
        azure.close();
    }

    private Process begin(URI amazon, String... arguments) throws IOException {
        var line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dlonghaul.home=" + ROOT,
                "-Dlonghaul.clouds.endpoint.aws=" + amazon,
                "-Dlonghaul.clouds.endpoint.gcp=" + gcp.address(),
                "-Dlonghaul.clouds.endpoint.azure=" + azure.address()));
        // as the launcher has it: no room of a cloud is on it
        String path = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.matches(".*clouds-(aws|gcp|azure).*"))
                .collect(Collectors.joining(File.pathSeparator));
        line.addAll(List.of("-cp", path, Main.class.getName()));
        line.addAll(List.of(arguments));
        var builder = new ProcessBuilder(line)
                .redirectOutput(folder.resolve("out").toFile())
                .redirectError(folder.resolve("err").toFile());
        var environment = builder.environment();
        environment.keySet().removeIf(name -> name.startsWith("AWS_"));
        environment.put("AWS_EC2_METADATA_DISABLED", "true");
        environment.put("AWS_SHARED_CREDENTIALS_FILE", folder.resolve("none").toString());
        environment.put("AWS_CONFIG_FILE", folder.resolve("none").toString());
        environment.put("XDG_CACHE_HOME", folder.resolve("cache").toString());
        if (withKeys) {
            environment.put("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE");
            environment.put("AWS_SECRET_ACCESS_KEY", "an-example-that-opens-nothing");
        }
        return builder.start();
    }

    private String run(int code, String... arguments) throws IOException, InterruptedException {
        Process process = begin(aws.address(), arguments);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(err()).isEqualTo(code);
        return Files.readString(folder.resolve("out"));
    }

    private String err() throws IOException {
        return Files.readString(folder.resolve("err"));
    }

    private JsonNode catalog(int code, String... arguments) throws IOException, InterruptedException {
        String[] all = Stream.of(
                        Stream.of("catalog"),
                        Stream.of(arguments),
                        Stream.of("--project", "grid", "--subscription", "0016", "--format", "json"))
                .flatMap(some -> some)
                .toArray(String[]::new);
        return new JsonMapper().readTree(run(code, all));
    }

    @Test
    void three_clouds_are_asked_and_what_they_said_is_there_when_they_are_not() throws Exception {
        Path written = folder.resolve("catalogue.json");
        JsonNode live = catalog(0, "vm-types", "--live", "--write", written.toString());
        assertThat(live.get("answers").size()).isEqualTo(3);
        assertThat(live.get("vm_types").size()).isGreaterThan(3 * HostileCatalogue.MADE_UP);
        live.get("vm_types")
                .forEach(row -> assertThat(row.propertyNames())
                        .contains("provider", "name", "vcpus", "cards", "egress_bps", "source", "as_of", "standing"));
        Catalogue renewed = Catalogue.read(written);
        Catalogue shipped = Catalogue.shipped();
        assertThat(renewed.vmTypes()).hasSameSizeAs(shipped.vmTypes());
        assertThat(renewed.findVmType("aws", "m5.large").orElseThrow().caps())
                .isEqualTo(shipped.findVmType("aws", "m5.large").orElseThrow().caps());
        assertThat(renewed.findVmType("gcp", "n2-standard-32").orElseThrow().source())
                .contains("derived");

        assertThat(catalog(0, "vm-types", "--live").get("answers"))
                .allSatisfy(
                        answer -> assertThat(answer.get("cached").asBoolean()).isTrue());
        stop();
        JsonNode offline = catalog(0, "vm-types", "--offline");
        assertThat(offline.get("vm_types")).isEqualTo(live.get("vm_types"));
        assertThat(offline.get("answers"))
                .allSatisfy(answer -> assertThat(answer.get("age_s").asDouble()).isPositive());
        assertThat(err()).contains("ago");
        // older than it may be, and nobody answers: what is known is shown, and said to be incomplete
        JsonNode stale = catalog(4, "vm-types", "--live", "--max-age", "0s", "--provider", "azure");
        assertThat(stale.get("vm_types").size()).isGreaterThan(HostileCatalogue.MADE_UP);
        assertThat(stale.get("answers").get(0).get("problem").asString()).contains("no answer");
    }

    @Test
    void a_cloud_without_credentials_does_not_stop_the_others() throws Exception {
        withKeys = false;
        JsonNode said = catalog(4, "quotas", "--live");
        assertThat(said.get("quotas").size()).isPositive();
        said.get("quotas")
                .forEach(row -> assertThat(row.propertyNames())
                        .contains("region", "id", "name", "limit", "used", "source", "as_of", "standing"));
        JsonNode amazon = said.get("answers").get(0);
        assertThat(amazon.get("provider").asString()).isEqualTo("aws");
        assertThat(amazon.get("problem").asString()).contains("credentials");
        assertThat(amazon.get("advice").asString()).contains("aws sso login");
        assertThat(err()).contains("aws sso login");
        assertThat(catalog(4, "quotas", "--provider", "aws").get("quotas").size())
                .isZero();
    }

    @Test
    void prices_are_written_as_a_book_and_over_the_catalogue() throws Exception {
        Path book = folder.resolve("prices.json");
        Path written = folder.resolve("catalogue.json");
        aws.catalogue().change(2);
        JsonNode said = catalog(0, "prices", "--live", "--book", book.toString(), "--write", written.toString());
        assertThat(said.get("prices"))
                .anySatisfy(row -> assertThat(row.get("spot").asBoolean()).isTrue());
        SiteId east = SiteId.parse("aws:us-east-1");
        assertThat(new PriceBookJson()
                        .read(book)
                        .findVm(east, "m5.8xlarge")
                        .orElseThrow()
                        .price()
                        .dollars())
                .isEqualTo(3.072);
        assertThat(Catalogue.read(written)
                        .prices(List.of())
                        .findVm(SiteId.parse("aws:eu-west-1"), "m5.8xlarge")
                        .orElseThrow()
                        .price()
                        .dollars())
                .isEqualTo(3.072);
        JsonNode egress = catalog(0, "prices", "--offline", "--from", "gcp:us-central1");
        assertThat(egress.get("prices"))
                .anySatisfy(row -> assertThat(row.get("tiers").size()).isEqualTo(3));
    }

    @Test
    void a_difference_is_said_and_the_limits_that_flip_with_it() throws Exception {
        Path table = Files.writeString(folder.resolve("grid.csv"), """
                src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,cpu_pct,run
                aws:us-east-1,PREMIUM,m5.8xlarge,aws:eu-west-1,PREMIUM,m5.8xlarge,64,5,4.98e9,4.95e9,5,2022-01-29T22:19
                aws:eu-west-1,PREMIUM,m5.8xlarge,aws:us-east-1,PREMIUM,m5.8xlarge,64,5,4.98e9,4.95e9,5,2022-01-29T22:20
                """);
        String log = folder.resolve("log").toString();
        run(0, "import", "skyplane", table.toString(), "--into", log);
        aws.catalogue().change(4);
        JsonNode said = catalog(0, "diff", "--live", "--provider", "aws", "--log", log);
        assertThat(said.get("changes")).anySatisfy(change -> {
            assertThat(change.get("of").asString()).isEqualTo("aws:m5.8xlarge");
            assertThat(change.get("field").asString()).isEqualTo("egress");
            assertThat(change.get("before").asString()).isEqualTo("5.00 Gbit/s");
            assertThat(change.get("after").asString()).isEqualTo("2.50 Gbit/s");
        });
        assertThat(said.get("changes"))
                .anySatisfy(change -> assertThat(change.get("what").asString()).isEqualTo("vm_price"));
        assertThat(said.get("unlisted_vm_types").get("aws").asInt()).isEqualTo(HostileCatalogue.MADE_UP);
        assertThat(said.get("flips").size()).isPositive();
        said.get("flips")
                .forEach(flip -> assertThat(flip.propertyNames()).contains("from", "to", "what", "before", "after"));
    }

    @Test
    void a_file_of_the_cache_that_is_none_is_asked_anew() throws Exception {
        catalog(0, "regions", "--live", "--provider", "gcp");
        try (Stream<Path> files = Files.list(folder.resolve("cache/longhaul/catalog"))) {
            for (Path file : files.toList()) {
                Files.writeString(file, "{\"format\": \"longhaul-cloud-facts/1\", \"question\": 7}");
            }
        }
        assertThat(catalog(4, "regions", "--offline", "--provider", "gcp")
                        .get("regions")
                        .size())
                .isZero();
        assertThat(err()).contains("question");
        assertThat(catalog(0, "regions", "--live", "--provider", "gcp")
                        .get("regions")
                        .size())
                .isPositive();
    }

    /** A second opinion: what moto took from EC2 says the same of every type that both know. */
    @Test
    @Tag("study")
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "moto")
    void moto_agrees_with_the_shipped_catalogue() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process moto = new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", Integer.toString(port))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("moto").toFile())
                .start();
        try {
            for (int i = 0; !answers(port); i++) {
                assertThat(i).as(Files.readString(folder.resolve("moto"))).isLessThan(MOTO_SECONDS * 10);
                Thread.sleep(100);
            }
            Path written = folder.resolve("catalogue.json");
            Process live = begin(
                    URI.create("http://127.0.0.1:" + port),
                    "catalog",
                    "vm-types",
                    "--live",
                    "--provider",
                    "aws",
                    "--write",
                    written.toString());
            assertThat(live.waitFor(300, TimeUnit.SECONDS)).isTrue();
            assertThat(live.exitValue()).as(err()).isZero();
            Catalogue shipped = Catalogue.shipped();
            Catalogue said = Catalogue.read(written);
            var compared = new TreeSet<String>();
            shipped.vmTypes().stream()
                    .filter(type -> type.provider().equals("aws"))
                    .forEach(type -> {
                        var other = said.findVmType("aws", type.name()).orElseThrow();
                        if (other.source().contains("DescribeInstanceTypes;")) {
                            assertThat(other.vcpus()).as(type.name()).isEqualTo(type.vcpus());
                            assertThat(other.caps()).as(type.name()).isEqualTo(type.caps());
                            compared.add(type.name());
                        }
                    });
            assertThat(compared).hasSize(19);
        } finally {
            moto.destroy();
        }
    }

    private static boolean answers(int port) {
        try (Socket open = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return open.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }
}
