package io.longhaul.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command, and the word auto, on a machine whose metadata service speaks as Google Cloud's does. */
class WhereAmICommandTest {
    private static final String SERVICE = "longhaul.metadata";

    @TempDir
    private Path folder;

    private HttpServer server;
    private int asked;

    private record Run(int code, String out, String err) {}

    private static Run run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                arguments);
        return new Run(code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        System.setProperty(SERVICE, "http://127.0.0.1:" + server.getAddress().getPort());
    }

    @AfterEach
    void stop() {
        System.clearProperty(SERVICE);
        server.stop(0);
    }

    private void google() {
        server.createContext("/computeMetadata/v1/instance/", exchange -> {
            asked++;
            exchange.getResponseHeaders().add("Metadata-Flavor", "Google");
            byte[] name = (exchange.getRequestURI().getPath().endsWith("zone")
                            ? "projects/1/zones/us-east1-b"
                            : "projects/1/machineTypes/n2-standard-32")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, name.length);
            exchange.getResponseBody().write(name);
            exchange.close();
        });
    }

    @Test
    void saysWhereItIs() {
        google();
        Run run = run("whereami");
        assertThat(run.code).isZero();
        assertThat(run.out).contains("gcp:us-east1-b", "n2-standard-32");
        JsonNode json = JsonMapper.shared().readTree(run("whereami", "--format", "json").out);
        assertThat(json.get("format").asString()).isEqualTo("longhaul-whereami/1");
        assertThat(json.get("region").asString()).isEqualTo("us-east1");
    }

    @Test
    void offACloudItSaysSoAndEndsWithOne() {
        Run run = run("whereami");
        assertThat(run.code).isEqualTo(1);
        assertThat(run.out).contains("no VM", "aws: HTTP 404", "gcp: HTTP 404", "azure: HTTP 404");
        JsonNode json = JsonMapper.shared().readTree(run("whereami", "--json").out);
        assertThat(json.get("site").isNull()).isTrue();
    }

    @Test
    void autoNamesTheEndOfAProbe() {
        google();
        Path log = folder.resolve("log");
        Run run =
                run("probe", "latency", "127.0.0.1:1", "--from", "auto", "--from-vm", "auto", "--into", log.toString());
        assertThat(run.err).contains("gcp:us-east1-b");
        var header = MeasurementLog.at(log)
                .readAll(ReadOptions.strict(warning -> {}))
                .get(0)
                .header();
        assertThat(header.link().from()).hasToString("gcp:us-east1-b");
        assertThat(header.fromVmType()).isEqualTo(Optional.of("n2-standard-32"));
    }

    @Test
    void autoOffACloudIsWrongInputAndNobodyElseIsAsked() {
        assertThat(run("agent", "--port", "0", "--site", "auto").code).isEqualTo(2);
        google();
        run("probe", "latency", "127.0.0.1:1", "--from", "aws:us-east-1");
        assertThat(asked).isZero();
    }
}
