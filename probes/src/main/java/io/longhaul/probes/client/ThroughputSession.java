package io.longhaul.probes.client;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.measure.StopReason;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.control.ControlChannel;
import io.longhaul.probes.control.ControlListener;
import io.longhaul.probes.control.ProofOfAccess;
import io.longhaul.probes.flow.DataStream;
import io.longhaul.probes.flow.SendBudget;
import io.longhaul.probes.flow.StreamFactory;
import io.longhaul.probes.flow.StreamSet;
import io.longhaul.probes.flow.TransferRun;
import io.longhaul.probes.flow.TransferTotals;
import io.longhaul.probes.net.Connector;
import io.longhaul.probes.net.SocketTuning;
import io.longhaul.probes.spec.Direction;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.Protocol;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.probes.wire.ControlState;
import io.longhaul.probes.wire.Cookie;
import io.longhaul.probes.wire.EndSample;
import io.longhaul.probes.wire.Parameters;
import io.longhaul.probes.wire.ProtocolException;
import io.longhaul.probes.wire.RefusalCode;
import io.longhaul.probes.wire.Results;
import io.longhaul.probes.wire.StreamResult;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One throughput test at the probing end: the client's half of the iperf3 conversation, from the connection to the
 * measurement. Ends by itself whatever the peer does. Confined to its home loop, except where said.
 */
final class ThroughputSession implements ControlListener {
    /** How long an interrupted run waits for the peer's count. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final ProberContext prober;
    private final ProbeTarget target;
    private final ThroughputSpec spec;
    private final ProgressListener progress;
    private final CompletableFuture<Measurement> result;
    private final EventLoop home;
    private final InetSocketAddress address;
    private final Cookie cookie;
    private final Instant created;
    private final long createdNanos;
    private Instant started;
    private final SendBudget budget;
    private final @Nullable ConvergenceWatch convergence;
    private @Nullable ControlChannel control;
    private @Nullable StreamSet streams;
    private @Nullable TransferRun run;
    private @Nullable TransferTotals local;
    private @Nullable Results remote;
    private @Nullable Future<?> timer;
    private StopReason stopped = StopReason.TIME;
    private boolean told;
    private boolean ending;
    private boolean over;

    ThroughputSession(
            ProberContext prober,
            ProbeTarget target,
            ThroughputSpec spec,
            ProgressListener progress,
            CompletableFuture<Measurement> result) {
        this.prober = prober;
        this.target = target;
        this.spec = spec;
        this.progress = progress;
        this.result = result;
        this.home = prober.loops().next();
        this.address = new InetSocketAddress(target.host(), target.port());
        this.cookie = Cookie.random(prober.random());
        this.created = prober.clock().instant();
        this.createdNanos = prober.nanoClock().getAsLong();
        this.started = created;
        this.convergence = spec.stop()
                .convergence()
                .map(rule -> new ConvergenceWatch(rule, spec.direction() == Direction.REVERSE))
                .orElse(null);
        this.budget = spec.stop()
                .volume()
                .filter(volume -> spec.direction() == Direction.FORWARD)
                .map(volume -> new SendBudget(volume.bytes()))
                .orElseGet(SendBudget::unlimited);
    }

    /** From any thread. */
    void start() {
        var connector = new Connector(prober.loops(), spec.timeouts().connect());
        connector
                .connect(home, address, SocketTuning.NONE.withNoDelay(), new ChannelInboundHandlerAdapter())
                .whenComplete((channel, failure) -> {
                    if (failure != null) {
                        connectFailed(failure);
                    } else if (over) {
                        channel.close();
                    } else {
                        converse(channel);
                    }
                });
    }

    /** From any thread. */
    void cancel() {
        home.execute(() -> {
            if (control != null && !over) {
                control.send(ControlState.CLIENT_TERMINATE);
            }
            fail(FailureReason.CANCELLED, "The probe was cancelled.");
        });
    }

    /** From any thread. */
    void endNow(StopReason reason) {
        home.execute(() -> stop(reason));
    }

