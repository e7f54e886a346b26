package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The owner's end of the lab's process: asks it, ends it. Safe for use from any thread. */
final class HostProcess implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(HostProcess.class);
    private static final long END_SECONDS = 10;

    private final LabDirectory directory;
    private final LabLock lock;
    private final Process process;
    private final HostConnection connection;
    private final JsonNode ready;

    HostProcess(LabDirectory directory, LabLock lock, Process process, HostConnection connection, JsonNode ready) {
        this.directory = directory;
        this.lock = lock;
        this.process = process;
        this.connection = connection;
        this.ready = ready;
    }

    /** What the lab said when it was up. */
    JsonNode ready() {
        return ready;
    }

    long pid() {
        return process.pid();
    }

    String id() {
        return directory.id();
    }

    JsonNode ask(String op, Duration patience) {
        return connection.ask(connection.request(op), patience);
    }

    SiteProcess exec(String site, List<String> command) {
        ObjectNode request = execRequest(site, command);
        long id = request.path("id").asLong();
        Path out = directory.output(id);
        Path err = directory.errors(id);
        request.put("stdout", out.toString()).put("stderr", err.toString());
        CompletableFuture<JsonNode> exit = connection.send(request);
        return new SiteProcess(List.copyOf(command), exit, out, err, () -> end("kill", id));
    }

    LabCall call(String task, String argument, Consumer<String> progress) {
        ObjectNode request = connection.request("call").put("task", task).put("argument", argument);
        long id = request.path("id").asLong();
        return new LabCall(task, connection.send(request, progress), () -> end("cancel", id));
    }

    private void end(String op, long id) {
        connection.ask(connection.request(op).put("of", id), Duration.ofSeconds(END_SECONDS));
    }

    /** Runs a command on the inherited terminal and returns its exit code. */
    int run(String site, List<String> command) {
        try {
            return connection
                    .send(execRequest(site, command))
                    .get()
                    .path("exit")
                    .asInt();
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
        ObjectNode request = connection.request("exec").put("site", site);
        command.forEach(request.putArray("command")::add);
        return request;
    }

    @Override
    public void close() {
        try {
            connection.close();
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("The lab's process did not end by itself and is killed.");
                process.destroyForcibly().waitFor(END_SECONDS, TimeUnit.SECONDS);
            }
            directory.delete();
            lock.close();
        } catch (IOException e) {
            LOG.warn("The lab did not close cleanly.", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
