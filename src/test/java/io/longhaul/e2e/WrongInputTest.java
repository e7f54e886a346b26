package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every mistake gets a message with the way out and the documented exit code, and leaves nothing half written. */
class WrongInputTest {
    private static final int FAILED = 1;
    private static final int USAGE = 2;

    @TempDir
    private Path folder;

    private Path csv(String name, String... lines) throws IOException {
        return Files.write(folder.resolve(name), List.of(lines));
    }

    private Path throughput(String... rows) throws IOException {
        var lines = new String[rows.length + 1];
        lines[0] = "src,src_tier,src_vm,dst,dst_tier,dst_vm,connections,seconds,sent_bps,received_bps,cpu_pct,run";
        System.arraycopy(rows, 0, lines, 1, rows.length);
        return csv("grid.csv", lines);
    }

    private Path log() throws IOException {
        Path log = folder.resolve("log");
        Path grid = throughput(
                "aws:us-east-1,PREMIUM,m5.8xlarge,aws:eu-west-1,PREMIUM,m5.8xlarge,64,5,5000000000.0,4000000000.0,5,2022-01-29T22:19");
        Command.run("import", "skyplane", grid.toString(), "--into", log.toString())
                .exits(0);
        return log;
    }

    @Test
    void no_command_or_an_unknown_one_points_to_the_help() {
        assertThat(Command.run().exits(USAGE).err()).contains("longhaul --help");
        assertThat(Command.run("recomend").exits(USAGE).err()).contains("Maybe you meant recommend?");
    }

    @Test
    void an_unknown_site_names_the_nearest_known_ones() throws IOException {
        Command answer = Command.run(
                        "plan",
                        "--log",
                        log().toString(),
                        "--from",
                        "aws:us-east-2",
                        "--to",
                        "aws:eu-west-1",
                        "--size",
                        "1TB")
                .exits(USAGE);
        assertThat(answer.err()).contains("aws:us-east-2").contains("aws:us-east-1");
        assertThat(answer.out()).isEmpty();
    }

    @Test
    void a_site_without_its_provider_gets_a_guess() throws IOException {
        assertThat(Command.run(
                                "plan",
                                "--log",
                                log().toString(),
                                "--from",
                                "us-east-1",
                                "--to",
                                "aws:eu-west-1",
                                "--size",
                                "1TB")
                        .exits(USAGE)
                        .err())
                .contains("provider:region")
                .contains("aws:us-east-1");
    }

    @Test
    void a_bare_unit_is_refused_with_both_readings() {
        assertThat(Command.run("probe", "throughput", "127.0.0.1", "--window", "7M")
                        .exits(USAGE)
                        .err())
                .contains("(7M)")
                .contains("MB (decimal)")
                .contains("MiB (binary)");
    }

    @Test
    void a_missing_log_a_missing_snapshot_and_an_empty_log_are_three_messages() throws IOException {
        Path nowhere = folder.resolve("nowhere");
        assertThat(Command.run("estimate", nowhere.toString()).exits(USAGE).err())
                .contains("nowhere");
        assertThat(Command.run("recommend", "--snapshot", nowhere.toString())
                        .exits(USAGE)
                        .err())
                .contains("nowhere");
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThat(Command.run("estimate", empty.toString()).exits(USAGE).err())
                .contains("no measurements")
                .contains("--into");
    }

    @Test
    void a_snapshot_or_a_log_must_be_named_and_not_both() throws IOException {
        assertThat(Command.run("recommend").exits(USAGE).err())
                .contains("--snapshot")
                .contains("--log");
        assertThat(Command.run("recommend", "--log", log().toString(), "--snapshot", "x")
                        .exits(USAGE)
                        .err())
                .contains("either");
    }

