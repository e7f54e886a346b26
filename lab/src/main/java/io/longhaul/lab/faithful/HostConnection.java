package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Requests to the lab's process and its answers, a JSON object a line. An answer has the id of its request; what has
 * {@code progress} comes before the answer. Safe for use from any thread.
 */
final class HostConnection implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final SocketChannel control;
    private final AtomicLong nextId = new AtomicLong(1);
    /** Not the thread that receives answers: who hears of progress may ask the lab something. */
    private final ExecutorService progress = Executors.newSingleThreadExecutor(task -> {
        var thread = new Thread(task, "lab-progress");
        thread.setDaemon(true);
        return thread;
    });

    private final Map<Long, Pending> pending = new ConcurrentHashMap<>();

    private record Pending(CompletableFuture<JsonNode> answer, Consumer<String> progress) {}

    HostConnection(SocketChannel control) {
        this.control = control;
    }

    /**
     * Reads the first message, which says that the lab is up, or why not; begins to receive answers.
     *
     * @throws LabException when the lab is not up
     */
    JsonNode awaitReady() throws IOException {
        var reader = new BufferedReader(Channels.newReader(control, StandardCharsets.UTF_8));
        String first = reader.readLine();
        JsonNode ready = JSON.readTree(
                first == null
                        ? "{\"error\":\"The lab's process ended.\",\"advice\":\"What it said stands before.\"}"
                        : first);
        if (ready.has("error")) {
            control.close();
            throw new LabException(
                    ready.path("error").asString(), ready.path("advice").asString());
        }
        var thread = new Thread(() -> receive(reader), "lab-answers");
        thread.setDaemon(true);
        thread.start();
        return ready;
    }

    ObjectNode request(String op) {
        return JSON.createObjectNode().put("id", nextId.getAndIncrement()).put("op", op);
    }

    CompletableFuture<JsonNode> send(ObjectNode request) {
        return send(request, progress -> {});
    }

    CompletableFuture<JsonNode> send(ObjectNode request, Consumer<String> progress) {
        var answer = new CompletableFuture<JsonNode>();
        pending.put(request.path("id").asLong(), new Pending(answer, progress));
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

    /** Sends and waits. */
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

    private void receive(BufferedReader reader) {
        try {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                take(JSON.readTree(line));
            }
            failPending(new IOException("its process ended"));
        } catch (IOException e) {
            failPending(e);
        }
    }

    private void take(JsonNode message) {
        long id = message.path("id").asLong();
        if (message.has("progress")) {
            Pending asked = pending.get(id);
            if (asked != null) {
                progress.execute(
                        () -> asked.progress().accept(message.path("progress").asString()));
            }
            return;
        }
        Pending asked = pending.remove(id);
        if (asked == null) {
            return; // nobody waits for it any more
        }
        if (message.has("error")) {
            asked.answer()
                    .completeExceptionally(new LabException(
                            message.path("error").asString(),
                            message.path("advice").asString()));
        } else {
            asked.answer().complete(message);
        }
    }

    private void failPending(IOException cause) {
        pending.values().forEach(asked -> asked.answer().completeExceptionally(gone(cause)));
    }

    private static LabException gone(IOException cause) {
        return new LabException("The lab is gone: " + cause.getMessage() + ".", "Start it again.", cause);
    }

    @Override
    public void close() throws IOException {
        control.close();
        progress.shutdown();
    }
}
