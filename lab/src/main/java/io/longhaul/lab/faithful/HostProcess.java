package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The owner's end of the lab's process: starts it, asks it, ends it. Safe for use from any thread. */
final class HostProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostProcess.class);
    private static final JsonMapper JSON = new JsonMapper();
    private static final long START_SECONDS = 60;
    private static final long END_SECONDS = 10;

    /** Everything that must happen inside the namespaces before Java starts. */
    private static final String PROLOGUE = """
            mount -t proc proc /proc 2>/dev/null
            mount --bind "$1" /etc/hosts || exit 1
            ip link set lo up || exit 1
            shift
            exec "$@"
            """;

    private final Path directory;
    private final Process process;
    private final SocketChannel control;
    private final JsonNode ready;
    private final AtomicLong nextId = new AtomicLong(1);
    private final Map<Long, CompletableFuture<JsonNode>> pending = new ConcurrentHashMap<>();

    private HostProcess(Path directory, Process process, SocketChannel control, JsonNode ready, BufferedReader reader) {
        this.directory = directory;
        this.process = process;
        this.control = control;
        this.ready = ready;
        var thread = new Thread(() -> receive(reader), "lab-answers");
        thread.setDaemon(true);
        thread.start();
    }

    static HostProcess start(LabTopology topology, FaithfulLab.Options options) {
        Path directory = null;
        try {
            directory = Files.createTempDirectory(Path.of("/tmp"), "longhaul-lab-");
            return start(directory, topology, options);
        } catch (IOException e) {
            if (directory != null) {
                delete(directory);
            }
            throw new LabException("The lab cannot start: " + e.getMessage() + ".", "See the cause.", e);
        } catch (LabException e) {
            if (directory != null) {
                delete(directory);
            }
            throw e;
        }
    }

    private static HostProcess start(Path directory, LabTopology topology, FaithfulLab.Options options)
            throws IOException {
        Path socket = directory.resolve("control");
        Path log = directory.resolve("log");
        Files.writeString(directory.resolve("topology.json"), TopologyYaml.writeJson(topology));
        Files.writeString(directory.resolve("hosts"), hosts(topology));
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            var builder = new ProcessBuilder(command(directory, options));
            if (options.inheritIo()) {
                builder.inheritIO();
            } else {
                builder.redirectInput(Path.of("/dev/null").toFile());
                builder.redirectErrorStream(true).redirectOutput(log.toFile());
            }
            Process process = builder.start();
            SocketChannel control = accept(server, process, log);
            var reader = new BufferedReader(Channels.newReader(control, StandardCharsets.UTF_8));
            String first = reader.readLine();
            JsonNode ready = JSON.readTree(first == null ? "{\"error\":\"The lab's process ended.\"}" : first);
            if (ready.has("error")) {
                control.close();
                throw new LabException(
                        ready.path("error").asString() + tail(log),
                        ready.path("advice").asString());
            }
            return new HostProcess(directory, process, control, ready, reader);
        }
    }

    private static List<String> command(Path directory, FaithfulLab.Options options) {
        var command = new ArrayList<>(LabCheck.unshare(LabCheck.isRoot() && !options.userNamespace()));
        command.addAll(
                List.of("sh", "-c", PROLOGUE, "sh", directory.resolve("hosts").toString()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-XX:TieredStopAtLevel=4", "-Xmx256m", "-Xss512k"));
        command.addAll(options.jvmOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LabHostMain.class.getName()));
        command.add(directory.resolve("control").toString());
        command.add(directory.resolve("topology.json").toString());
        command.add(Long.toString(options.seed()));
        command.add(options.agentFactory().orElse(""));
        return command;
    }

    private static String hosts(LabTopology topology) {
        var text = new StringBuilder("127.0.0.1 localhost\n");
        int number = 1;
        for (LabSite site : topology.sites()) {
            String name = site.id().name() + "." + site.id().provider();
            text.append(SiteNetwork.ipv4(number)).append(' ').append(name).append('\n');
            text.append(SiteNetwork.ipv6(number)).append(' ').append(name).append('\n');
            number++;
        }
        return text.toString();
    }

    private static SocketChannel accept(ServerSocketChannel server, Process process, Path log) {
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
            process.destroyForcibly();
            throw new LabException("Interrupted while the lab started.", "Start it again.", e);
        } catch (ExecutionException | TimeoutException e) {
            process.destroyForcibly();
            throw new LabException(
                    "The lab did not start: " + e + tail(log), "What its process said stands in the message.", e);
        }
    }

    private static String tail(Path log) {
        try {
            String said = Files.exists(log) ? Files.readString(log).strip() : "";
            return said.isEmpty() ? "" : " It said: " + said.substring(Math.max(0, said.length() - 1_000));
        } catch (IOException e) {
            return " Its log cannot be read: " + e.getMessage();
        }
    }

    JsonNode ready() {
        return ready;
    }

    long pid() {
        return process.pid();
    }

    ObjectNode request(String op) {
        return JSON.createObjectNode().put("id", nextId.getAndIncrement()).put("op", op);
    }

    SiteProcess exec(String site, List<String> command) {
        ObjectNode request = execRequest(site, command);
        long id = request.path("id").asLong();
        Path out = directory.resolve("out-" + id);
        Path err = directory.resolve("err-" + id);
        request.put("stdout", out.toString()).put("stderr", err.toString());
        CompletableFuture<JsonNode> exit = send(request);
        return new SiteProcess(List.copyOf(command), exit, out, err, () -> kill(id));
    }

    private void kill(long id) {
        ask(request("kill").put("exec", id), Duration.ofSeconds(END_SECONDS));
    }

    /** Runs a command on the inherited terminal and returns its exit code. */
    int run(String site, List<String> command) {
        try {
            return send(execRequest(site, command)).get().path("exit").asInt();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while " + command + " ran.", "Run it again.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LabException cause) {
                throw cause;
            }
            throw new LabException(command + " failed: " + e.getCause(), "See the cause.", e);
        }
    }

    private ObjectNode execRequest(String site, List<String> command) {
        ObjectNode request = request("exec").put("site", site);
        command.forEach(request.putArray("command")::add);
        return request;
    }

    JsonNode ask(ObjectNode request, Duration patience) {
        try {
            return send(request).get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while the lab was asked.", "Ask again.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LabException cause) {
                throw cause;
            }
            throw new LabException("The lab failed: " + e.getCause(), "See the cause.", e);
        } catch (TimeoutException e) {
            throw new LabException("The lab did not answer within " + patience + ".", "Is the machine overloaded?", e);
        }
    }

    private CompletableFuture<JsonNode> send(ObjectNode request) {
        var answer = new CompletableFuture<JsonNode>();
        pending.put(request.path("id").asLong(), answer);
        var line = ByteBuffer.wrap((JSON.writeValueAsString(request) + "\n").getBytes(StandardCharsets.UTF_8));
        try {
            synchronized (control) {
                while (line.hasRemaining()) {
                    control.write(line);
                }
            }
        } catch (IOException e) {
            answer.completeExceptionally(gone(e));
        }
        return answer;
    }

    private void receive(BufferedReader reader) {
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                JsonNode answer = JSON.readTree(line);
                CompletableFuture<JsonNode> asked =
                        pending.remove(answer.path("id").asLong());
                if (asked == null) {
                    continue; // nobody waits for it any more
                }
                if (answer.has("error")) {
                    asked.completeExceptionally(new LabException(
                            answer.path("error").asString(),
                            answer.path("advice").asString()));
                } else {
                    asked.complete(answer);
                }
            }
            failPending(new IOException("its process ended"));
        } catch (IOException e) {
            failPending(e);
        }
    }

    private void failPending(IOException cause) {
        pending.values().forEach(answer -> answer.completeExceptionally(gone(cause)));
    }

    private static LabException gone(IOException cause) {
        return new LabException("The lab is gone: " + cause.getMessage() + ".", "Start it again.", cause);
    }

    @Override
    public void close() {
        try {
            control.close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The lab's process did not end by itself and is killed.");
                process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
            }
        } catch (IOException e) {
            LOG.warn("The connection to the lab did not close.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
        delete(directory);
    }

    private static void delete(Path directory) {
        if (!Files.isDirectory(directory)) {
            return; // the lab's process removed it as it ended
        }
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            LOG.warn("The directory {} could not be removed.", directory, e);
        }
    }
}
