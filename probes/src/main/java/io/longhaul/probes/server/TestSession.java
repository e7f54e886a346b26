package io.longhaul.probes.server;

import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.control.ControlListener;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.SendBudget;
import io.longhaul.probes.flow.StreamFactory;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.flow.TransferRun;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.net.ListenerSettings;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.ParameterExtension;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Results;
import io.longhaul.probes.wire.StreamResult;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One throughput test at the agent, from its cookie to its end: the server's half of the iperf3 conversation. A peer may
 * die in any state: every wait ends. Confined to the control connection's event loop, except where said.
 */
final class TestSession implements ControlListener {
    private enum Stage {
        WAITING,
        PARAMETERS,
        CREATING,
        RUNNING,
        RESULTS,
        FAREWELL,
        OVER
    }

    /** A timed test may overrun by so much, as with iperf3. */
    private static final Duration GRACE = Duration.ofSeconds(40);

    private final AgentContext agent;
    private final EventLoop home;
    private final Cookie cookie;
    private final InetSocketAddress client;
    private final ControlChannel control;
    private Stage stage = Stage.WAITING;
    private volatile boolean indexedStreams;
    private @Nullable Parameters parameters;
    private @Nullable StreamIntake intake;
    private @Nullable StreamSet streams;
    private @Nullable TransferRun run;
    private @Nullable TransferTotals totals;
    private @Nullable Future<?> expiry;

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
            if (stage == Stage.WAITING) {
                stage = Stage.PARAMETERS;
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
            if (stage != Stage.OVER) {
                control.send(ControlState.SERVER_TERMINATE);
                end();
            }
        });
    }

    /** A data connection showed this test's cookie. From any thread. */
    void offer(AcceptedStream stream) {
        home.execute(() -> {
            StreamIntake open = intake;
            if (stage != Stage.CREATING || open == null || !open.offer(stream)) {
                stream.channel()
                        .writeAndFlush(stream.channel().alloc().buffer(1).writeByte(ControlState.ACCESS_DENIED.code()));
                stream.channel().close();
            } else if (open.isComplete()) {
                control.stopWaiting();
                startRunning(open.ordered());
            }
        });
    }

    @Override
    public void onDocument(byte[] json) {
        if (stage == Stage.PARAMETERS) {
            onParameters(json);
        } else if (stage == Stage.RESULTS) {
            onResults(json);
        }
    }

    private void onParameters(byte[] json) {
        Parameters asked;
        try {
            asked = Parameters.decode(json);
        } catch (ProtocolException e) {
            end();
            return;
        }
        Optional<RefusalCode> refusal = mayEnter(asked)
                ? ParameterCheck.refusal(asked, agent.options().limits())
                : Optional.of(RefusalCode.LOGIN);
        if (refusal.isPresent()) {
            refuse(refusal.get());
            return;
        }
        parameters = asked;
        if (!asked.udp()) {
            agent.listener().enter(this, ListenerSettings.of(StreamFactory.tuning(asked.stream())), this::yourTurn);
        } else if (agent.desk().enter(client.getAddress(), this)) {
            createStreams(asked);
        }
    }

    /** No other test that would be in the way waits for streams now. From any thread. */
    void yourTurn() {
        home.execute(() -> {
            Parameters asked = parameters;
            if (stage == Stage.PARAMETERS && asked != null) {
                createStreams(asked);
            }
        });
    }

    private void createStreams(Parameters asked) {
        indexedStreams = !asked.udp()
                && asked.extension().map(ParameterExtension::indexedStreams).orElse(false);
        intake = new StreamIntake(asked.totalStreams(), indexedStreams);
        stage = Stage.CREATING;
        control.send(ControlState.CREATE_STREAMS);
        control.await("streams", agent.options().patience().plusSeconds(asked.totalStreams()));
    }

    private boolean mayEnter(Parameters asked) {
        boolean stranger = asked.extension().isEmpty();
        return (stranger && agent.options().openToIperf3())
                || agent.admission()
                        .admits(
                                control.channel(),
                                cookie.octets(),
                                asked.extension().flatMap(ParameterExtension::proof));
    }

    private void startRunning(List<AcceptedStream> accepted) {
        Parameters asked = Objects.requireNonNull(parameters);
        leaveDesk(asked);
        SocketTuning tuning = StreamFactory.tuning(asked.stream());
        var factory = new StreamFactory(asked, SendBudget.unlimited(), agent.nanoClock());
        var made = new ArrayList<DataStream>();
        for (int place = 0; place < accepted.size(); place++) {
            Channel channel = accepted.get(place).channel();
            boolean sender = asked.bidirectional() ? place >= asked.parallel() : asked.reverse();
            channel.eventLoop().execute(() -> tuning.applyTo(channel));
            made.add(factory.attach(StreamResult.idAt(place), sender, channel));
            channel.eventLoop().execute(() -> channel.pipeline().removeFirst());
        }
        var set = new StreamSet(home, made);
        streams = set;
        stage = Stage.RUNNING;
        var guard = new RunGuard(agent.options().limits());
        var moving = new TransferRun(
                home, set, omit(asked), interval(asked), agent.nanoClock(), sample -> watch(guard, sample));
        run = moving;
        expiry =
                home.schedule(() -> refuse(RefusalCode.EXPIRED), lifetime(asked).toNanos(), TimeUnit.NANOSECONDS);
        moving.start(
                () -> control.send(new byte[] {ControlState.TEST_START.code(), ControlState.TEST_RUNNING.code()}),
                () -> {});
    }

    private void leaveDesk(Parameters asked) {
        if (asked.udp()) {
            agent.desk().leave(client.getAddress(), this);
        } else {
            agent.listener().leave(this);
        }
    }

    private void watch(RunGuard guard, EndSample sample) {
        if (stage == Stage.RUNNING) {
            guard.observe(sample).ifPresent(this::refuse);
        }
    }

    private static Duration omit(Parameters asked) {
        Duration seconds = Duration.ofSeconds(asked.omitSeconds());
        return asked.extension()
                .map(own -> Duration.ofMillis(own.omitMillis()))
                .filter(fine -> !fine.isNegative() && fine.compareTo(seconds) <= 0)
                .orElse(seconds);
    }

    private Duration interval(Parameters asked) {
        return SampleInterval.of(
                asked.extension().map(ParameterExtension::intervalMillis).orElse(0), lifetime(asked));
    }

    private Duration lifetime(Parameters asked) {
        Duration planned = Duration.ofSeconds((long) asked.timeSeconds() + asked.omitSeconds());
        return (asked.timeSeconds() > 0 ? planned : agent.options().limits().duration()).plus(GRACE);
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
        TransferRun moving = run;
        StreamSet set = streams;
        if (stage != Stage.RUNNING || moving == null || set == null) {
            end();
            return;
        }
        stage = Stage.RESULTS;
        moving.stop(counted -> {
            set.close();
            if (stage == Stage.RESULTS) {
                totals = counted;
                control.send(ControlState.EXCHANGE_RESULTS);
                control.expectDocument(Results.LIMIT);
                control.await("results", agent.options().patience());
            }
        });
    }

    private void onResults(byte[] json) {
        try {
            Results.decode(json);
        } catch (ProtocolException e) {
            end();
            return;
        }
        TransferTotals counted = totals;
        Parameters asked = parameters;
        if (counted == null || asked == null) {
            end();
            return;
        }
        Optional<String> output =
                asked.wantsServerOutput() ? Optional.of(ServerOutput.text(counted)) : Optional.empty();
        control.send(counted.toResults(asked.extension().isPresent(), output).encode());
        control.send(ControlState.DISPLAY_RESULTS);
        stage = Stage.FAREWELL;
        control.await("farewell", agent.options().patience());
    }

    private void refuse(RefusalCode code) {
        if (stage != Stage.OVER) {
            control.send(ByteBuffer.allocate(1 + 2 * Integer.BYTES)
                    .put(ControlState.SERVER_ERROR.code())
                    .putInt(code.code())
                    .putInt(0)
                    .array());
            end();
        }
    }

    @Override
    public void onErrorCodes(int code, int errno) {
        end();
    }

    @Override
    public void onClosed() {
        end();
    }

    @Override
    public void onSilence(String awaited) {
        end();
    }

    @Override
    public void onViolation(String message) {
        end();
    }

    private void end() {
        if (stage == Stage.OVER) {
            return;
        }
        stage = Stage.OVER;
        if (expiry != null) {
            expiry.cancel(false);
        }
        if (run != null) {
            run.cancel();
        }
        if (streams != null) {
            streams.close();
        }
        if (intake != null) {
            intake.closeAll();
        }
        if (parameters != null) {
            leaveDesk(parameters);
        }
        agent.tests().remove(this);
        control.close();
    }
}
