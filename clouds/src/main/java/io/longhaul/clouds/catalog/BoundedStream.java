package io.longhaul.clouds.catalog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A body that may not go on for ever: reading beyond its bound fails. Confined to one thread. */
public final class BoundedStream extends FilterInputStream {
    private final int most;
    private long read;

    /** @param most octets that may be read */
    public BoundedStream(InputStream body, int most) {
        super(body);
        this.most = most;
    }

    @Override
    public int read() throws IOException {
        int octet = super.read();
        count(octet < 0 ? 0 : 1);
        return octet;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int some = super.read(into, from, length);
        count(Math.max(0, some));
        return some;
    }

    private void count(int more) throws IOException {
        read += more;
        if (read > most) {
            throw new IOException("the answer has more than " + most + " octets");
        }
    }
}
