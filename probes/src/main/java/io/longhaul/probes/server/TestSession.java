package io.longhaul.probes.server;

import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Results;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One throughput test at the agent, from its cookie to its end: the server's half of the iperf3 conversation. A peer may
 * die in any state: every wait ends. Confined to the control connection's event loop, except where said.
 */
final class TestSession extends EndingListener {
    private final AgentContext agent;
    private final EventLoop home;
    private final Cookie cookie;
    private final InetSocketAddress client;
    private final ControlChannel control;
    private TestStage stage = TestStage.WAITING;
    private volatile boolean indexedStreams;
    private @Nullable StreamGathering gathering;
    private @Nullable TestTransfer transfer;

    TestSession(AgentContext agent, Channel channel, Cookie cookie) {
        this.agent = agent;
        this.home = channel.eventLoop();
        this.cookie = cookie;
        this.client = (InetSocketAddress) channel.remoteAddress();
        this.control = new ControlChannel(channel, this);
    }

    /** From any thread. */
    Cookie cookie() {
        return cookie;
    }

    /** This end of the control connection: the address the client found the agent by. From any thread. */
    InetSocketAddress localAddress() {
        return (InetSocketAddress) control.channel().localAddress();
    }

    /** From any thread. */
    ControlChannel control() {
        return control;
    }

    /** Whether data connections say their index after the cookie. From any thread. */
    boolean indexedStreams() {
        return indexedStreams;
    }

    /** It is this test's turn. From any thread. */
    void begin() {
        home.execute(() -> {
            if (stage == TestStage.WAITING) {
                stage = TestStage.PARAMETERS;
                control.send(ControlState.PARAM_EXCHANGE);
                control.expectDocument(Parameters.LIMIT);
                control.await("parameters", agent.options().patience());
            }
        });
    }

    /** There is no room for this test. */
    void deny() {
        control.send(ControlState.ACCESS_DENIED);
        end();
    }

    /** The agent closes. From any thread. */
    void terminate() {
        home.execute(() -> {
            if (stage != TestStage.OVER) {
                control.send(ControlState.SERVER_TERMINATE);
                end();
            }
        });
    }

    /** A data connection showed this test's cookie. From any thread. */
    void offer(AcceptedStream stream) {
        home.execute(() -> {
            StreamGathering open = gathering;
            if (stage != TestStage.CREATING || open == null || !open.offer(stream)) {
                stream.deny();
            } else if (open.isComplete()) {
                control.stopWaiting();
                startRunning(open);
            }
        });
    }

    @Override
    public void onDocument(byte[] json) {
        try {
            if (stage == TestStage.PARAMETERS) {
                onParameters(Parameters.decode(json));
            } else if (stage == TestStage.RESULTS) {
                onResults();
            }
        } catch (ProtocolException e) {
            end();
        }
    }

    private void onParameters(Parameters asked) {
        Optional<RefusalCode> refusal = agent.admission().admits(control.channel(), cookie.octets(), asked)
                ? ParameterCheck.refusal(asked, agent.options().limits())
                : Optional.of(RefusalCode.LOGIN);
        if (refusal.isPresent()) {
            refuse(refusal.get());
        } else {
            gathering = new StreamGathering(agent, this, client.getAddress(), asked);
            gathering.enter();
        }
    }

    /** No other test that would be in the way waits for streams now. From any thread. */
    void yourTurn() {
        home.execute(() -> {
            if (stage == TestStage.PARAMETERS && gathering != null) {
                stage = TestStage.CREATING;
                indexedStreams = gathering.isIndexed();
                control.send(ControlState.CREATE_STREAMS);
                control.await("streams", agent.options().patience().plusSeconds(gathering.wanted()));
            }
        });
    }

    private void startRunning(StreamGathering complete) {
        stage = TestStage.RUNNING;
        transfer = complete.transfer(home, this::refuse);
        transfer.start(
                () -> control.send(new byte[] {ControlState.TEST_START.code(), ControlState.TEST_RUNNING.code()}));
    }

    @Override
    public void onState(ControlState state) {
        switch (state) {
            case TEST_END -> onTestEnd();
            case CLIENT_TERMINATE, IPERF_DONE -> end();
            default -> onViolation("A client may not send the state " + state + ".");
        }
    }

    private void onTestEnd() {
        if (stage != TestStage.RUNNING || transfer == null) {
            end();
            return;
        }
        stage = TestStage.RESULTS;
        transfer.stop(() -> {
            if (stage == TestStage.RESULTS) {
                control.send(ControlState.EXCHANGE_RESULTS);
                control.skipDocument(Results.LIMIT);
                control.await("results", agent.options().patience());
            }
        });
    }

    /** What the client counted is nothing to the agent, and may be long: it is not read. */
    private void onResults() {
        if (transfer != null) {
            control.send(transfer.results().encode());
            control.send(ControlState.DISPLAY_RESULTS);
            stage = TestStage.FAREWELL;
            control.await("farewell", agent.options().patience());
        }
    }

    private void refuse(RefusalCode code) {
        if (stage != TestStage.OVER) {
            control.send(code.message());
            end();
        }
    }

    @Override
    void end() {
        if (stage == TestStage.OVER) {
            return;
        }
        stage = TestStage.OVER;
        if (transfer != null) {
            transfer.cancel();
        }
        if (gathering != null) {
            gathering.abandon();
        }
        agent.tests().remove(this);
        control.close(agent.options().patience());
    }
}
