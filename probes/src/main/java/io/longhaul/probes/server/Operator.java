package io.longhaul.probes.server;

import com.sun.net.httpserver.HttpServer;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentException;
import io.longhaul.probes.spec.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What an agent has for who runs it: counters as Prometheus reads them, at a port of loopback; the token of a coordinator in a file that
 * only its owner can read; the count of what clients had, written every second. Nothing of it runs on a loop. Thread-safe.
 */
final class Operator {
    private static final int TOKEN = 32;
    private static final int METRICS_BACKLOG = 8;

    private final AgentContext context;
    private final ScheduledExecutorService thread;
    private final @Nullable HttpServer metrics;

    private Operator(AgentContext context, ScheduledExecutorService thread, @Nullable HttpServer metrics) {
        this.context = context;
        this.thread = thread;
        this.metrics = metrics;
        thread.scheduleWithFixedDelay(context.usage()::save, 1, 1, TimeUnit.SECONDS);
    }

    /**
     * Empty where nothing of it is asked for.
     *
     * @throws AgentException when the port cannot be listened on
     */
    static Optional<Operator> of(Supplier<String> counters, AgentContext context) {
        boolean metrics = context.options().metricsPort().isPresent();
        if (!metrics
                && context.options().adminFile().isEmpty()
                && context.options().budget().file().isEmpty()) {
            return Optional.empty();
        }
        ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
            var own = new Thread(task, "longhaul-operator");
            own.setDaemon(true);
            return own;
        });
        return Optional.of(new Operator(context, thread, metrics ? serve(counters, context) : null));
    }

    private static HttpServer serve(Supplier<String> counters, AgentContext context) {
        var address = new InetSocketAddress(
                InetAddress.getLoopbackAddress(),
                context.options().metricsPort().orElse(0));
        try {
            HttpServer server = HttpServer.create(address, METRICS_BACKLOG);
            server.createContext("/metrics", exchange -> {
                byte[] text = counters.get().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
                exchange.sendResponseHeaders(200, text.length);
                exchange.getResponseBody().write(text);
                exchange.close();
            });
            server.start();
            return server;
        } catch (IOException e) {
            throw AgentException.cannotListen(address, e);
        }
    }

    Optional<InetSocketAddress> metricsAddress() {
        return Optional.ofNullable(metrics).map(HttpServer::getAddress);
    }

    /**
     * Leaves a fresh token where only the owner of this process can read it, in place of one that an earlier run left.
     *
     * @throws AgentException when the file cannot be written
     */
    static Access.Token leaveToken(Path file) {
        byte[] secret = new byte[TOKEN];
        new SecureRandom().nextBytes(secret);
        String text = HexFormat.of().formatHex(secret);
        try {
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new IOException("it is no regular file");
            }
            Files.deleteIfExists(file);
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(file, text + "\n", StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw AgentException.cannotLeaveToken(file, e);
        }
        return new Access.Token("admin", Role.COORDINATOR, AccessToken.of(text), true);
    }

    void close() {
        if (metrics != null) {
            metrics.stop(0);
        }
        thread.shutdownNow();
        context.usage().save();
        context.options().adminFile().ifPresent(file -> {
            try {
                Files.deleteIfExists(file);
            } catch (IOException leftBehind) {
                // the token in it is good for nothing any more
            }
        });
    }
}
