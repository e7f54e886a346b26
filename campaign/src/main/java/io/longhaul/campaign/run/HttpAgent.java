package io.longhaul.campaign.run;

import io.longhaul.campaign.orders.AgentHealth;
import io.longhaul.campaign.orders.Lease;
import io.longhaul.campaign.orders.Order;
import io.longhaul.campaign.orders.OrderStatus;
import io.longhaul.campaign.run.AgentCallException.Kind;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.text.Printable;
import io.longhaul.probes.spec.Addresses;
import io.longhaul.probes.spec.TlsIdentity;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.JsonFormat;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLException;

/**
 * An agent over HTTP: TLS with the coordinator's certificate, or plain on loopback. Many share one client. What an agent answers is read
 * up to a size, and its texts are shown without control characters. Thread-safe.
 */
public final class HttpAgent implements AgentPort {
    /** The largest measurement; hours of samples of many streams are a tenth of it. */
    static final int LARGEST = 16 << 20;

    private static final Duration CONNECT = Duration.ofSeconds(5);
    private static final Duration ANSWER = Duration.ofSeconds(10);
    private static final String ERROR = "longhaul-error/1";

    /** What an agent answered. */
    record Answer(int status, String text) {}

    /** A way to ask an agent. */
    interface Way {
        /**
         * One request and its answer.
         *
         * @param path below {@code /v1/}
         * @param json of the body; empty sends none
         * @param token as a bearer; empty sends none
         * @throws IOException when no answer came within the patience, or a part of one
         */
        Answer ask(String method, String path, Optional<String> json, Optional<String> token, Duration patience)
                throws IOException, InterruptedException;
    }

    private final Way way;
    private final String shown;
    private final Optional<String> token;

    /**
     * @param shown who is asked, in messages
     */
    HttpAgent(Way way, String shown, Optional<String> token) {
        this.way = way;
        this.shown = shown;
        this.token = token;
    }

    /**
     * @param client that {@link #client} made
     * @param secure whether over TLS
     * @param token of a coordinator; empty shows the certificate only
     */
    public HttpAgent(HttpClient client, boolean secure, String host, int port, Optional<String> token) {
        this(
                new Dialled(
                        client, URI.create((secure ? "https://" : "http://") + Addresses.show(host, port) + "/v1/")),
                Addresses.show(host, port),
                token);
    }

    /** A client for any number of agents. */
    public static HttpClient client(Optional<TlsIdentity> identity) {
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(CONNECT);
        identity.map(TlsIdentity::clientContext).ifPresent(builder::sslContext);
        return builder.build();
    }

    @Override
    public AgentHealth health() {
        return call("GET", "health", Optional.empty(), AgentHealth.JSON, ANSWER);
    }

    @Override
    public Lease lease(Lease asked) {
        return call("PUT", "leases/" + asked.id(), Optional.of(Lease.JSON.toJson(asked)), Lease.JSON, ANSWER);
    }

    @Override
    public OrderStatus submit(Order order) {
        return call("PUT", "orders/" + order.id(), Optional.of(Order.JSON.toJson(order)), OrderStatus.JSON, ANSWER);
    }

    @Override
    public OrderStatus await(String id, Duration atMost) {
        return call(
                "GET",
                "orders/" + id + "?wait_s=" + atMost.toSeconds(),
                Optional.empty(),
                OrderStatus.JSON,
                ANSWER.plus(atMost));
    }

    @Override
    public OrderStatus close(String id) {
        return call("DELETE", "orders/" + id, Optional.empty(), OrderStatus.JSON, ANSWER);
    }

    private <T> T call(String method, String path, Optional<String> body, JsonFormat<T> format, Duration patience) {
        try {
            Answer answer = way.ask(method, path, body, token, patience);
            if (answer.status() == 200) {
                return format.fromJson(answer.text(), "the answer of " + shown);
            }
            throw refusal(answer.status(), answer.text());
        } catch (SSLException notTrusted) {
            throw new AgentCallException(
                    Kind.NOT_LET_IN,
                    shown + " and this coordinator do not trust each other: "
                            + Printable.of(String.valueOf(notTrusted.getMessage())) + ".",
                    "Check both certificates: authority, host names, and until when they are good.",
                    notTrusted);
        } catch (IOException silent) {
            throw new AgentCallException(
                    Kind.SILENT,
                    shown + " does not answer: " + reason(silent) + ".",
                    "Is the agent running, with --orders-port, and can it be reached?",
                    silent);
        } catch (InvalidInputException nonsense) {
            throw new AgentCallException(
                    Kind.WRONG, Printable.of(nonsense.message()), "Is that an agent, and of this version?", nonsense);
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
            throw new AgentCallException(Kind.SILENT, "Interrupted while an agent was asked.", "", ending);
        }
    }

    private static String reason(IOException silent) {
        String message = silent.getMessage();
        return Printable.of(
                message == null || message.isBlank() ? silent.getClass().getSimpleName() : message);
    }

    private AgentCallException refusal(int status, String text) {
        Kind kind = switch (status) {
            case 401, 403 -> Kind.NOT_LET_IN;
            case 404 -> Kind.UNKNOWN;
            case 409 -> Kind.CONFLICT;
            case 503 -> Kind.FULL;
            default -> Kind.WRONG;
        };
        String said = "status " + status;
        String advice = "";
        try {
            FieldReader error = FieldReader.ofJson(text, "the refusal", ERROR);
            said = error.text("error");
            advice = error.findText("advice").orElse("");
        } catch (InvalidInputException unexplained) {
            // the status alone must do
        }
        return new AgentCallException(kind, shown + " refuses: " + Printable.of(said), Printable.of(advice));
    }

    /** Over connections that this coordinator opens. */
    private record Dialled(HttpClient client, URI base) implements Way {
        @Override
        public Answer ask(String method, String path, Optional<String> json, Optional<String> token, Duration patience)
                throws IOException, InterruptedException {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                    .timeout(patience)
                    .method(method, json.map(BodyPublishers::ofString).orElseGet(BodyPublishers::noBody));
            json.ifPresent(text -> request.header("Content-Type", "application/json"));
            token.ifPresent(secret -> request.header("Authorization", "Bearer " + secret));
            HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
            return new Answer(response.statusCode(), read(response.body(), patience));
        }

        /** The client's time-out ends with the headers of an answer; who stops in the middle of it must not be waited for either. */
        private static String read(InputStream in, Duration patience) throws IOException {
            var late = new AtomicBoolean();
            CompletableFuture<Void> end = CompletableFuture.runAsync(
                    () -> {
                        late.set(true);
                        close(in);
                    },
                    CompletableFuture.delayedExecutor(patience.toMillis(), TimeUnit.MILLISECONDS));
            try (in) {
                byte[] octets = in.readNBytes(LARGEST + 1);
                if (octets.length > LARGEST) {
                    throw new IOException("its answer has more than " + LARGEST + " octets");
                }
                return new String(octets, StandardCharsets.UTF_8);
            } catch (IOException cut) {
                throw late.get() ? new IOException("its answer does not end", cut) : cut;
            } finally {
                end.cancel(false);
            }
        }

        private static void close(InputStream in) {
            try {
                in.close();
            } catch (IOException gone) {
                // whoever reads it will hear of it
            }
        }
    }
}
