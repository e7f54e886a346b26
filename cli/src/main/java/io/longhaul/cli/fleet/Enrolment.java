package io.longhaul.cli.fleet;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.certs.Holder;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.TlsIdentity;
import io.longhaul.store.FileAccess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * Gives each VM of a fleet its certificate, once: the VM makes its key, shows the token of its name, and gets a certificate for the address
 * that it asks from. A second use of a token is refused, also after a restart. Thread-safe.
 */
final class Enrolment implements AutoCloseable {
    private static final int LARGEST = 16 << 10;

    private final CertificateAuthority authority;
    private final Path issued;
    private final Duration validity;
    private final SecureRandom random = new SecureRandom();
    private final Map<String, String> nameOfToken = new ConcurrentHashMap<>();
    private final HttpsServer server;
    private final ExecutorService executor = Executors.newFixedThreadPool(4, task -> {
        var thread = new Thread(task, "enrolment");
        thread.setDaemon(true);
        return thread;
    });
    private final Consumer<String> say;

    /**
     * Listens.
     *
     * @param folder of the fleet's authority, which is made when it is missing
     * @param home address at which VMs reach this process
     * @param validity of agents' certificates
     */
    Enrolment(CertificateAuthority authority, Path folder, HostPort home, Duration validity, Consumer<String> say) {
        this.authority = authority;
        this.issued = folder.resolve("issued");
        this.validity = validity;
        this.say = say;
        Path own = authority
                .issue(new Holder("home", Role.CLIENT, List.of(home.host()), validity), folder, Instant.now(), random)
                .folder();
        TlsIdentity identity = CertificateAuthority.identity(own);
        try {
            Files.createDirectories(issued);
            server = HttpsServer.create(new InetSocketAddress(home.port()), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setHttpsConfigurator(new HttpsConfigurator(identity.clientContext()));
        server.createContext("/certificate", this::handle);
        server.setExecutor(executor);
        server.start();
    }

    /** Where it listens. */
    int port() {
        return server.getAddress().getPort();
    }

    /** The token of a VM's name; the same for the same name, good once. */
    String token(String name) {
        String token = authority.tokenFor("enrol " + name);
        nameOfToken.put(digest(token), name);
        return token;
    }

    /** Tokens are looked up by their digest, so that no comparison tells by its time how much of one was right. */
    private static String digest(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String shown = exchange.getRequestHeaders().getFirst("Authorization");
            String name = shown == null || !shown.startsWith("Bearer ")
                    ? null
                    : nameOfToken.remove(digest(shown.substring("Bearer ".length())));
            byte[] request = exchange.getRequestBody().readNBytes(LARGEST);
            if (name == null || Files.exists(issued.resolve(name + ".pem"))) {
                answer(exchange, 403, "This token is not known, or was used.\n");
                return;
            }
            String host = exchange.getRemoteAddress().getAddress().getHostAddress();
            try {
                String certificate = authority.endorse(
                        new String(request, StandardCharsets.UTF_8),
                        new Holder(name, Role.CLIENT, List.of(host), validity),
                        Instant.now(),
                        random);
                FileAccess.replace(issued.resolve(name + ".pem"), certificate);
                answer(exchange, 200, certificate);
                say.accept(name + " has its certificate, at " + host + ".");
            } catch (LonghaulException refused) {
                nameOfToken.put(digest(shown.substring("Bearer ".length())), name);
                answer(exchange, 400, refused.message() + "\n");
            }
        }
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
