package io.longhaul.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD) // nobody interrupts who opens a pipe
class FileAccessTest {
    @TempDir
    Path directory;

    @Test
    void replacesAFileAndLeavesNothingBeside() throws IOException {
        Path file = directory.resolve("deep/er/a.json");
        FileAccess.replace(file, "one");
        FileAccess.replace(file, "two €");
        assertThat(FileAccess.readText(file)).isEqualTo("two €");
        try (Stream<Path> beside = Files.list(directory.resolve("deep/er"))) {
            assertThat(beside).containsExactly(file);
        }
    }

    @Test
    void aFailedReplaceKeepsTheOldFileAndLeavesNothingBeside() throws IOException {
        Path file = Files.createDirectory(directory.resolve("a.json"));
        Files.writeString(file.resolve("inside"), "kept");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> FileAccess.replace(file, "new"))
                .withMessageContaining("a.json")
                .satisfies(e -> assertThat(e.advice()).contains("free space"));
        assertThat(file.resolve("inside")).hasContent("kept");
        try (Stream<Path> beside = Files.list(directory)) {
            assertThat(beside).containsExactly(file);
        }
    }

    @Test
    void readersSeeTheOldOrTheNewFileAndNeverAPart() throws Exception {
        Path file = directory.resolve("a.txt");
        String one = "1".repeat(200_000);
        String two = "2".repeat(200_000);
        FileAccess.replace(file, one);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        try {
            CountDownLatch reading = new CountDownLatch(1);
            Future<Integer> writer = pool.submit(() -> {
                reading.await();
                for (int i = 0; i < 50; i++) {
                    FileAccess.replace(file, i % 2 == 0 ? two : one);
                }
                return 50;
            });
            while (!writer.isDone()) {
                assertThat(FileAccess.readText(file)).isIn(one, two);
                reading.countDown();
            }
            assertThat(writer.get()).isEqualTo(50);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void namesAMissingFile() {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> FileAccess.readText(directory.resolve("none.json")))
                .withMessageContaining("There is no file")
                .withMessageContaining("none.json");
    }

    @Test
    void saysWhyAFileCannotBeRead() {
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> FileAccess.readText(directory))
                .withMessageContaining("cannot be read");
    }

    @Test
    void aLinkStaysAndItsFileIsReplaced() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "old");
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);
        FileAccess.replace(link, "new");
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
        Path dangling = Files.createSymbolicLink(directory.resolve("dangling"), directory.resolve("nothing"));
        assertThatExceptionOfType(StoreException.class).isThrownBy(() -> FileAccess.replace(dangling, "new"));
        assertThat(dangling).isSymbolicLink();
    }

    @Test
    void aDirectoryIsNotReplaced() throws IOException {
        Path inside = Files.createDirectory(directory.resolve("inside"));
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> FileAccess.replace(inside, "new"))
                .withMessageContaining("it is a directory");
        assertThat(inside).isDirectory();
    }

    @Test
    void aPipeIsWrittenToAndStays() throws Exception {
        Path pipe = directory.resolve("pipe");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Process reader = new ProcessBuilder("cat", pipe.toString()).start();
        FileAccess.replace(pipe, "through");
        assertThat(reader.inputReader().readLine()).isEqualTo("through");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    @Test
    void aDeviceIsWrittenToAndStays() throws Exception {
        Path device = directory.resolve("null"); // one of its own: a fault here would replace the machine's
        var mknod = new ProcessBuilder("mknod", device.toString(), "c", "1", "3").start();
        assumeThat(mknod.waitFor()).as("mknod, for root only").isZero();
        FileAccess.replace(device, "gone");
        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @Test
    void whatIsNoTextIsRefused() throws IOException {
        Path file = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, 0, 1});
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> FileAccess.readText(file))
                .withMessageContaining("no text in UTF-8");
    }
}
