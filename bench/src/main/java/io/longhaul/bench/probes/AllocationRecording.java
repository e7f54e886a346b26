package io.longhaul.bench.probes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Allocations of some threads as JDK Flight Recorder sees them: one event whenever a thread takes a new allocation buffer, and one
 * for each object that fits in none. Small buffers ({@code -XX:-ResizeTLAB -XX:TLABSize=2k}) make it see more. Confined to one
 * thread.
 */
final class AllocationRecording {
    private static final int FRAMES = 4;

    private final Recording recording = new Recording();

    /** Begins. */
    void start() {
        recording.enable("jdk.ObjectAllocationInNewTLAB").withStackTrace();
        recording.enable("jdk.ObjectAllocationOutsideTLAB").withStackTrace();
        recording.start();
    }

    /** Ends; how many events by class and topmost methods, of threads whose name begins so. */
    Map<String, Long> stop(String threads) {
        recording.stop();
        try {
            Path file = Files.createTempFile("allocation", ".jfr");
            recording.dump(file);
            recording.close();
            Map<String, Long> found = RecordingFile.readAllEvents(file).stream()
                    .filter(event -> event.getThread() != null
                            && event.getThread().getJavaName() != null
                            && event.getThread().getJavaName().startsWith(threads))
                    .collect(Collectors.groupingBy(AllocationRecording::where, TreeMap::new, Collectors.counting()));
            Files.delete(file);
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String where(RecordedEvent event) {
        String type = event.getClass("objectClass").getName();
        if (event.getStackTrace() == null) {
            return type;
        }
        return type
                + event.getStackTrace().getFrames().stream()
                        .limit(FRAMES)
                        .map(frame -> frame.getMethod().getType().getName().replaceAll(".*\\.", "") + "."
                                + frame.getMethod().getName())
                        .collect(Collectors.joining(" < ", " in ", ""));
    }
}
