package io.longhaul.e2e.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real iperf3 at sites of a lab, judged by the lab's health. Confined to one thread. */
final class Iperf {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration START = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ATTEMPTS = 10;

    private final FaithfulLab lab;

    Iperf(FaithfulLab lab) {
        this.lab = lab;
    }

    /** A server that other runs find at the site from now on. */
    SiteProcess serve(SiteId site) {
        SiteProcess server = lab.exec(site, List.of("iperf3", "-s", "--forceflush"));
        server.awaitOutput("listening", START);
        return server;
    }

    /** Starts a client; extra arguments as on its command line. */
    SiteProcess start(SiteId from, SiteId to, String... extra) {
        return start(from, lab.address(to).getHostAddress(), extra);
    }

    SiteProcess start(SiteId from, String host, String... extra) {
        var command = new ArrayList<>(List.of("iperf3", "-c", host, "-J"));
        command.addAll(List.of(extra));
        return lab.exec(from, command);
    }

    /** Bit/s that the receiver got in the whole of a run, without what was omitted. */
    static double received(SiteProcess client) {
        return report(client)
                .path("end")
                .path("sum_received")
                .path("bits_per_second")
                .asDouble();
    }

    /** Bit/s of each interval, by the client's count. */
    static List<Double> intervals(SiteProcess client) {
        var rates = new ArrayList<Double>();
        for (JsonNode interval : report(client).path("intervals")) {
            rates.add(interval.path("sum").path("bits_per_second").asDouble());
        }
        return rates;
    }

    private static JsonNode report(SiteProcess client) {
        SiteProcess.Result result = client.await(PATIENCE);
        if (result.output().isBlank()) {
            throw new LabException("iperf3 said nothing: " + result.errors(), "Try it by hand: longhaul lab run.");
        }
        JsonNode report = JSON.readTree(result.output());
        if (result.exitCode() != 0 || report.has("error")) {
            throw new LabException(
                    "iperf3 failed: " + report.path("error").asString() + result.errors(),
                    "Is it version 3.7 or newer?");
        }
        return report;
    }

    /**
     * Measures, and again when the lab was not punctual meanwhile.
     *
     * @throws LabException when it never was
     */
    <T> T judged(Supplier<T> measurement) {
        for (int attempt = 1; ; attempt++) {
            lab.resetHealth();
            T result = measurement.get();
            LabHealth health = lab.health();
            if (health.isValid()) {
                return result;
            }
            if (attempt == ATTEMPTS) {
                throw notPunctual(ATTEMPTS, health);
            }
        }
    }

    static LabException notPunctual(int attempts, LabHealth health) {
        return new LabException(
                "The lab was not punctual in " + attempts + " attempts: " + String.join(" ", health.complaints()),
                "Run it on a quieter machine.");
    }

    /** The median of some judged runs of what one client's receiver got. */
    double median(int runs, SiteId from, SiteId to, String... extra) {
        double[] rates = new double[runs];
        for (int i = 0; i < runs; i++) {
            rates[i] = judged(() -> received(start(from, to, extra)));
        }
        return StudyFigures.median(rates);
    }
}
