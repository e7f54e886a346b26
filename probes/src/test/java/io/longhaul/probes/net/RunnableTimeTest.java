package io.longhaul.probes.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The kernel's count of a thread's time on a core and in line for one. */
class RunnableTimeTest {
    private static final long SPIN_NANOS = 50_000_000;

    @Test
    void isAtLeastTheTimeOnTheCore() throws InterruptedException {
        Assumptions.assumeTrue(Files.exists(Path.of("/proc/thread-self/schedstat")), "no schedstat here");
        var threads = ManagementFactory.getThreadMXBean();
        var told = new AtomicReference<OptionalLong>(OptionalLong.empty());
        ThreadFactory factory = RunnableTime.noting(Thread::new);
        Thread spinner = factory.newThread(() -> {
            while (threads.getCurrentThreadCpuTime() < SPIN_NANOS) {
                Thread.onSpinWait();
            }
            told.set(RunnableTime.nanosOf(Thread.currentThread().getId()));
        });
        spinner.start();
        spinner.join();

        assertThat(Objects.requireNonNull(told.get()).orElseThrow()).isGreaterThanOrEqualTo((long) (0.9 * SPIN_NANOS));
        assertThat(RunnableTime.nanosOf(spinner.getId())).as("after its end").isEmpty();
    }

    @Test
    void aThreadOfAnotherFactoryIsNotKnown() {
        assertThat(RunnableTime.nanosOf(Thread.currentThread().getId())).isEmpty();
    }
}
