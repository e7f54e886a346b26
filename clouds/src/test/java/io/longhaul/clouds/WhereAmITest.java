package io.longhaul.clouds;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.longhaul.clouds.WhereAmI.Answer;
import io.longhaul.clouds.WhereAmI.Place;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against servers that speak each metadata service as its documentation says, and against others. */
class WhereAmITest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String IDENTITY = """
            {"accountId":"123456789012","architecture":"x86_64","availabilityZone":"eu-west-1b","billingProducts":null,
             "imageId":"ami-0b","instanceId":"i-0a","instanceType":"m5.8xlarge","privateIp":"10.0.0.7",
             "region":"eu-west-1","version":"2017-09-30"}""";
    private static final String COMPUTE = """
            {"azEnvironment":"AzurePublicCloud","location":"japaneast","name":"vm","osType":"Linux",
             "subscriptionId":"8d","vmSize":"Standard_D32_v5","zone":"2"}""";

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch over = new CountDownLatch(1);
    private final List<String> seen = new ArrayList<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void stop() {
        over.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private Answer ask() {
        return ask(LONG);
    }

    private Answer ask(Duration patience) {
        return new WhereAmI(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), patience).ask();
    }

    private static void reply(HttpExchange exchange, int status, String body) throws IOException {
        byte[] octets = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, octets.length == 0 ? -1 : octets.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(octets);
        }
    }

    /** IMDSv2: the document only with a token, the token only by PUT and with a lifetime. */
    private void amazon(String identity) {
        server.createContext("/latest/api/token", exchange -> {
            synchronized (seen) {
                seen.add(exchange.getRequestHeaders().keySet().toString());
            }
            boolean right = exchange.getRequestMethod().equals("PUT")
                    && exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token-ttl-seconds") != null;
            reply(exchange, right ? 200 : 400, right ? "AQAE==" : "");
        });
        server.createContext("/latest/dynamic/instance-identity/document", exchange -> {
            boolean right = "AQAE==".equals(exchange.getRequestHeaders().getFirst("X-aws-ec2-metadata-token"));
            reply(exchange, right ? 200 : 401, right ? identity : "");
        });
    }

    private void google(String zone, String flavor) {
        server.createContext("/computeMetadata/v1/instance/", exchange -> {
            boolean right = "Google".equals(exchange.getRequestHeaders().getFirst("Metadata-Flavor"));
            exchange.getResponseHeaders().add("Metadata-Flavor", flavor);
            String path = exchange.getRequestURI().getPath();
            reply(
                    exchange,
                    right ? 200 : 403,
                    path.endsWith("/zone")
                            ? "projects/123456/zones/" + zone
                            : "projects/123456/machineTypes/n2-standard-32");
        });
    }

    private void microsoft(String compute) {
        server.createContext("/metadata/instance/compute", exchange -> {
            boolean right = "true".equals(exchange.getRequestHeaders().getFirst("Metadata"))
                    && exchange.getRequestURI().getQuery().matches("api-version=\\d{4}-\\d\\d-\\d\\d");
            reply(exchange, right ? 200 : 400, right ? compute : "{\"error\":\"Bad request\"}");
        });
    }

    @Test
    void findsItselfOnAws() {
        amazon(IDENTITY);
        Answer answer = ask();
        assertThat(answer.place()).contains(new Place("aws", "eu-west-1", Optional.of("eu-west-1b"), "m5.8xlarge"));
        assertThat(answer.place().orElseThrow().site()).isEqualTo(SiteId.parse("aws:eu-west-1"));
        assertThat(seen)
                .hasSize(1)
                .noneMatch(headers -> headers.toLowerCase(Locale.ROOT).contains("upgrade"));
    }

    @Test
    void findsItselfOnGoogleCloud() {
        google("europe-west1-b", "Google");
        Place place = ask().place().orElseThrow();
        assertThat(place).isEqualTo(new Place("gcp", "europe-west1", Optional.of("europe-west1-b"), "n2-standard-32"));
        assertThat(place.site()).isEqualTo(SiteId.parse("gcp:europe-west1-b"));
    }

    @Test
    void findsItselfOnAzureAlsoWithoutAZone() {
        microsoft(COMPUTE);
        assertThat(ask().place()).contains(new Place("azure", "japaneast", Optional.of("2"), "Standard_D32_v5"));
        server.removeContext("/metadata/instance/compute");
        microsoft(COMPUTE.replace("\"zone\":\"2\"", "\"zone\":\"\""));
        assertThat(ask().place()).contains(new Place("azure", "japaneast", Optional.empty(), "Standard_D32_v5"));
    }

    @Test
    void doesNotBelieveGoogleWithoutItsHeader() {
        google("europe-west1-b", "Bing");
        Answer answer = ask();
        assertThat(answer.place()).isEmpty();
        assertThat(answer.silent().get("gcp")).contains("Metadata-Flavor");
    }

    @Test
    void saysWhatEachServiceAnsweredInstead() {
        server.createContext("/latest/api/token", exchange -> reply(exchange, 403, ""));
        server.createContext("/metadata/instance/compute", exchange -> {
            exchange.getResponseHeaders().add("Location", "/latest/api/token");
            reply(exchange, 302, "");
        });
        Answer answer = ask();
        assertThat(answer.place()).isEmpty();
        assertThat(answer.silent())
                .containsEntry("aws", "HTTP 403")
                .containsEntry("gcp", "HTTP 404")
                .containsEntry("azure", "HTTP 302");
    }

    @Test
    void garbageIsNoPlace() {
        amazon("<html>Welcome to the hotel</html>");
        google("\u001b[2J", "Google");
        microsoft("{\"location\":\"no such \\n place\",\"vmSize\":7}");
        Answer answer = ask();
        assertThat(answer.place()).isEmpty();
        assertThat(answer.silent())
                .hasSize(3)
                .allSatisfy((provider, problem) -> assertThat(problem).doesNotContain("\u001b"));
    }

    @Test
    void anEndlessAnswerIsGivenUp() {
        server.createContext("/metadata/instance/compute", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                while (over.getCount() > 0) {
                    out.write(new byte[4096]);
                }
            }
        });
        assertThat(ask().silent().get("azure")).contains("octets");
    }

    @Test
    void aServiceThatNeverAnswersDoesNotHideAnother() {
        server.createContext("/latest/api/token", exchange -> waitUntilOver());
        server.createContext("/computeMetadata/v1/instance/", exchange -> waitUntilOver());
        microsoft(COMPUTE);
        assertThat(ask().place()).map(Place::provider).contains("azure");
    }

    @Test
    void aBodyThatNeverComesEndsWithThePatience() {
        server.createContext("/metadata/instance/compute", exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            waitUntilOver();
        });
        Answer answer = ask(Duration.ofMillis(300));
        assertThat(answer.place()).isEmpty();
        assertThat(answer.silent().get("azure")).isEqualTo("no answer within 300 ms");
    }

    private void waitUntilOver() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void offACloudNobodyAnswers() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        Answer answer = new WhereAmI(URI.create("http://127.0.0.1:" + free), LONG).ask();
        assertThat(answer.place()).isEmpty();
        assertThat(answer.silent()).containsOnlyKeys("aws", "gcp", "azure");
    }
}
