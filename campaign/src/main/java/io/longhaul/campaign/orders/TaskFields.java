package io.longhaul.campaign.orders;

import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.FingerprintJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The task of an order as one field, whose name is the kind of task; see {@code docs/formats/orders.md}. Stateless. */
final class TaskFields {
    private static final FingerprintJson FINGERPRINT = new FingerprintJson();
    private static final Map<String, Function<FieldReader, Task>> KINDS = kinds();

    private TaskFields() {}

    private static Map<String, Function<FieldReader, Task>> kinds() {
        Map<String, Function<FieldReader, Task>> kinds = new LinkedHashMap<>();
        kinds.put("throughput", TaskFields::load);
        kinds.put(
                "latency",
                in -> new Task.Latency(
                        LatencyMethod.ofId(in.text("method")), in.smallInteger("count"), in.seconds("spacing_s")));
        kinds.put(
                "sweep",
                in -> new Task.Sweep(
                        in.object("each", TaskFields::load),
                        in.integers("streams"),
                        windows(in),
                        in.smallInteger("repetitions")));
        kinds.put(
                "contention", in -> new Task.Contention(in.object("each", TaskFields::load), in.smallInteger("peers")));
        kinds.put(
                "pattern",
                in -> new Task.Pattern(
                        in.object("whole", TaskFields::load),
                        new AccessPattern(in.seconds("on_s"), in.seconds("off_s"))));
        kinds.put(
                "fingerprint",
                in -> new Task.TakeFingerprint(in.object("drain", TaskFields::load), in.decimals("rests")));
        kinds.put(
                "check",
                in -> new Task.CheckFingerprint(
                        in.findDocument("stored", FINGERPRINT).orElseThrow(() -> in.invalid("stored", "is missing")),
                        in.seconds("duration_s"),
                        in.bytes("volume_bytes"),
                        in.decimal("tolerance")));
        return kinds;
    }

    static Task decode(FieldReader in) {
        List<String> there = KINDS.keySet().stream().filter(in::has).toList();
        if (there.size() != 1) {
            throw in.invalid(
                    there.isEmpty() ? "throughput" : there.get(1),
                    "stands for the task, of which there must be one: " + String.join(", ", KINDS.keySet()));
        }
        return in.object(there.get(0), fields -> kind(there.get(0)).apply(fields));
    }

    private static Function<FieldReader, Task> kind(String id) {
        return Optional.ofNullable(KINDS.get(id)).orElseThrow();
    }

    private static Task.Throughput load(FieldReader in) {
        return new Task.Throughput(
                in.smallInteger("streams"),
                in.seconds("duration_s"),
                in.bytes("volume_bytes"),
                in.findBytes("window_bytes"),
                in.findText("congestion"),
                in.seconds("interval_s"));
    }

    private static List<Optional<DataSize>> windows(FieldReader in) {
        List<Optional<DataSize>> windows = new ArrayList<>();
        for (Optional<Long> octets : in.integersOrNulls("windows_bytes")) {
            windows.add(octets.map(DataSize::ofBytes));
        }
        return windows;
    }

    static void encode(FieldWriter out, Task task) {
        out.object(task.id(), task, TaskFields::fields);
    }

    private static void fields(FieldWriter out, Task any) {
        if (any instanceof Task.Throughput task) {
            load(out, task);
        } else if (any instanceof Task.Latency task) {
            out.text("method", task.method().id())
                    .integer("count", task.count())
                    .seconds("spacing_s", task.spacing());
        } else if (any instanceof Task.Sweep task) {
            out.object("each", task.each(), TaskFields::load)
                    .integers("streams", task.streams())
                    .integersOrNulls(
                            "windows_bytes",
                            task.windows().stream()
                                    .map(window -> window.map(DataSize::bytes))
                                    .toList())
                    .integer("repetitions", task.repetitions());
        } else if (any instanceof Task.Contention task) {
            out.object("each", task.each(), TaskFields::load).integer("peers", task.peers());
        } else if (any instanceof Task.Pattern task) {
            out.object("whole", task.whole(), TaskFields::load)
                    .seconds("on_s", task.pattern().on())
                    .seconds("off_s", task.pattern().off());
        } else if (any instanceof Task.TakeFingerprint task) {
            out.object("drain", task.drain(), TaskFields::load).decimals("rests", task.rests());
        } else if (any instanceof Task.CheckFingerprint task) {
            out.document("stored", Optional.of(task.stored()), FINGERPRINT)
                    .seconds("duration_s", task.duration())
                    .bytes("volume_bytes", task.volume())
                    .decimal("tolerance", task.tolerance());
        }
    }

    private static void load(FieldWriter out, Task.Throughput load) {
        out.integer("streams", load.streams())
                .seconds("duration_s", load.duration())
                .bytes("volume_bytes", load.volume())
                .bytes("window_bytes", load.window())
                .text("congestion", load.congestion())
                .seconds("interval_s", load.interval());
    }
}
