package io.longhaul.probes.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.spec.AgentBudget;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What clients had is counted for the agent, not for a connection or a run. */
class UsageTest {
    private static final InetAddress ONE = address("10.0.0.1");
    private static final InetAddress TWO = address("10.0.0.2");

    @TempDir
    private Path folder;

    private Instant now = Instant.parse("2026-01-31T12:00:00Z");
    private long nanos;

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static Optional<DataSize> megabytes(long count) {
        return Optional.of(DataSize.ofMegabytes(count));
    }

    private Usage usage(AgentBudget budget) {
        return new Usage(budget, () -> now, () -> nanos);
    }

    private AgentBudget perDay(Optional<DataSize> all, Optional<DataSize> ofAddress, Optional<DataSize> month) {
        return new AgentBudget(
                Optional.empty(), Optional.empty(), all, ofAddress, month, Optional.of(folder.resolve("usage")));
    }

    @Test
    void aDayIsUsedUpHoweverManyConnectionsAndRestartsMakeIt() {
        AgentBudget budget = perDay(megabytes(10), Optional.empty(), Optional.empty());
        Usage first = usage(budget);
        assertThat(first.charge(ONE, 4_000_000, 2_000_000)).isEmpty();
        assertThat(first.sendable(TWO)).isEqualTo(4_000_000);
        first.save();

        Usage second = usage(budget);
        assertThat(second.objection(TWO, 0)).isEmpty();
        assertThat(second.charge(TWO, 4_000_001, 0)).isPresent();
        assertThat(second.objection(ONE, 0)).isPresent();
        second.save();
        assertThat(usage(budget).objection(ONE, 0)).isPresent();

        now = now.plus(Duration.ofHours(13));
        assertThat(usage(budget).objection(ONE, 0)).isEmpty();
    }

    @Test
    void anAddressUsesUpItsOwnPartOnly() {
        AgentBudget budget = perDay(Optional.empty(), megabytes(1), Optional.empty());
        Usage usage = usage(budget);
        assertThat(usage.charge(ONE, 1_000_001, 0)).isPresent();
        assertThat(usage.objection(TWO, 0)).isEmpty();
        assertThat(usage.charge(address("2001:db8::1"), 600_000, 0)).isEmpty();
        assertThat(usage.charge(address("2001:db8::2"), 600_000, 0))
                .as("of the same network")
                .isPresent();
        usage.save();
        assertThat(usage(budget).objection(ONE, 0)).isPresent();
        assertThat(usage(budget).objection(address("2001:db8::3"), 0)).isPresent();
    }

    /** So that many addresses are no way around it, and no way to fill the memory. */
    @Test
    void addressesBeyondThoseWithAPlaceShareOne() {
        Usage usage = usage(perDay(Optional.empty(), megabytes(1), Optional.empty()));
        for (int i = 0; i < 4096; i++) {
            usage.charge(address("10.1." + i / 256 + "." + i % 256), 1, 0);
        }
        assertThat(usage.charge(address("10.2.0.1"), 600_000, 0)).isEmpty();
        assertThat(usage.charge(address("10.2.0.2"), 600_000, 0)).isPresent();
    }

    @Test
    void aMonthCountsWhatIsSent() {
        AgentBudget budget = perDay(Optional.empty(), Optional.empty(), megabytes(1));
        Usage usage = usage(budget);
        assertThat(usage.charge(ONE, 500_000, 50_000_000)).isEmpty();
        assertThat(usage.charge(ONE, 500_001, 0)).isPresent();
        usage.save();
        assertThat(usage(budget).objection(ONE, 0)).isPresent();
        now = Instant.parse("2026-02-01T00:00:01Z");
        assertThat(usage(budget).objection(ONE, 0)).isEmpty();
    }

    @Test
    void theRateOfAllIsThatOfAnyFiveSeconds() {
        var rate = Optional.of(Bandwidth.ofMegabitsPerSecond(8));
        Usage usage = usage(new AgentBudget(
                rate, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(usage.charge(ONE, 3_000_000, 0)).isEmpty();
        assertThat(usage.charge(TWO, 2_000_001, 0)).as("together").isPresent();
        nanos += Duration.ofSeconds(6).toNanos();
        assertThat(usage.charge(TWO, 2_000_000, 0)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "format=other", "format=longhaul-agent-usage/1\nday=2026-01-31\noctets_of_day=-1"})
    void aCountThatCannotBeReadIsNotTakenForNone(String text) throws IOException {
        Files.writeString(folder.resolve("usage"), text);

        assertThatThrownBy(() -> usage(perDay(megabytes(1), Optional.empty(), Optional.empty())))
                .isInstanceOf(InvalidInputException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/dev/null", "link", "folder"})
    void aCountIsKeptInAFileOfItsOwn(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nothing"));
        Files.createDirectory(folder.resolve("folder"));
        var budget = new AgentBudget(
                Optional.empty(),
                Optional.empty(),
                megabytes(1),
                Optional.empty(),
                Optional.empty(),
                Optional.of(file));

        assertThatThrownBy(() -> usage(budget))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("no regular file");
    }

    @Test
    void aPipeInThePlaceOfACountDoesNotHoldTheStart() throws Exception {
        Path pipe = folder.resolve("usage");
        Process mkfifo = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assumeThat(mkfifo.waitFor()).as("mkfifo").isZero();

        assertThatThrownBy(() -> usage(perDay(megabytes(1), Optional.empty(), Optional.empty())))
                .hasMessageContaining("no regular file");
    }

    @Test
    void aLimitOfNothingIsRefused() {
        assertThatThrownBy(() -> perDay(Optional.of(DataSize.ZERO), Optional.empty(), Optional.empty()))
                .isInstanceOf(InvalidInputException.class);
    }
}
