package io.longhaul.store.log;

import java.io.Closeable;
import java.io.IOException;

/** What a log writer needs of a file that only grows at its end. Confined to one thread. */
interface SegmentChannel extends Closeable {
    /** Length in octets. */
    long size() throws IOException;

    /** Writes all octets behind the last one. */
    void append(byte[] octets) throws IOException;

    /** Cuts the file to a length. */
    void truncate(long size) throws IOException;

    /** Returns when everything written has reached the disk. */
    void force() throws IOException;
}
