package io.longhaul.probes.server;

import io.longhaul.probes.control.Bond;
import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.net.KernelOptions;
import io.longhaul.probes.wire.AdminMessages.RunningTest;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Results;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One throughput test at the agent, from its parameters to its end: the server's half of the iperf3 conversation. It has no place
 * among the tests before its client was let in. A peer may die in any state: every wait ends. Confined to the control connection's
 * event loop, except where said.
 */
final class TestSession extends EndingListener {
    private final AgentContext agent;
    private final EventLoop home;
    private final InetSocketAddress client;
    private final ControlChannel control;
    private final long id;
    private final long began;
    private volatile Stage stage = Stage.PARAMETERS;
    private volatile String who = Audit.UNKNOWN;
    private volatile String what = "a test";
    private volatile List<Cookie> cookies;
    private volatile boolean stranger = true;
    private volatile boolean ours;
    private @Nullable StreamGathering gathering;
    private volatile @Nullable TestTransfer transfer;

    /** How far it is. */
    private enum Stage {
        PARAMETERS,
        WAITING,
        CREATING,
        RUNNING,
        RESULTS,
        FAREWELL,
        OVER
    }

    private TestSession(AgentContext agent, Channel channel, @Nullable ControlChannel control, List<Cookie> cookies) {
        this.agent = agent;
        this.home = channel.eventLoop();
        this.client = (InetSocketAddress) channel.remoteAddress();
        this.control = control == null ? new ControlChannel(channel, this) : control;
        this.cookies = cookies;
        this.id = agent.tests().nextId();
        this.began = agent.nanoClock().getAsLong();
    }

    /** A client of iperf3 showed a cookie; what is returned goes last into the pipeline. */
    static ChannelHandler ofStranger(AgentContext agent, Channel channel, Cookie cookie) {
        var session = new TestSession(agent, channel, null, List.of(cookie));
        session.control.send(ControlState.PARAM_EXCHANGE);
        session.control.expectDocument(Parameters.LIMIT);
        session.control.await("parameters", agent.options().patience());
        return session.control;
    }

    /** A client of ours has been let in. */
    static void ofOurs(AgentContext agent, ControlChannel control, Door.Guest guest, Bond bond, Parameters asked) {
        var session = new TestSession(agent, control.channel(), control, List.of());
        control.handOver(session);
        session.ask(guest, asked, Optional.of(bond));
    }

    /** By which its data connections are known. From any thread. */
    List<Cookie> cookies() {
        return cookies;
    }

    /** Whether each data connection has a cookie of its own. From any thread. */
    boolean hasIndexedStreams() {
        return ours;
    }

    /** From any thread. */
    boolean isStranger() {
        return stranger;
    }

    /** From any thread. */
    InetAddress clientAddress() {
        return client.getAddress();
    }

    /** This end of the control connection: the address the client found the agent by. From any thread. */
    InetSocketAddress localAddress() {
        return (InetSocketAddress) control.channel().localAddress();
    }

    /** From any thread. */
    RunningTest describe() {
        TestTransfer moving = transfer;
        return new RunningTest(
                id,
                who,
                client.getAddress().getHostAddress(),
                what,
                stage.name().toLowerCase(Locale.ROOT),
                moving == null ? 0 : moving.octets());
    }

    @Override
    public void onDocument(byte[] json) {
        if (stage == Stage.RESULTS) {
            onResults();
            return;
        }
        try {
            Parameters asked = Parameters.decode(json);
            Optional<Door.Guest> guest = agent.door().stranger(client.getAddress());
            if (guest.isEmpty()) {
                refuse(RefusalCode.LOGIN);
            } else {
                ask(guest.get(), asked, Optional.empty());
            }
        } catch (ProtocolException malformed) {
            end("parameters that cannot be read");
        }
    }

    private void ask(Door.Guest guest, Parameters asked, Optional<Bond> bond) {
        who = guest.name();
        stranger = !guest.proven();
        what = describe(asked);
        Optional<RefusalCode> refusal = ParameterCheck.refusal(
                        asked, agent.options().limits())
                .or(() -> agent.usage().objection(client.getAddress(), asked.bytes()))
                .or(() -> unheard(asked));
        if (refusal.isPresent()) {
            refuse(refusal.get());
            return;
        }
        ours = bond.isPresent();
        bond.ifPresent(own -> cookies = own.streams(guest.secret(), asked.totalStreams()));
        gathering = new StreamGathering(agent, this, asked, ours);
        stage = Stage.WAITING;
        if (agent.tests().admit(this)) {
            agent.lobby().leave(control.channel());
        } else {
            control.send(ControlState.ACCESS_DENIED);
            end("too many tests");
        }
    }

