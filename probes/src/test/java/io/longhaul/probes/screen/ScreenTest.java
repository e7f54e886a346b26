package io.longhaul.probes.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.longhaul.core.study.Oversleep;
import io.longhaul.core.study.ScreenResult;
import io.longhaul.core.study.TimerQuality;
import io.longhaul.core.units.DataSize;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What speaks against a machine, and what mends it. */
class ScreenTest {
    private static final Oversleep CALM = new Oversleep(10_000, 3, 0, Duration.ofNanos(200_000));
    private static final TimerQuality CLOCK =
            new TimerQuality(Optional.of("tsc"), Duration.ofNanos(25), Duration.ofNanos(10));

    @Test
    void aCalmMachineWithLargeWindowsIsFit() {
        var kernel = new KernelSettings(
                Map.of("net.ipv4.tcp_rmem", "4096 131072 67108864", "net.ipv4.tcp_window_scaling", "1"));

        assertThat(Screen.judge(CALM, CLOCK, OptionalDouble.of(0), kernel, DataSize.ofMebibytes(16))
                        .fit())
                .isTrue();
    }

    @Test
    void everyFaultHasItsCommand() {
        var kernel = new KernelSettings(Map.of(
                "net.ipv4.tcp_rmem",
                "4096 131072 6291456",
                "net.core.wmem_max",
                "212992",
                "net.ipv4.tcp_window_scaling",
                "0"));
        ScreenResult screen = Screen.judge(
                new Oversleep(10_000, 500, 200, Duration.ofMillis(20)),
                new TimerQuality(Optional.of("hpet"), Duration.ofNanos(1500), Duration.ofNanos(70)),
                OptionalDouble.of(0.1),
                kernel,
                DataSize.ofMebibytes(16));

        assertThat(screen.fit()).isFalse();
        assertThat(screen.findings().stream().map(ScreenResult.Finding::toString))
                .anyMatch(reason -> reason.contains("200 of 10000"))
                .anyMatch(reason -> reason.contains("10 %"))
                .anyMatch(reason -> reason.contains("sysctl -w net.ipv4.tcp_rmem=\"4096 131072 33554432\""))
                .anyMatch(reason -> reason.contains("sysctl -w net.core.wmem_max=16777216"))
                .anyMatch(reason -> reason.contains("net.ipv4.tcp_window_scaling=1"))
                .anyMatch(reason -> reason.contains("hpet") && reason.contains("echo tsc"));
    }

    @Test
    void settingsAreReadFromFiles(@TempDir Path proc) throws IOException {
        Files.createDirectories(proc.resolve("net/ipv4"));
        Files.writeString(proc.resolve("net/ipv4/tcp_rmem"), "4096\t131072\t6291456\n");

        assertThat(KernelSettings.read(proc).values()).isEqualTo(Map.of("net.ipv4.tcp_rmem", "4096 131072 6291456"));
    }

    @Test
    void sleepsAreCounted() {
        Oversleep oversleep = OversleepMeter.measure(Duration.ofMillis(50), System::nanoTime);

        assertThat(oversleep.samples()).isPositive();
        assertThat(oversleep.over10Millis()).isLessThanOrEqualTo(oversleep.over1Millis());
    }

    /** What a program that reads in one gulp sees; files that are not of the kernel are read right in any way. */
    @Test
    void settingsOfThisKernelAreReadWhole() throws IOException {
        Path proc = Path.of("/proc/sys");
        assumeTrue(Files.isReadable(proc.resolve("net/ipv4/tcp_rmem")), "this kernel tells no settings");
        Process cat = new ProcessBuilder("cat", "/proc/sys/net/ipv4/tcp_rmem", "/proc/sys/net/ipv4/tcp_wmem").start();
        String[] seen = new String(cat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII)
                .strip()
                .split("\\s+", -1);

        KernelSettings settings = KernelSettings.read(proc);

        assertThat(settings.most("net.ipv4.tcp_rmem")).hasValue(Long.parseLong(seen[2]));
        assertThat(settings.most("net.ipv4.tcp_wmem")).hasValue(Long.parseLong(seen[5]));
    }
}
