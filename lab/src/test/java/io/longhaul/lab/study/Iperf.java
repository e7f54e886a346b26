package io.longhaul.lab.study;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The real iperf3 at sites of a lab. */
final class Iperf {
    private static final JsonMapper JSON = new JsonMapper();

    private Iperf() {}

    /** A server that other runs find at the site from now on. */
    static SiteProcess serve(FaithfulLab lab, SiteId site) {
        SiteProcess server = lab.exec(site, List.of("iperf3", "-s", "--forceflush"));
        server.awaitOutput("listening", Duration.ofSeconds(20));
        return server;
    }

    /** Starts a client; extra arguments as on its command line. */
    static SiteProcess start(FaithfulLab lab, SiteId from, SiteId to, String... extra) {
        var command = new ArrayList<>(List.of("iperf3", "-c", lab.address(to).getHostAddress(), "-J"));
        command.addAll(List.of(extra));
        return lab.exec(from, command);
    }

    /** Bit/s that the receiver got in the whole of a run, without what was omitted. */
    static double received(SiteProcess client, Duration patience) {
        return report(client, patience)
                .path("end")
                .path("sum_received")
                .path("bits_per_second")
                .asDouble();
    }

    /** Bit/s of each interval, by the client's count. */
    static List<Double> intervals(SiteProcess client, Duration patience) {
        var rates = new ArrayList<Double>();
        for (JsonNode interval : report(client, patience).path("intervals")) {
            rates.add(interval.path("sum").path("bits_per_second").asDouble());
        }
        return rates;
    }

    private static JsonNode report(SiteProcess client, Duration patience) {
        SiteProcess.Result result = client.await(patience);
        JsonNode report = JSON.readTree(result.output());
        if (result.exitCode() != 0 || report.has("error")) {
            throw new IllegalStateException("iperf3: " + report.path("error").asString() + result.errors());
        }
        return report;
    }
}