    /** Datagrams are sent only to who can be heard: else they would go on when nobody takes them. */
    private Optional<RefusalCode> unheard(Parameters asked) {
        boolean sends = asked.udp() && (asked.reverse() || asked.bidirectional());
        return sends && KernelOptions.silentMillis(control.channel()).isEmpty()
                ? Optional.of(RefusalCode.UNIMPLEMENTED)
                : Optional.empty();
    }

    private static String describe(Parameters asked) {
        String way = asked.bidirectional() ? "both ways" : asked.reverse() ? "reverse" : "forward";
        return "test over " + (asked.udp() ? "UDP" : "TCP") + ", " + asked.parallel() + " streams " + way;
    }

    /** There is room for this test. From any thread. */
    void begin() {
        home.execute(() -> {
            if (stage == Stage.WAITING && gathering != null) {
                gathering.enter();
            }
        });
    }

    /** No other test that would be in the way waits for streams now. From any thread. */
    void yourTurn() {
        home.execute(() -> {
            if (stage == Stage.WAITING && gathering != null) {
                stage = Stage.CREATING;
                control.send(ControlState.CREATE_STREAMS);
                control.await("streams", agent.options().patience().plusSeconds(gathering.wanted()));
            }
        });
    }

    /** The agent closes, or a coordinator ends it. From any thread. */
    void terminate(String why) {
        home.execute(() -> {
            if (stage != Stage.OVER) {
                control.send(ControlState.SERVER_TERMINATE);
                end(why);
            }
        });
    }

    /** A data connection showed a cookie of this test. From any thread. */
    void offer(AcceptedStream stream) {
        home.execute(() -> {
            StreamGathering open = gathering;
            if (stage != Stage.CREATING || open == null || !open.offer(stream)) {
                stream.deny();
            } else if (open.isComplete()) {
                control.stopWaiting();
                startRunning(open);
            }
        });
    }

    private void startRunning(StreamGathering complete) {
        stage = Stage.RUNNING;
        TestTransfer moving = complete.transfer(control.channel(), this::refuse);
        transfer = moving;
        moving.start(() -> control.send(new byte[] {ControlState.TEST_START.code(), ControlState.TEST_RUNNING.code()}));
    }

    @Override
    public void onState(ControlState state) {
        switch (state) {
            case TEST_END -> onTestEnd();
            case CLIENT_TERMINATE -> end("its client was interrupted");
            case IPERF_DONE -> end(stage == Stage.FAREWELL ? "done" : "it ended early");
            default -> super.onState(state);
        }
    }

    private void onTestEnd() {
        TestTransfer moving = transfer;
        if (stage != Stage.RUNNING || moving == null) {
            end("it ended a test that did not run");
            return;
        }
        stage = Stage.RESULTS;
        moving.stop(() -> {
            if (stage == Stage.RESULTS) {
                control.send(ControlState.EXCHANGE_RESULTS);
                control.skipDocument(Results.LIMIT);
                control.await("results", agent.options().patience());
            }
        });
    }

    /** What the client counted is nothing to the agent, and may be long: it is not read. */
    private void onResults() {
        TestTransfer moving = transfer;
        if (moving != null) {
            control.send(moving.results().encode());
            control.send(ControlState.DISPLAY_RESULTS);
            stage = Stage.FAREWELL;
            control.await("farewell", agent.options().patience());
        }
    }

    private void refuse(RefusalCode code) {
        if (stage != Stage.OVER) {
            control.send(code.message());
            end(RefusalCode.describe(code.code()));
        }
    }

    @Override
    void end(String why) {
        if (stage == Stage.OVER) {
            return;
        }
        stage = Stage.OVER;
        TestTransfer moving = transfer;
        if (moving != null) {
            moving.cancel();
        }
        if (gathering != null) {
            gathering.abandon();
        }
        agent.tests().remove(this);
        control.close(agent.options().patience());
        if (moving != null) {
            long millis = (agent.nanoClock().getAsLong() - began) / 1_000_000;
            agent.audit()
                    .served(
                            who,
                            client,
                            what + " (" + id + ")",
                            moving.octets() + " octets in " + millis + " ms; " + why);
        } else {
            agent.audit().refused(who, client, what + " (" + id + "): " + why);
        }
    }
}
