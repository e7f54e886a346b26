package io.longhaul.clouds;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.store.json.FieldReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Asks the metadata services of AWS (IMDSv2), Google Cloud and Azure where this machine stands. All three are asked at once,
 * without a proxy, without following redirects; the first that answers as its documentation says is believed. Needs no
 * credentials and no SDK. Immutable, safe for any thread.
 */
public final class WhereAmI {
    /** The address at which all three clouds serve metadata to their VMs, and to nobody else. */
    public static final URI USUAL = URI.create("http://169.254.169.254");

    private static final int MOST_OCTETS = 65_536;
    private static final int OK = 200;

    private final URI service;
    private final Duration patience;

    /**
     * @param service where metadata are served; {@link #USUAL} but in tests
     * @param patience for all answers together
     */
    public WhereAmI(URI service, Duration patience) {
        this.service = service;
        this.patience = patience;
    }

    /**
     * What a metadata service said. Immutable.
     *
     * @param provider as {@code aws}
     * @param region the provider's name, as {@code us-east-1}
     * @param zone the provider's name, as {@code us-east-1a}; empty where the VM was put into none
     * @param vmType the provider's name, as {@code m5.8xlarge}
     */
    public record Place(String provider, String region, Optional<String> zone, String vmType) {
        /** Refuses what is no name: a service that answers anything is none of the three. */
        public Place {
            new SiteId(provider, region);
            zone.ifPresent(name -> new SiteId(provider, name));
            if (!isName(vmType)) {
                throw new InvalidInputException("The VM type of the metadata is no name.", "");
            }
        }

        private static boolean isName(String text) {
            return !text.isEmpty()
                    && text.length() < MOST_OCTETS
                    && text.chars().allMatch(c -> c < 128 && (Character.isLetterOrDigit(c) || "._-".indexOf(c) >= 0));
        }

        /** As measurements name it: the zone on Google Cloud, whose names hold their region, and the region elsewhere. */
        public SiteId site() {
            return new SiteId(provider, provider.equals("gcp") ? zone.orElse(region) : region);
        }
    }

    /**
     * What came of the question. Immutable.
     *
     * @param place where this machine stands; empty off these clouds
     * @param silent by provider, what its service did instead of answering; empty when a place was found
     */
    public record Answer(Optional<Place> place, Map<String, String> silent) {
        public Answer {
            silent = Map.copyOf(silent);
        }
    }

    private interface Question {
        Place ask(HttpClient client) throws IOException, InterruptedException;
    }

    private record Reply(String provider, Optional<Place> place, String problem) {}

    /** Asks; waits no longer than the patience. */
    public Answer ask() {
        Map<String, Question> questions = Map.of("aws", this::aws, "gcp", this::gcp, "azure", this::azure);
        Map<String, String> silent = new TreeMap<>();
        questions.keySet().forEach(provider -> silent.put(provider, "no answer within " + patience.toMillis() + " ms"));
        // upgrades to HTTP/2 and proxies are nothing for a service that is one hop away
        HttpClient client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(patience)
                .build();
        long end = System.nanoTime() + patience.toNanos();
        var replies = new LinkedBlockingQueue<Reply>();
        List<Thread> threads = new ArrayList<>();
        questions.forEach((provider, question) -> {
            var thread = new Thread(() -> replies.add(reply(provider, question, client)), "where-am-i-" + provider);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        });
        try {
            for (int heard = 0; heard < questions.size(); heard++) {
                Reply reply = replies.poll(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS);
                if (reply == null) {
                    break;
                }
                if (reply.place().isPresent()) {
                    return new Answer(reply.place(), Map.of());
                }
                silent.put(reply.provider(), reply.problem());
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            threads.forEach(Thread::interrupt);
        }
        return new Answer(Optional.empty(), silent);
    }

    private static Reply reply(String provider, Question question, HttpClient client) {
        try {
            return new Reply(provider, Optional.of(question.ask(client)), "");
        } catch (Unlike refused) {
            return new Reply(provider, Optional.empty(), String.valueOf(refused.getMessage()));
        } catch (HttpConnectTimeoutException nobody) {
            return new Reply(provider, Optional.empty(), "nobody at the address");
        } catch (IOException e) {
            return new Reply(provider, Optional.empty(), e.getMessage() == null ? "no connection" : e.getMessage());
        } catch (InvalidInputException | IllegalArgumentException garbage) {
            return new Reply(provider, Optional.empty(), "an answer that is none of its cloud");
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return new Reply(provider, Optional.empty(), "interrupted");
        }
    }

    /** IMDSv2 alone: a token first, by PUT, and the identity document with it. */
    private Place aws(HttpClient client) throws IOException, InterruptedException {
        String token = text(
                client,
                request("/latest/api/token")
                        .header("X-aws-ec2-metadata-token-ttl-seconds", "60")
                        .PUT(HttpRequest.BodyPublishers.noBody()));
        FieldReader identity = FieldReader.ofJson(
                text(
                        client,
                        request("/latest/dynamic/instance-identity/document")
                                .header("X-aws-ec2-metadata-token", token)),
                "the identity document");
        return new Place(
                "aws", identity.text("region"), identity.findText("availabilityZone"), identity.text("instanceType"));
    }

    /** Every answer bears the header that every question must bear. */
    private Place gcp(HttpClient client) throws IOException, InterruptedException {
        String zone = afterSlash(google(client, "zone"));
        int dash = zone.lastIndexOf('-');
        if (dash < 1) {
            throw new Unlike("a zone without a region");
        }
        return new Place("gcp", zone.substring(0, dash), Optional.of(zone), afterSlash(google(client, "machine-type")));
    }

    private String google(HttpClient client, String name) throws IOException, InterruptedException {
        HttpResponse<InputStream> answer =
                send(client, request("/computeMetadata/v1/instance/" + name).header("Metadata-Flavor", "Google"));
        if (!answer.headers().firstValue("Metadata-Flavor").equals(Optional.of("Google"))) {
            throw new Unlike("an answer without Metadata-Flavor: Google");
        }
        return text(answer);
    }

    private Place azure(HttpClient client) throws IOException, InterruptedException {
        FieldReader compute = FieldReader.ofJson(
                text(
                        client,
                        request("/metadata/instance/compute?api-version=2021-02-01")
                                .header("Metadata", "true")),
                "the compute metadata");
        return new Place(
                "azure",
                compute.text("location"),
                compute.findText("zone").filter(zone -> !zone.isEmpty()),
                compute.text("vmSize"));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(service.resolve(path)).timeout(patience);
    }

    private static String text(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        return text(send(client, request));
    }

    private static HttpResponse<InputStream> send(HttpClient client, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<InputStream> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() != OK) {
            answer.body().close();
            throw new Unlike("HTTP " + answer.statusCode());
        }
        return answer;
    }

    private static String text(HttpResponse<InputStream> answer) throws IOException {
        try (InputStream body = answer.body()) {
            byte[] octets = body.readNBytes(MOST_OCTETS);
            if (octets.length == MOST_OCTETS) {
                throw new Unlike("an answer of more than " + MOST_OCTETS + " octets");
            }
            return new String(octets, StandardCharsets.UTF_8).strip();
        }
    }

    private static String afterSlash(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** An answer that the cloud's own service would not give. */
    private static final class Unlike extends IOException {
        private static final long serialVersionUID = 1L;

        Unlike(String message) {
            super(message);
        }
    }
}
