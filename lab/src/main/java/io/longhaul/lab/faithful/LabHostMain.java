package io.longhaul.lab.faithful;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lab's own process, started inside fresh namespaces by {@link FaithfulLab}. It takes requests, a JSON object a line,
 * from a UNIX domain socket, and ends at once when that is closed: it cannot outlive its owner. As first process of
 * its namespace of processes it takes everything it started with it.
 */
public final class LabHostMain {
    private static final JsonMapper JSON = new JsonMapper();

    private final SocketChannel control;
    private final LabHost host;
    private final Map<Long, Process> processes = new ConcurrentHashMap<>();
    private final ExecutorService workers = Executors.newCachedThreadPool(task -> {
        var thread = new Thread(task, "lab-request");
        thread.setDaemon(true);
        return thread;
    });

    private LabHostMain(SocketChannel control, LabHost host) {
        this.control = control;
        this.host = host;
    }

    /**
     * Runs the lab.
     *
     * @param args path of the control socket, path of the topology, seed, name of the agent factory or empty
     */
    public static void main(String[] args) throws IOException {
        SocketChannel control = SocketChannel.open(UnixDomainSocketAddress.of(args[0]));
        ObjectNode ready = JSON.createObjectNode().put("id", 0);
        LabHost host = null;
        try {
            host = new LabHost(
                    TopologyYaml.parseJson(args[1], Files.readString(Path.of(args[1]))), Long.parseLong(args[2]));
            if (!args[3].isEmpty()) {
                host.startAgents(args[3]);
            }
            ObjectNode addresses = ready.putObject("addresses");
            host.addresses().forEach((site, address) -> addresses.put(site.toString(), address.getHostAddress()));
        } catch (LonghaulException e) {
            ready.put("error", e.getMessage()).put("advice", e.advice());
        }
        write(control, ready);
        if (host != null) {
            new LabHostMain(control, host).serve();
        }
        deleteDirectory(Path.of(args[0]).toAbsolutePath().getParent());
        Runtime.getRuntime().halt(0);
    }

    private void serve() throws IOException {
        var reader = new BufferedReader(Channels.newReader(control, StandardCharsets.UTF_8));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            JsonNode request = JSON.readTree(line);
            workers.execute(() -> answer(request));
        }
        host.close();
        processes.values().forEach(Process::destroyForcibly);
    }

    /** The owner may have been killed: then nobody else removes the files. */
    private static void deleteDirectory(@Nullable Path directory) throws IOException {
        if (directory != null && Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                for (Path file : files.toList()) {
                    Files.deleteIfExists(file);
                }
            }
            Files.deleteIfExists(directory);
        }
    }

    private void answer(JsonNode request) {
        ObjectNode answer = JSON.createObjectNode().put("id", request.path("id").asLong());
        try {
            switch (request.path("op").asString()) {
                case "exec" -> answer.put("exit", exec(request));
                case "kill" -> kill(request.path("exec").asLong());
                case "truth" -> answer.set("truth", HostMessages.truth(host.truth()));
                case "health" -> answer.set("health", HostMessages.health(host.health()));
                case "reset-health" -> host.resetHealth();
                default -> throw new IllegalArgumentException("unknown request " + request);
            }
        } catch (LonghaulException e) {
            answer.put("error", e.getMessage()).put("advice", e.advice());
        } catch (IOException | RuntimeException e) {
            answer.put("error", "The lab failed: " + e).put("advice", "See the log of the lab's process.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.put("error", "The lab was interrupted.").put("advice", "Start it again.");
        }
        try {
            write(control, answer);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1); // the owner is gone, and everything with it
        }
    }

    private int exec(JsonNode request) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        request.path("command").forEach(word -> command.add(word.asString()));
        var builder = new ProcessBuilder(command);
        redirect(builder, request);
        for (String name : request.path("environment").propertyNames()) {
            builder.environment()
                    .put(name, request.path("environment").path(name).asString());
        }
        String site = request.path("site").asString();
        Process process = site.isEmpty() ? builder.start() : host.start(SiteId.parse(site), builder);
        long id = request.path("id").asLong();
        processes.put(id, process);
        try {
            return process.waitFor();
        } finally {
            processes.remove(id);
        }
    }

    private static void redirect(ProcessBuilder builder, JsonNode request) {
        String out = request.path("stdout").asString();
        if (out.isEmpty()) {
            builder.inheritIO();
        } else {
            builder.redirectInput(Path.of("/dev/null").toFile());
            builder.redirectOutput(Path.of(out).toFile());
            builder.redirectError(Path.of(request.path("stderr").asString()).toFile());
        }
    }

    private void kill(long id) {
        @Nullable Process process = processes.get(id);
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static void write(SocketChannel control, ObjectNode message) throws IOException {
        var line = ByteBuffer.wrap((JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
        synchronized (control) {
            while (line.hasRemaining()) {
                control.write(line);
            }
        }
    }
}