    /** From any thread. */
    void interrupt() {
        home.execute(() -> {
            if (local == null && run == null) {
                cancel();
            } else {
                stop(StopReason.INTERRUPTED);
                home.schedule(this::cancel, FAREWELL.toNanos(), TimeUnit.NANOSECONDS);
            }
        });
    }

    private void converse(Channel channel) {
        target.tls()
                .ifPresent(tls ->
                        channel.pipeline().addFirst(tls.connector(channel.alloc(), target.host(), target.port())));
        var opened = new ControlChannel(channel, this);
        control = opened;
        channel.pipeline().addLast(opened);
        opened.send(cookie.octets());
        opened.await("invitation to send parameters", spec.timeouts().answer());
    }

    @Override
    public void onState(ControlState state) {
        switch (state) {
            case PARAM_EXCHANGE -> sendParameters();
            case CREATE_STREAMS -> openStreams();
            case TEST_START -> awaitNext("start of the test");
            case TEST_RUNNING -> {
                told = true;
                startWhenReady();
            }
            case EXCHANGE_RESULTS -> sendResults();
            case DISPLAY_RESULTS -> finish();
            case ACCESS_DENIED -> fail(FailureReason.REJECTED, peer() + " is busy, or does not let this client in.");
            case SERVER_ERROR -> awaitErrorCodes();
            case SERVER_TERMINATE -> fail(FailureReason.PEER_CLOSED, peer() + " was interrupted.");
            default -> onViolation("A server may not send the state " + state + ".");
        }
    }

    private void sendParameters() {
        Parameters parameters = AskedParameters.of(
                spec,
                target.token()
                        .map(token -> ProofOfAccess.make(
                                token, cookie.octets(), prober.clock().instant())));
        if (control != null) {
            control.send(parameters.encode());
        }
        awaitNext("answer to the parameters");
    }

    private void openStreams() {
        Parameters parameters = AskedParameters.of(spec, Optional.empty());
        open(parameters)
                .whenComplete((channels, failure) -> home.execute(() -> {
                    if (failure != null) {
                        connectFailed(failure);
                    } else {
                        attach(parameters, channels);
                    }
                }));
    }

    private CompletableFuture<List<Channel>> open(Parameters parameters) {
        SocketTuning tuning = StreamFactory.tuning(parameters.stream());
        if (parameters.udp()) {
            return new DatagramOpener(
                            prober.loops(), address, tuning, spec.timeouts().answer())
                    .open(parameters.totalStreams());
        }
        var connector = new Connector(prober.loops(), spec.timeouts().connect());
        boolean indexed = spec.protocol() == Protocol.LONGHAUL;
        return new StreamOpener(prober.loops(), connector, address, tuning, cookie, indexed)
                .open(parameters.totalStreams());
    }

    private void attach(Parameters parameters, List<Channel> channels) {
        if (over) {
            channels.forEach(Channel::close);
            return;
        }
        var factory = new StreamFactory(parameters, budget, prober.nanoClock());
        var made = new ArrayList<DataStream>();
        for (int place = 0; place < channels.size(); place++) {
            boolean sender = parameters.bidirectional() ? place < parameters.parallel() : !parameters.reverse();
            made.add(factory.attach(StreamResult.idAt(place), sender, channels.get(place)));
            Channel channel = channels.get(place);
            channel.eventLoop().execute(() -> channel.config().setAutoRead(true));
        }
        streams = new StreamSet(home, made);
        if (!told) {
            awaitNext("start of the test");
        }
        startWhenReady();
    }

    private void startWhenReady() {
        StreamSet set = streams;
        if (!told || set == null || run != null) {
            return;
        }
        if (control != null) {
            control.stopWaiting();
        }
        var moving = new TransferRun(home, set, spec.omit(), spec.interval(), prober.nanoClock(), this::report);
        run = moving;
        moving.start(() -> {}, () -> {
            started = prober.clock().instant();
            timer = home.schedule(
                    () -> stop(spec.stop().volume().isPresent() ? StopReason.BUDGET : StopReason.TIME),
                    spec.stop().time().toNanos(),
                    TimeUnit.NANOSECONDS);
            spec.stop().volume().ifPresent(volume -> watchVolume(set, volume));
        });
    }

