package io.longhaul.lab.faithful;

import io.longhaul.lab.LabException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;

/** A {@link io.longhaul.lab.LabTask} under way inside a lab. Safe for use from any thread. */
public final class LabCall {
    private final String task;
    private final CompletableFuture<JsonNode> answer;
    private final Runnable cancel;

    LabCall(String task, CompletableFuture<JsonNode> answer, Runnable cancel) {
        this.task = task;
        this.answer = answer;
        this.cancel = cancel;
    }

    /**
     * Waits for the answer.
     *
     * @throws LabException when the task failed, or did not end in time (it is then cancelled)
     */
    public String await(Duration patience) {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .path("answer")
                    .asString();
        } catch (TimeoutException e) {
            cancel();
            throw new LabException(
                    task + " did not end within " + patience + ".", "Give it more time, or see what it waits for.", e);
        } catch (InterruptedException e) {
            cancel();
            Thread.currentThread().interrupt();
            throw new LabException("Interrupted while " + task + " ran.", "Run it again.", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof LabException cause) {
                throw cause;
            }
            throw new LabException(task + " failed: " + e.getCause(), "See the cause.", e);
        }
    }

    /** Interrupts it; {@link #await} still gives what it answers to that. */
    public void cancel() {
        cancel.run();
    }
}
