package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.probes.wire.Parameters;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A sender that waits for its next block. */
class PacedSenderTest {
    private static final long NO_TASK = -1;

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aSenderThatEndsLeavesNoTimer(boolean removed) {
        Parameters asked = Parameters.decode(
                "{\"tcp\":true,\"reverse\":true,\"len\":1048576,\"bandwidth\":1}".getBytes(StandardCharsets.US_ASCII));
        var channel = new EmbeddedChannel();
        DataStream sender = new StreamFactory(asked, SendBudget.unlimited(), System::nanoTime).attach(1, true, channel);
        channel.runPendingTasks();
        sender.begin();
        assertThat(channel.runScheduledPendingTasks())
                .as("the next block waits for months")
                .isGreaterThan(TimeUnit.DAYS.toNanos(60));

        if (removed) {
            channel.pipeline().remove((ChannelHandler) sender);
        } else {
            sender.halt();
        }

        assertThat(channel.runScheduledPendingTasks()).isEqualTo(NO_TASK);
        channel.finishAndReleaseAll();
    }
}