    private void watchVolume(StreamSet set, DataSize volume) {
        new VolumeWatch(home, set, volume, spec.direction() == Direction.FORWARD, () -> stop(StopReason.VOLUME))
                .start();
    }

    private void report(EndSample sample) {
        progress.onInterval(SeriesMerge.local(sample));
        if (convergence != null && convergence.add(sample)) {
            stop(StopReason.CONVERGED);
        }
    }

    private void stop(StopReason reason) {
        TransferRun moving = run;
        if (ending || over || moving == null) {
            return;
        }
        ending = true;
        stopped = reason;
        if (timer != null) {
            timer.cancel(false);
        }
        moving.stop(totals -> {
            local = totals;
            if (control != null && !over) {
                control.send(ControlState.TEST_END);
                awaitNext("end of the test");
            }
        });
    }

    private void sendResults() {
        TransferTotals counted = local;
        if (control == null || counted == null) {
            onViolation("The server asked for results before the test was over.");
            return;
        }
        control.send(counted.toResults(spec.protocol() == Protocol.LONGHAUL, Optional.empty())
                .encode());
        control.expectDocument(Results.LIMIT);
        awaitNext("results");
    }

    @Override
    public void onDocument(byte[] json) {
        try {
            remote = Results.decode(json);
        } catch (ProtocolException e) {
            onViolation(String.valueOf(e.getMessage()));
            return;
        }
        awaitNext("farewell");
    }

    private void finish() {
        TransferTotals ours = local;
        Results theirs = remote;
        if (ours == null || theirs == null) {
            onViolation("The server ended the test before the results were exchanged.");
            return;
        }
        if (spec.protocol() == Protocol.LONGHAUL && theirs.extension().isEmpty()) {
            onViolation("The server is not an agent of Longhaul; ask with the protocol iperf3.");
            return;
        }
        if (control != null) {
            control.send(ControlState.IPERF_DONE);
        }
        Measurement measurement;
        try {
            measurement = new ThroughputAssembler(prober, target, spec).assemble(started, ours, theirs, stopped);
        } catch (ArithmeticException e) {
            onViolation("The server's figures are out of range: " + e.getMessage());
            return;
        }
        complete(measurement);
    }

    private void awaitNext(String message) {
        if (control != null) {
            control.await(message, spec.timeouts().answer());
        }
    }

    private void awaitErrorCodes() {
        if (control != null) {
            control.expectErrorCodes();
        }
        awaitNext("error codes");
    }

    @Override
    public void onErrorCodes(int code, int errno) {
        fail(FailureReason.REJECTED, peer() + " refused: " + RefusalCode.describe(code) + " (" + code + ").");
    }

    @Override
    public void onClosed() {
        fail(FailureReason.PEER_CLOSED, peer() + " closed the connection.");
    }

    @Override
    public void onSilence(String awaited) {
        fail(
                FailureReason.TIMED_OUT,
                peer() + " did not send the " + awaited + " within "
                        + spec.timeouts().answer().toMillis() + " ms.");
    }

    @Override
    public void onViolation(String message) {
        fail(FailureReason.PROTOCOL_ERROR, message);
    }

    private void connectFailed(Throwable cause) {
        ConnectFailure failure = ConnectFailure.of(cause, peer());
        fail(failure.reason(), failure.message());
    }

    private String peer() {
        return target.host() + ":" + target.port();
    }

    private void fail(FailureReason reason, String message) {
        Duration lasted = Duration.ofNanos(prober.nanoClock().getAsLong() - createdNanos);
        var header = prober.header(target, spec.direction() == Direction.REVERSE, created, lasted);
        complete(prober.failure(header, "throughput", reason, message));
    }

    private void complete(Measurement measurement) {
        if (over) {
            return;
        }
        over = true;
        if (timer != null) {
            timer.cancel(false);
        }
        if (run != null) {
            run.cancel();
        }
        if (streams != null) {
            streams.close();
        }
        if (control != null) {
            control.close();
        }
        result.complete(measurement);
    }
}