    @Test
    void a_corrupt_line_is_named_by_file_and_line_and_can_be_skipped() throws IOException {
        Path log = log();
        Path segment;
        try (var files = Files.list(log)) {
            segment = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
        String good = Files.readString(segment);
        Files.writeString(segment, "{\"format\":\n" + good);
        Command refused = Command.run("estimate", log.toString()).exits(USAGE);
        assertThat(refused.err()).contains(segment.getFileName().toString()).contains("1");
        assertThat(Command.run("estimate", log.toString(), "--skip-corrupt")
                        .exits(0)
                        .out())
                .contains("aws:us-east-1");
    }

    @Test
    void a_torn_last_line_is_skipped_with_a_warning() throws IOException {
        Path log = log();
        try (var files = Files.list(log)) {
            Path segment = files.filter(file -> file.toString().endsWith(".jsonl"))
                    .findFirst()
                    .orElseThrow();
            Files.writeString(segment, "{\"format\":\"longhaul-meas", StandardOpenOption.APPEND);
        }
        Command answer = Command.run("estimate", log.toString()).exits(0);
        assertThat(answer.err()).contains("jsonl");
        assertThat(answer.out()).contains("aws:us-east-1");
    }

    @Test
    void a_bad_value_in_an_import_names_file_line_and_column_and_writes_nothing() throws IOException {
        Path log = folder.resolve("log");
        Path grid = throughput(
                "aws:us-east-1,PREMIUM,m5.8xlarge,aws:eu-west-1,PREMIUM,m5.8xlarge,64,5,5000000000.0,4000000000.0,5,2022-01-29T22:19",
                "aws:us-east-1,PREMIUM,m5.8xlarge,aws:eu-west-2,PREMIUM,m5.8xlarge,64,5,fast,4000000000.0,5,2022-01-29T22:19");
        Command answer = Command.run("import", "skyplane", grid.toString(), "--into", log.toString())
                .exits(USAGE);
        assertThat(answer.err())
                .contains("grid.csv")
                .contains("3")
                .contains("sent_bps")
                .contains("fast");
        assertThat(log).doesNotExist();
    }

    @Test
    void a_file_that_is_no_grid_is_refused_with_what_is_known() throws IOException {
        Path other = csv("other.csv", "a,b", "1,2");
        assertThat(Command.run(
                                "import",
                                "skyplane",
                                other.toString(),
                                "--into",
                                folder.resolve("log").toString())
                        .exits(USAGE)
                        .err())
                .contains("other.csv")
                .contains("a, b");
    }

    @Test
    void a_closed_port_is_a_failed_probe_that_the_log_keeps() throws IOException {
        int closed;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = socket.getLocalPort();
        }
        Path log = folder.resolve("log");
        Command answer = Command.run("probe", "throughput", "127.0.0.1:" + closed, "--into", log.toString())
                .exits(FAILED);
        assertThat(answer.err()).contains("connect-refused").contains("longhaul agent");
        assertThat(Command.run("estimate", log.toString()).exits(0).out()).contains("1 failed run");
    }

    @Test
    void a_peer_that_stops_answering_is_given_up() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Command answer = Command.run(
                            "probe",
                            "throughput",
                            "127.0.0.1:" + silent.getLocalPort(),
                            "--duration",
                            "1s",
                            "--wait",
                            "1s",
                            "--format",
                            "json")
                    .exits(FAILED);
            assertThat(answer.out()).isEmpty();
            assertThat(answer.errorJson().get("format").asString()).isEqualTo("longhaul-error/1");
            assertThat(answer.errorJson().get("error").asString()).contains("timed-out", "within 1s", "busy");
            assertThat(answer.errorJson().get("advice").asString()).contains("--wait");
        }
    }

    @Test
    void who_waits_for_a_turn_is_told() throws IOException {
        try (var silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String agent = "127.0.0.1:" + silent.getLocalPort();
            assertThat(Command.run("probe", "throughput", agent, "--wait", "3s")
                            .exits(FAILED)
                            .err())
                    .contains("waiting for a turn, 3s at most (--wait)", "did not begin the test within 3s");
        }
    }

    @Test
    void a_stamp_key_without_a_reflector_is_no_way_to_close_one() throws IOException {
        Path key = csv("key.txt", "0123456789abcdef0123456789abcdef");

        assertThat(Command.run("agent", "--port", "0", "--stamp-key-file", key.toString())
                        .exits(USAGE)
                        .err())
                .contains("--stamp-key-file " + key)
                .contains("--stamp-port");
        assertThat(Command.run("agent", "--port", "0", "--stamp-short")
                        .exits(USAGE)
                        .err())
                .contains("--stamp-port");
    }

    @Test
    void an_agent_does_not_serve_the_network_without_a_token() {
        assertThat(Command.run("agent", "--bind", "0.0.0.0", "--port", "0")
                        .exits(USAGE)
                        .err())
                .contains("0.0.0.0")
                .contains("token");
    }

    @Test
    void with_json_a_failure_is_a_document_on_standard_error() {
        Command answer = Command.run("estimate", folder.resolve("nowhere").toString(), "--format", "json")
                .exits(USAGE);
        assertThat(answer.out()).isEmpty();
        assertThat(answer.errorJson().get("format").asString()).isEqualTo("longhaul-error/1");
    }
}
