package io.longhaul.lab.faithful;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Does what the owner asks, inside the lab. Safe for use from any thread. */
final class HostRequests {
    private static final JsonMapper JSON = new JsonMapper();

    private final LabHost host;
    private final LineWriter answers;
    private final Map<Long, Process> processes = new ConcurrentHashMap<>();
    /** As shells end when a program is not found, or may not be run. */
    private static final int NOT_FOUND = 127;

    private static final int NOT_ALLOWED = 126;

    private final Map<Long, Thread> calls = new ConcurrentHashMap<>();

    HostRequests(LabHost host, LineWriter answers) {
        this.host = host;
        this.answers = answers;
    }

    /** Does it, for as long as it takes, and answers. */
    void answer(JsonNode request) {
        long id = request.path("id").asLong();
        ObjectNode answer = JSON.createObjectNode().put("id", id);
        try {
            switch (request.path("op").asString()) {
                case "exec" -> answer.put("exit", exec(request));
                case "kill" -> kill(request.path("of").asLong());
                case "call" -> answer.put("answer", call(request));
                case "cancel" -> cancel(request.path("of").asLong());
                case "truth" -> answer.set("truth", HostMessages.truth(host.truth()));
                case "health" -> answer.set("health", HostMessages.health(host.health()));
                case "reset-health" -> host.resetHealth();
                default -> throw new IllegalArgumentException("unknown request " + request);
            }
        } catch (LonghaulException e) {
            answer.put("error", e.message()).put("advice", e.advice());
        } catch (IOException | RuntimeException e) {
            answer.put("error", "The lab failed: " + e).put("advice", "See the log of the lab's process.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.put("error", "The lab was interrupted.").put("advice", "Start it again.");
        }
        write(answer);
    }

    private void write(ObjectNode answer) {
        try {
            answers.write(answer);
        } catch (IOException e) {
            Runtime.getRuntime().halt(1); // the owner is gone, and everything with it
        }
    }

    private int exec(JsonNode request) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        request.path("command").forEach(word -> command.add(word.asString()));
        var builder = new ProcessBuilder(command);
        redirect(builder, request);
        String site = request.path("site").asString();
        Process process;
        try {
            process = site.isEmpty() ? builder.start() : host.start(SiteId.parse(site), builder);
        } catch (IOException e) {
            boolean onTerminal = request.path("stdout").asString().isEmpty();
            String why = String.valueOf(e.getMessage());
            if (onTerminal && (why.contains("error=2,") || why.contains("error=13,"))) {
                return why.contains("error=2,") ? NOT_FOUND : NOT_ALLOWED;
            }
            throw e;
        }
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
        Process process = processes.get(id);
        if (process != null) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private String call(JsonNode request) {
        long id = request.path("id").asLong();
        String name = request.path("task").asString();
        calls.put(id, Thread.currentThread());
        try {
            LabTask task = LabHost.instance(name, LabTask.class);
            return task.run(host, request.path("argument").asString(), progress -> {
                try {
                    answers.write(JSON.createObjectNode().put("id", id).put("progress", progress));
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        } catch (LonghaulException e) {
            throw e;
        } catch (Exception e) {
            throw new LabException("The task " + name + " failed: " + e + ".", "See the cause.", e);
        } finally {
            calls.remove(id);
            Thread.interrupted(); // a late cancel must not hit what this thread does next
        }
    }

    private void cancel(long id) {
        Thread thread = calls.get(id);
        if (thread != null) {
            thread.interrupt();
        }
    }
}
