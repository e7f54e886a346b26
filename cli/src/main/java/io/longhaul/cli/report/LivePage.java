package io.longhaul.cli.report;

import com.samskivert.mustache.Mustache;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.longhaul.campaign.run.JournalEntry.Outcome;
import io.longhaul.campaign.run.RunState;
import io.longhaul.cli.text.CampaignStatusText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.LatencyMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.measure.ThroughputMeasurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Show;
import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A campaign while it runs, as a page at a port of loopback that loads itself anew every three seconds, and as JSON at {@code /status}.
 * It has no script, and answers only who asks for it by a name of this machine, so that no page of others can read it. Thread-safe.
 */
public final class LivePage implements AutoCloseable {
    private static final int LARGEST_PORT = 65_535;
    private static final int BACKLOG = 8;
    private static final int SAYINGS = 30;
    private static final int SHADES = 4;
    private static final Set<String> OWN_NAMES = Set.of("127.0.0.1", "localhost", "[::1]");

    private final String name;
    private final List<SiteId> sites;
    private final Map<Link, Bandwidth> rates = new HashMap<>();
    private final Map<Link, Duration> roundTrips = new HashMap<>();
    private final Map<Link, String> failures = new HashMap<>();
    private final Deque<String> said = new ArrayDeque<>();
    private final HttpServer server;
    private final ExecutorService thread;
    private long measured;
    private String json = "";
    private List<String> status = List.of();
    private long planned;
    private Optional<Duration> left = Optional.empty();

    /**
     * Begins to serve.
     *
     * @param port of loopback; zero takes any free one
     * @param name of the campaign
     * @param planned measurements of the whole
     * @param sites in the order of rows and columns
     * @throws InvalidInputException when the port cannot be listened on
     */
    public LivePage(int port, String name, long planned, List<SiteId> sites) {
        this.name = name;
        this.planned = planned;
        this.sites = List.copyOf(sites);
        if (port < 0 || port > LARGEST_PORT) {
            throw new InvalidInputException(
                    "The port (--serve " + port + ") is not in 0 to " + LARGEST_PORT + ".", "0 takes any free one.");
        }
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        } catch (IOException taken) {
            throw new InvalidInputException(
                    "The page cannot be served at port " + port + " of this machine: " + taken.getMessage() + ".",
                    "Give another port, or 0 for any free one.");
        }
        at(new RunState(), planned, Optional.empty());
        thread = Executors.newSingleThreadExecutor(task -> {
            var own = new Thread(task, "live-page");
            own.setDaemon(true);
            return own;
        });
        server.setExecutor(thread);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where to look. */
    public String address() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /**
     * How far it is.
     *
     * @param now not used after the call
     * @param remaining time until all is measured; empty when unknown
     */
    public synchronized void at(RunState now, long all, Optional<Duration> remaining) {
        json = CampaignStatusText.JSON.toJson(now);
        status = CampaignStatusText.of(now).lines().skip(1).toList();
        planned = all;
        left = remaining;
        measured = now.count(Outcome.OK);
    }

    /** The newest of a link. */
    public synchronized void measured(Measurement last) {
        Link link = last.link();
        if (last instanceof FailedMeasurement failed) {
            failures.put(link, failed.reason());
            return;
        }
        failures.remove(link);
        if (last instanceof ThroughputMeasurement run) {
            run.rate().ifPresent(rate -> rates.put(link, rate));
        } else if (last instanceof LatencyMeasurement echoes) {
            echoes.rtt().flatMap(RttSummary::median).ifPresent(rtt -> roundTrips.put(link, rtt));
        }
    }

    /** A sentence, newest first on the page; the oldest beyond thirty go. */
    public synchronized void say(String sentence) {
        said.addFirst(sentence);
        if (said.size() > SAYINGS) {
            said.removeLast();
        }
    }

    private record Row(String site, List<Cell> cells) {}

    private record Cell(String text, String shade) {}

    private synchronized String page() {
        double fastest = rates.values().stream()
                .mapToDouble(rate -> (double) rate.bitsPerSecond())
                .max()
                .orElse(1);
        var rows = new ArrayList<Row>();
        for (SiteId from : sites) {
            var cells = new ArrayList<Cell>();
            for (SiteId to : sites) {
                cells.add(from.equals(to) ? new Cell("", "") : cell(new Link(from, to), fastest));
            }
            rows.add(new Row(from.toString(), cells));
        }
        String percent = Show.percent(planned == 0 ? 0 : (double) measured / planned);
        var parts = Map.of(
                "style", Assets.style(),
                "name", name,
                "percent", percent,
                "planned", planned,
                "measured", measured,
                "progress",
                        percent + " measured"
                                + left.map(time -> ", some " + Show.time(time) + " left")
                                        .orElse("") + ".",
                "status", status,
                "columns", sites.stream().map(SiteId::toString).toList(),
                "rows", rows,
                "said", List.copyOf(said));
        var text = new StringWriter();
        Mustache.compiler().compile(Assets.liveTemplate()).execute(parts, text);
        return text.toString();
    }

    private Cell cell(Link link, double fastest) {
        String failed = failures.get(link);
        if (failed != null) {
            return new Cell(failed, "failed");
        }
        Bandwidth rate = rates.get(link);
        Duration rtt = roundTrips.get(link);
        String text = (rate == null ? "" : Show.rate(rate))
                + (rate == null || rtt == null ? "" : ", ")
                + (rtt == null ? "" : Show.time(rtt));
        return new Cell(
                text,
                rate == null
                        ? ""
                        : "h" + (int) Math.max(1, Math.ceil(SHADES * (double) rate.bitsPerSecond() / fastest)));
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String host = exchange.getRequestHeaders().getFirst("Host");
            String path = exchange.getRequestURI().getPath();
            if (host == null || !OWN_NAMES.contains(host.replaceFirst(":\\d+$", ""))) {
                send(exchange, 403, "text/plain", "This page is for this machine.\n");
            } else if (!exchange.getRequestMethod().equals("GET")) {
                send(exchange, 405, "text/plain", "There is only something to look at.\n");
            } else if (path.equals("/status")) {
                String now;
                synchronized (this) {
                    now = json;
                }
                send(exchange, 200, "application/json", now);
            } else if (path.equals("/")) {
                send(exchange, 200, "text/html", page());
            } else {
                send(exchange, 404, "text/plain", "Look at / or /status.\n");
            }
        }
    }

    private static void send(HttpExchange exchange, int code, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        Headers headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type + "; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
        exchange.sendResponseHeaders(code, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        thread.shutdownNow();
    }
}
