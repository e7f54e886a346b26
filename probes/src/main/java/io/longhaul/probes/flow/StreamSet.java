package io.longhaul.probes.flow;

import io.netty.channel.EventLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The streams of one end of a test, in the order of their ids, reached on their own loops from one home loop. Confined
 * to the home loop; callbacks come on it.
 */
public final class StreamSet {
    private final EventLoop home;
    private final List<DataStream> streams;

    public StreamSet(EventLoop home, List<? extends DataStream> streams) {
        this.home = home;
        this.streams = streams.stream()
                .map(DataStream.class::cast)
                .sorted(Comparator.comparingInt(DataStream::id))
                .toList();
    }

    public List<DataStream> streams() {
        return streams;
    }

    public void begin() {
        forEach(DataStream::begin);
    }

    public void halt() {
        forEach(DataStream::halt);
    }

    /** The loops that the streams run on. */
    public Set<EventLoop> loops() {
        return streams.stream().map(stream -> stream.channel().eventLoop()).collect(Collectors.toSet());
    }

    public void close() {
        streams.forEach(stream -> stream.channel().close());
    }

    /** Reads every stream on its own loop, then hands the readings over, in the order of the streams. */
    public void read(Consumer<List<StreamReading>> then) {
        gather(streams, DataStream::read, then);
    }

    /** As {@link #read}, where the count begins. */
    void mark(Consumer<List<StreamReading>> then) {
        gather(streams, DataStream::mark, then);
    }

    /**
     * Calls, for each stream, when its connection has ended, by whichever end; at once when it has already. Not while the loops are
     * being shut down, which closes what is open.
     */
    void onClosed(Consumer<DataStream> listener) {
        for (DataStream stream : streams) {
            stream.channel().closeFuture().addListener(closed -> {
                if (!home.isShuttingDown()) {
                    home.execute(() -> listener.accept(stream));
                }
            });
        }
    }

    /** Asks the first sender and the first receiver what is in force on their sockets. */
    public void inspect(Consumer<SocketFacts> then) {
        var firsts = new ArrayList<DataStream>();
        streams.stream().filter(DataStream::isSender).findFirst().ifPresent(firsts::add);
        streams.stream().filter(stream -> !stream.isSender()).findFirst().ifPresent(firsts::add);
        gather(
                firsts,
                SocketFacts::of,
                facts -> then.accept(facts.stream().reduce(SocketFacts::or).orElse(SocketFacts.UNKNOWN)));
    }

    private <T> void gather(List<DataStream> from, Function<DataStream, T> question, Consumer<List<T>> then) {
        var answers = new ConcurrentHashMap<Integer, T>();
        var missing = new AtomicInteger(from.size());
        for (DataStream stream : from) {
            stream.channel().eventLoop().execute(() -> {
                answers.put(stream.id(), question.apply(stream));
                if (missing.decrementAndGet() == 0) {
                    home.execute(() -> then.accept(inOrder(from, answers)));
                }
            });
        }
    }

    private static <T> List<T> inOrder(List<DataStream> streams, Map<Integer, T> answers) {
        return streams.stream()
                .map(stream -> Objects.requireNonNull(answers.get(stream.id())))
                .toList();
    }

    private void forEach(Consumer<DataStream> action) {
        streams.forEach(stream -> stream.channel().eventLoop().execute(() -> action.accept(stream)));
    }
}
