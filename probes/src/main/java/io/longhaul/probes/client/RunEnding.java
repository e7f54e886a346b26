package io.longhaul.probes.client;

import io.longhaul.core.measure.StopReason;
import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.wire.ControlState;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How a run that moves data ends, once: in good order, or because one of its connections was lost, after which no figure of it is what was
 * asked for. Confined to the test's loop.
 */
final class RunEnding {
    /** The server may be about to say why it closed a stream; its word comes by another connection. */
    private static final Duration EXPLANATION = Duration.ofSeconds(1);

    private final ControlChannel control;
    private final ThroughputOutcome outcome;
    private boolean ending;
    private boolean lost;
    private StopReason reason = StopReason.TIME;
    private @Nullable TransferTotals counted;

    RunEnding(ControlChannel control, ThroughputOutcome outcome) {
        this.control = control;
        this.outcome = outcome;
    }

    /** Enough has moved: the server is told that the test is over, then {@code told} is called. */
    void inOrder(ClientTransfer transfer, StopReason why, Runnable told) {
        if (ending || outcome.isOver()) {
            return;
        }
        ending = true;
        reason = why;
        transfer.stop(totals -> {
            counted = totals;
            if (!outcome.isOver()) {
                control.send(ControlState.TEST_END);
                told.run();
            }
        });
    }

    /** A connection has ended before the run did. */
    void byLoss(ClientTransfer transfer, DataStream stream) {
        if (ending || outcome.isOver()) {
            return;
        }
        ending = true;
        lost = true;
        transfer.stop(totals -> control.channel()
                .eventLoop()
                .schedule(() -> giveUp(stream, totals), EXPLANATION.toNanos(), TimeUnit.NANOSECONDS));
    }

    /** The server says that one of its streams is broken, and closes; a loss that this end saw itself is told by {@link #byLoss}. */
    void byWord(ClientTransfer transfer, String said) {
        if (lost || outcome.isOver()) {
            return;
        }
        if (ending) {
            outcome.fail(FailureReason.PEER_CLOSED, said + " while the test was ending.");
            return;
        }
        ending = true;
        transfer.stop(totals -> outcome.fail(FailureReason.PEER_CLOSED, StreamLoss.message(said, totals)));
    }

    private void giveUp(DataStream stream, TransferTotals totals) {
        if (!outcome.isOver()) {
            control.send(ControlState.CLIENT_TERMINATE);
            outcome.fail(FailureReason.PEER_CLOSED, StreamLoss.message(outcome.peer(), stream, totals));
        }
    }

    /** What this end counted, once the server was told that the test is over. */
    Optional<TransferTotals> counted() {
        return Optional.ofNullable(counted);
    }

    StopReason reason() {
        return reason;
    }
}
