package io.longhaul.lab.portable;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/** Streams that carry as much as they can, from or to a {@link TestAgent}, and count what arrives. */
final class Load implements AutoCloseable {
    private final List<SocketChannel> channels = new ArrayList<>();
    private final AtomicLongArray received;

    /** Streams towards the client: the agent sends, the client counts by stream. */
    static Load download(InetSocketAddress address, int streams) throws IOException {
        var load = new Load(streams);
        for (int i = 0; i < streams; i++) {
            int index = i;
            SocketChannel channel = load.connect(address, 'G');
            TestAgent.daemon("download", () -> load.count(channel, index));
        }
        return load;
    }

    /** Streams towards the agent, which counts. */
    static Load upload(InetSocketAddress address, int streams) throws IOException {
        var load = new Load(streams);
        for (int i = 0; i < streams; i++) {
            SocketChannel channel = load.connect(address, 'S');
            TestAgent.daemon("upload", () -> send(channel));
        }
        return load;
    }

    private Load(int streams) {
        received = new AtomicLongArray(streams);
    }

    private SocketChannel connect(InetSocketAddress address, char mode) throws IOException {
        SocketChannel channel = SocketChannel.open(address);
        channels.add(channel);
        channel.write(ByteBuffer.wrap(new byte[] {(byte) mode}));
        return channel;
    }

    private void count(SocketChannel channel, int index) {
        var buffer = ByteBuffer.allocateDirect(256 << 10);
        try {
            for (int n = channel.read(buffer); n >= 0; n = channel.read(buffer.clear())) {
                received.addAndGet(index, n);
            }
        } catch (IOException e) {
            // closed: the load is over
        }
    }

    private static void send(SocketChannel channel) {
        var buffer = ByteBuffer.allocateDirect(128 << 10);
        try {
            while (true) {
                channel.write(buffer.clear());
            }
        } catch (IOException e) {
            // closed: the load is over
        }
    }

    /** Octets received so far, by stream. */
    long[] received() {
        long[] copy = new long[received.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = received.get(i);
        }
        return copy;
    }

    /** Bit/s by stream between now and a time from now. */
    double[] ratesOver(Duration time) throws InterruptedException {
        long begin = System.nanoTime();
        long[] before = received();
        new java.util.concurrent.CountDownLatch(1).await(time.toMillis(), java.util.concurrent.TimeUnit.MILLISECONDS);
        long[] after = received();
        double seconds = (System.nanoTime() - begin) / 1e9;
        double[] rates = new double[after.length];
        for (int i = 0; i < rates.length; i++) {
            rates[i] = (after[i] - before[i]) * 8 / seconds;
        }
        return rates;
    }

    @Override
    public void close() throws IOException {
        for (SocketChannel channel : channels) {
            channel.close();
        }
    }
}
