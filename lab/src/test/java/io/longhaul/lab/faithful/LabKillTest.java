package io.longhaul.lab.faithful;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kill -9 of the lab's owner, or of the lab, at every stage of its life: nothing is left of it. */
@Timeout(120)
class LabKillTest {
    private static final String HOST = LabHostMain.class.getName();

    @BeforeAll
    static void needsALab() {
        List<String> missing = LabCheck.missing();
        assumeThat(missing).as("No faithful lab on this machine: " + missing).isEmpty();
    }

    /** Which process of a lab is killed when another has been seen: the mark is in the sleeper's command line. */
    @ParameterizedTest
    @CsvSource({
        "owner, host", "owner, sleep",
        "unshare, host", "unshare, sleep",
        "host, host", "host, sleep",
        "all, sleep"
    })
    void nothingIsLeft(String victim, String stage) throws Exception {
        String mark = "2000." + Math.floorMod((victim + stage).hashCode(), 1_000_000);
        Process owner = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        OwnerProgram.class.getName(),
                        "lossy",
                        mark)
                .redirectErrorStream(true)
                .start();
        try {
            await(() -> find(owner, stage).isPresent(), "the stage " + stage);
            List<ProcessHandle> family = family(owner);
            Set<String> namespaces = namespaces(family);
            Optional<Path> files = files(owner);
            if (victim.equals("all")) {
                family.forEach(LabKillTest::kill);
            } else {
                find(owner, victim).ifPresent(LabKillTest::kill);
            }
            // the owner of a lab that was killed ends with an error of its own
            await(() -> !owner.isAlive() && family.stream().noneMatch(ProcessHandle::isAlive), "the end of all");
            await(
                    () -> namespaces(ProcessHandle.allProcesses().toList()).stream()
                            .noneMatch(namespaces::contains),
                    "the end of the namespaces");
            assertThat(Files.readString(Path.of("/proc/net/dev"))).doesNotContain("wan0");
            LabDirectory next = LabDirectory.create();
            StaleLabs.sweep(next, Instant.now());
            next.delete();
            assertThat(files).get().satisfies(path -> assertThat(path).doesNotExist());
        } finally {
            owner.destroyForcibly();
        }
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition, String what) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(40);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
            new CountDownLatch(1).await(2, TimeUnit.MILLISECONDS);
        }
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
    }

    private static List<ProcessHandle> family(Process owner) {
        return Stream.concat(Stream.of(owner.toHandle()), owner.descendants()).toList();
    }

    private static Optional<ProcessHandle> find(Process owner, String role) {
        if (role.equals("owner")) {
            return Optional.of(owner.toHandle());
        }
        return owner.descendants()
                .filter(process -> {
                    String line = commandLine(process);
                    return switch (role) {
                        case "unshare" ->
                            line.startsWith("unshare") && line.contains(HOST); // not the one that only checks
                        case "host" -> line.contains(HOST) && !line.startsWith("unshare") && !line.startsWith("sh");
                        default -> line.startsWith("sleep");
                    };
                })
                .findFirst();
    }

    /** The directory that the lab's process was told. */
    private static Optional<Path> files(Process owner) {
        return find(owner, "host").map(host -> commandLine(host).split("\0", -1)).stream()
                .flatMap(Arrays::stream)
                .filter(argument -> argument.startsWith("/tmp/longhaul-lab-"))
                .map(Path::of)
                .filter(Files::isDirectory)
                .findFirst();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
        } catch (IOException e) {
            return ""; // it has ended
        }
    }

    /** Networks that threads of these processes are in or hold open, without the test's own. */
    private static Set<String> namespaces(List<ProcessHandle> processes) {
        var found = new HashSet<String>();
        for (ProcessHandle process : processes) {
            Path home = Path.of("/proc/" + process.pid());
            for (Path task : list(home.resolve("task"))) {
                found.add(link(task.resolve("ns/net")));
            }
            for (Path fd : list(home.resolve("fd"))) {
                found.add(link(fd));
            }
        }
        found.removeIf(name -> !name.startsWith("net:"));
        found.remove(link(Path.of("/proc/self/ns/net")));
        return found;
    }

    private static List<Path> list(Path directory) {
        var entries = new ArrayList<Path>();
        try (Stream<Path> paths = Files.list(directory)) {
            paths.forEach(entries::add);
        } catch (IOException | UncheckedIOException e) {
            return entries; // it ended meanwhile
        }
        return entries;
    }

    private static String link(Path path) {
        try {
            return Files.readSymbolicLink(path).toString();
        } catch (IOException e) {
            return "";
        }
    }
}
