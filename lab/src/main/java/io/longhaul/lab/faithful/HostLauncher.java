package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import io.longhaul.lab.topology.LabTopology;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** Starts the lab's process inside fresh namespaces. Stateless. */
final class HostLauncher {
    private static final long START_SECONDS = 60;

    /** Everything that must happen inside the namespaces before Java starts. */
    private static final String PROLOGUE = """
            mount -t proc proc /proc 2>/dev/null
            mount --bind "$1" /etc/hosts || exit 1
            ip link set lo up || exit 1
            shift
            exec "$@"
            """;

    private HostLauncher() {}

    static HostProcess start(LabTopology topology, FaithfulLab.Options options) {
        try {
            LabDirectory directory = LabDirectory.create();
            LabLock lock = LabLock.take(directory, LabLock.Holder.OWNER);
            try {
                StaleLabs.sweep(directory, Instant.now());
                return start(directory, lock, topology, options);
            } catch (IOException | RuntimeException e) {
                directory.delete();
                lock.close();
                throw e;
            }
        } catch (IOException e) {
            throw new LabException("The lab cannot start: " + e.getMessage() + ".", "See the cause.", e);
        }
    }

    private static HostProcess start(
            LabDirectory directory, LabLock lock, LabTopology topology, FaithfulLab.Options options)
            throws IOException {
        directory.writeTopology(topology);
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(directory.control()));
            var builder = new ProcessBuilder(command(directory, options));
            builder.environment().putAll(options.environment());
            if (options.inheritIo()) {
                builder.inheritIO();
            } else {
                builder.redirectInput(Path.of("/dev/null").toFile());
                builder.redirectErrorStream(true).redirectOutput(directory.log().toFile());
            }
            Process process = builder.start();
            try {
                var connection = new HostConnection(accept(server, process, directory));
                JsonNode ready = connection.awaitReady();
                return new HostProcess(directory, lock, process, connection, ready);
            } catch (LabException e) {
                process.destroyForcibly();
                throw new LabException(e.message() + directory.said(), e.advice(), e);
            } catch (IOException | RuntimeException e) {
                process.destroyForcibly();
                throw e;
            }
        }
    }

    private static List<String> command(LabDirectory directory, FaithfulLab.Options options) {
        var command = new ArrayList<>(LabCheck.unshare(LabCheck.isRoot() && !options.userNamespace()));
        command.addAll(List.of("sh", "-c", PROLOGUE, "sh", directory.hosts().toString()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-XX:-UsePerfData", "-Xmx256m", "-Xss512k"));
        // agents that use Netty would look for a hardware address, find none and warn
        command.add("-Dio.netty.machineId=02:00:0a:42:00:00:00:01");
        // signals are for the programs in the lab and for its owner, with which it ends
        command.add("-Xrs");
        command.addAll(options.jvmOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LabHostMain.class.getName()));
        command.add(directory.path().toString());
        command.add(Long.toString(options.seed()));
        command.add(options.agentFactory().orElse(""));
        return command;
    }

    private static SocketChannel accept(ServerSocketChannel server, Process process, LabDirectory directory) {
        var accepted = new CompletableFuture<SocketChannel>();
        var thread = new Thread(
                () -> {
                    try {
                        accepted.complete(server.accept());
                    } catch (IOException e) {
                        accepted.completeExceptionally(e);
                    }
                },
                "lab-accept");
        thread.setDaemon(true);
        thread.start();
        CompletableFuture<SocketChannel> ended = process.onExit()
                .thenCompose(gone -> CompletableFuture.failedFuture(
                        new IOException("its process ended with code " + gone.exitValue())));
        try {
            return (SocketChannel) CompletableFuture.anyOf(accepted, ended).get(START_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while the lab started.", "Start it again.", e);
        } catch (ExecutionException e) {
            throw new LabException(
                    "The lab did not start: " + (e.getCause() == null ? e : e.getCause()).getMessage() + ".",
                    LabCheck.adviceFor(directory.said()),
                    e);
        } catch (TimeoutException e) {
            throw new LabException(
                    "The lab did not start within " + START_SECONDS + " s.", "Is the machine overloaded?", e);
        }
    }
}
