package io.longhaul.probes.client;

import io.longhaul.core.measure.StopReason;
import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.Results;
import io.longhaul.probes.wire.Service;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The client's half of the iperf3 conversation, from the cookie to the farewell. A peer may say anything at any time, or
 * nothing: every wait ends. Confined to the test's loop, except where said.
 */
final class ClientConversation extends ClientListener {
    private final ProberContext prober;
    private final ThroughputSpec spec;
    private final ProgressListener progress;
    private final ControlChannel control;
    private final EventLoop home;
    private final Cookie cookie;
    private final Optional<Opening> opening;
    private final ClientStreams streams;
    private final TurnWait turn;
    private final ServerOrder order;
    private final RunEnding ending;
    private @Nullable ClientTransfer transfer;
    private @Nullable Results remote;
    private boolean started;

    ClientConversation(
            ProberContext prober,
            ProbeTarget target,
            ThroughputSpec spec,
            ProgressListener progress,
            ThroughputOutcome outcome,
            Channel channel) {
        super(outcome);
        this.prober = prober;
        this.spec = spec;
        this.progress = progress;
        this.control = new ControlChannel(channel, this);
        this.home = channel.eventLoop();
        this.cookie = Cookie.random(prober.random());
        this.turn = new TurnWait(control, spec.timeouts(), progress);
        this.ending = new RunEnding(control, outcome);
        this.order = new ServerOrder(spec.protocol());
        this.opening = spec.protocol() == Protocol.LONGHAUL
                ? Optional.of(new Opening(Service.TEST, target.token(), prober.random()))
                : Optional.empty();
        this.streams = new ClientStreams(prober, spec, (InetSocketAddress) channel.remoteAddress());
    }

    void begin() {
        control.channel().pipeline().addLast(control);
        control.send(opening.map(Opening::first).orElseGet(cookie::octets));
        turn.begin(opening.isPresent() ? "challenge" : "invitation to send parameters");
    }

    /** Tells the server that nothing more is wanted. */
    void terminate() {
        control.send(ControlState.CLIENT_TERMINATE);
    }

    /** Whether the streams have begun. */
    boolean isMoving() {
        return started;
    }

    @Override
    public void onState(ControlState state) {
        turn.end();
        order.objection(state).ifPresentOrElse(this::onViolation, () -> obey(state));
    }

    private void obey(ControlState state) {
        switch (state) {
            case CHALLENGE -> control.expectDocument(Challenge.LIMIT);
            case PARAM_EXCHANGE -> ask(AskedParameters.of(ServerStop.of(spec)).encode());
            case CREATE_STREAMS -> openStreams();
            case TEST_START -> awaitNext("start of the test");
            case TEST_RUNNING -> startWhenReady();
            case EXCHANGE_RESULTS -> sendResults();
            case DISPLAY_RESULTS -> finish();
            case ACCESS_DENIED -> onDenial();
            case SERVER_ERROR -> {
                onRefusal();
                control.expectErrorCodes();
                awaitNext("error codes");
            }
            case SERVER_TERMINATE -> onTermination();
            default -> onViolation("A server may not send the state " + state + ".");
        }
    }

    /** What was asked for is granted when it is this test's turn. */
    private void ask(byte[] request) {
        control.send(request);
        turn.begin("answer to the parameters");
    }

    private void openStreams() {
        streams.open(opening.map(own -> own.streams(streams.count())).orElseGet(() -> List.of(cookie)))
                .whenComplete((channels, failure) -> home.execute(() -> {
                    if (failure != null) {
                        outcome.cannotConnect(failure);
                    } else {
                        attach(channels);
                    }
                }));
    }

    private void attach(List<Channel> channels) {
        if (outcome.isOver()) {
            channels.forEach(Channel::close);
            return;
        }
        transfer = new ClientTransfer(
                prober, home, spec, streams.attach(channels, home), progress, this::stop, this::onLoss);
        if (!order.hasHeard(ControlState.TEST_RUNNING)) {
            awaitNext("start of the test");
        }
        startWhenReady();
    }

    private void startWhenReady() {
        if (order.hasHeard(ControlState.TEST_RUNNING) && transfer != null && !started) {
            started = true;
            control.stopWaiting();
            transfer.start();
        }
    }

    /** Ends a test that moves data in good order. */
    void stop(StopReason reason) {
        if (started && transfer != null) {
            ending.inOrder(transfer, reason, () -> awaitNext("end of the test"));
        }
    }

    @Override
    void onBroken(String said) {
        if (started && transfer != null) {
            ending.byWord(transfer, said);
        } else {
            outcome.fail(FailureReason.PEER_CLOSED, said + ".");
        }
    }

    private void onLoss(DataStream lost) {
        if (transfer != null) {
            ending.byLoss(transfer, lost);
        }
    }

    private void sendResults() {
        Optional<TransferTotals> counted = ending.counted();
        if (counted.isEmpty()) {
            onViolation("The server asked for results before the test was over.");
            return;
        }
        control.send(counted.get()
                .toResults(spec.protocol() == Protocol.LONGHAUL, Optional.empty())
                .encode());
        control.expectDocument(Results.LIMIT);
        awaitNext("results");
    }

    @Override
    public void onDocument(byte[] json) {
        try {
            if (!order.hasHeard(ControlState.CREATE_STREAMS) && opening.isPresent()) {
                ask(opening.get()
                        .answer(json, AskedParameters.of(ServerStop.of(spec)).text()));
                return;
            }
            remote = Results.decode(json);
        } catch (ProtocolException e) {
            onViolation(String.valueOf(e.getMessage()));
            return;
        }
        awaitNext("farewell");
    }

    private void finish() {
        Optional<TransferTotals> counted = ending.counted();
        if (counted.isEmpty() || remote == null || transfer == null) {
            onViolation("The server ended the test before the results were exchanged.");
        } else if (spec.protocol() == Protocol.LONGHAUL && remote.extension().isEmpty()) {
            onViolation("The server is not an agent of Longhaul; ask with the protocol iperf3.");
        } else {
            control.send(ControlState.IPERF_DONE);
            outcome.succeed(transfer.started(), counted.get(), remote, ending.reason());
        }
    }

    @Override
    void failSilent(String awaited) {
        if (order.hasHeard(ControlState.CREATE_STREAMS)) {
            outcome.silent(awaited);
        } else {
            outcome.noTurn();
        }
    }

    private void awaitNext(String message) {
        control.await(message, spec.timeouts().answer());
    }

    void release() {
        turn.end();
        if (transfer != null) {
            transfer.cancel();
        }
        control.close();
    }
}
