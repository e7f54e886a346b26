package io.longhaul.clouds.hostile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.longhaul.clouds.CloudException;
import io.longhaul.clouds.CloudException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A {@link HostileCloud} behind a protocol that a real SDK speaks, on the loopback interface. Thread-safe. */
public abstract class HttpFace implements AutoCloseable {
    protected final HostileCloud cloud;
    protected final String provider;
    private final HostileCatalogue catalogue;
    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<String> asked = new CopyOnWriteArrayList<>();

    protected HttpFace(HostileCloud cloud, String provider) throws IOException {
        this.cloud = cloud;
        this.provider = provider;
        catalogue = new HostileCatalogue(cloud, provider);
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(executor);
        server.start();
    }

    /** Where it listens. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** A request. Immutable. */
    public record Request(
            String method,
            String path,
            Map<String, String> query,
            String authorization,
            String body,
            String target,
            URI address) {}

    /** An answer. Immutable. */
    public record Answer(int status, String type, String body, Map<String, String> headers) {
        static Answer json(int status, String body) {
            return new Answer(status, "application/json", body, Map.of());
        }
    }

    /** What it says of itself. */
    public HostileCatalogue catalogue() {
        return catalogue;
    }

    /** Whatever was said to it, for those who look for secrets. */
    public List<String> asked() {
        return List.copyOf(asked);
    }

    /** Answers, or throws what {@link #refusal} can say. */
    protected abstract Answer answer(Request request);

    /** How this protocol says no. */
    protected abstract Answer refusal(Request request, CloudException failure);

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            URI uri = exchange.getRequestURI();
            String authorization = exchange.getRequestHeaders().getFirst("Authorization");
            // which operation, where all have one address
            String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
            // clients whose HTTP has no PATCH say it so
            String override = exchange.getRequestHeaders().getFirst("X-HTTP-Method-Override");
            var request = new Request(
                    override == null ? exchange.getRequestMethod() : override,
                    uri.getPath(),
                    form(uri.getRawQuery() == null ? "" : uri.getRawQuery()),
                    authorization == null ? "" : authorization,
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8),
                    target == null ? "" : target,
                    address().resolve(uri));
            asked.add(request.method + " " + uri + "\n" + request.body);
            Answer answer;
            try {
                answer = catalogue.answer(request).orElseGet(() -> answer(request));
            } catch (CloudException failure) {
                if (failure.reason() == Reason.UNANSWERED) {
                    return;
                }
                answer = refusal(request, failure);
            }
            byte[] body = answer.body.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", answer.type);
            answer.headers.forEach(
                    (name, value) -> exchange.getResponseHeaders().set(name, value));
            exchange.sendResponseHeaders(answer.status, body.length == 0 ? -1 : body.length);
            if (body.length > 0) {
                exchange.getResponseBody().write(body);
            }
        } catch (RuntimeException defect) {
            defect.printStackTrace();
            throw defect;
        }
    }

    static Map<String, String> form(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.put(
                        URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return fields;
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
