package io.longhaul.campaign.orders;

import io.longhaul.core.measure.LatencyMethod;
import io.longhaul.core.study.AccessPattern;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.FingerprintJson;
import io.longhaul.store.json.RecordFields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The task of an order as one field, whose name is the kind of task; see {@code docs/formats/orders.md}. Stateless. */
final class TaskFields {
    private static final FingerprintJson FINGERPRINT = new FingerprintJson();
    private static final RecordFields<Task.Throughput> LOAD = RecordFields.of(Task.Throughput.class)
            .plain("streams", "duration_s", "volume_bytes", "window_bytes", "congestion", "interval_s");
    private static final Map<String, RecordFields<? extends Task>> KINDS = kinds();

    private TaskFields() {}

    private static Map<String, RecordFields<? extends Task>> kinds() {
        Map<String, RecordFields<? extends Task>> kinds = new LinkedHashMap<>();
        kinds.put("throughput", LOAD);
        kinds.put(
                "latency",
                RecordFields.of(Task.Latency.class)
                        .text("method", LatencyMethod::id, LatencyMethod::ofId)
                        .plain("count", "spacing_s"));
        kinds.put(
                "sweep",
                RecordFields.of(Task.Sweep.class)
                        .object("each", LOAD)
                        .plain("streams")
                        .custom(TaskFields::windows, TaskFields::windows)
                        .plain("repetitions"));
        kinds.put(
                "contention",
                RecordFields.of(Task.Contention.class).object("each", LOAD).plain("peers"));
        kinds.put(
                "pattern",
                RecordFields.of(Task.Pattern.class)
                        .object("whole", LOAD)
                        .flat(RecordFields.of(AccessPattern.class).plain("on_s", "off_s")));
        kinds.put(
                "fingerprint",
                RecordFields.of(Task.TakeFingerprint.class)
                        .object("drain", LOAD)
                        .plain("rests"));
        kinds.put(
                "check",
                RecordFields.of(Task.CheckFingerprint.class)
                        .custom(
                                (FieldWriter out, Fingerprint stored) ->
                                        out.document("stored", Optional.of(stored), FINGERPRINT),
                                in -> in.findDocument("stored", FINGERPRINT)
                                        .orElseThrow(() -> in.invalid("stored", "is missing")))
                        .plain("duration_s", "volume_bytes", "tolerance"));
        return kinds;
    }

    static Task decode(FieldReader in) {
        List<String> there = KINDS.keySet().stream().filter(in::has).toList();
        if (there.size() != 1) {
            throw in.invalid(
                    there.isEmpty() ? "throughput" : there.get(1),
                    "stands for the task, of which there must be one: " + String.join(", ", KINDS.keySet()));
        }
        return in.object(there.get(0), kind(there.get(0))::read);
    }

    static void encode(FieldWriter out, Task task) {
        out.object(task.id(), task, kind(task.id())::writeAny);
    }

    private static RecordFields<? extends Task> kind(String id) {
        return Optional.<RecordFields<? extends Task>>ofNullable(KINDS.get(id)).orElseThrow();
    }

    private static void windows(FieldWriter out, List<Optional<DataSize>> windows) {
        out.integersOrNulls(
                "windows_bytes",
                windows.stream().map(window -> window.map(DataSize::bytes)).toList());
    }

    private static List<Optional<DataSize>> windows(FieldReader in) {
        return in.integersOrNulls("windows_bytes").stream()
                .map(octets -> octets.map(DataSize::ofBytes))
                .toList();
    }
}
