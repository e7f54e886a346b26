package io.longhaul.lab.faithful;

import java.nio.ByteBuffer;

/**
 * What the emulator reads of an IP packet: version 4 or 6, destination, protocol and ports, and of TCP the window.
 * One mutable instance is used for all packets. Confined to the emulator's thread.
 */
final class PacketHeader {
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int SYN = 0x02;

    int destination;
    int protocol;
    int sourcePort;
    int destinationPort;
    boolean syn;
    int window;
    int windowScale;

    /** Reads a packet; false when it is not for a site: multicast, other address, malformed. */
    boolean read(ByteBuffer buffer, int at, int length) {
        if (length < 20) {
            return false;
        }
        int transport;
        switch (buffer.get(at) >>> 4 & 0xf) {
            case 4 -> {
                if (buffer.getShort(at + 16) != 0x0a42) { // 10.66/16
                    return false;
                }
                destination = buffer.getShort(at + 18) & 0xffff;
                protocol = buffer.get(at + 9) & 0xff;
                boolean laterFragment = (buffer.getShort(at + 6) & 0x1fff) != 0;
                transport = laterFragment ? length : (buffer.get(at) & 0xf) * 4;
            }
            case 6 -> {
                if (length < 40
                        || buffer.getLong(at + 24) != 0xfd66_0000_0000_0000L
                        || buffer.getLong(at + 32) >>> 16 != 0) {
                    return false;
                }
                destination = buffer.getShort(at + 38) & 0xffff;
                protocol = buffer.get(at + 6) & 0xff;
                transport = 40;
            }
            default -> {
                return false;
            }
        }
        readTransport(buffer, at, length, transport);
        return true;
    }

    private void readTransport(ByteBuffer buffer, int at, int length, int transport) {
        sourcePort = 0;
        destinationPort = 0;
        window = -1;
        syn = false;
        if ((protocol == TCP || protocol == UDP) && length >= transport + 8) {
            sourcePort = buffer.getShort(at + transport) & 0xffff;
            destinationPort = buffer.getShort(at + transport + 2) & 0xffff;
            if (protocol == TCP && length >= transport + 20) {
                readTcp(
                        buffer,
                        at,
                        Math.min(length, transport + (buffer.get(at + transport + 12) >>> 4 & 0xf) * 4),
                        transport);
            }
        }
    }

    private void readTcp(ByteBuffer buffer, int at, int headerEnd, int transport) {
        window = buffer.getShort(at + transport + 14) & 0xffff;
        syn = (buffer.get(at + transport + 13) & SYN) != 0;
        if (!syn) {
            return;
        }
        windowScale = 0;
        int option = transport + 20;
        while (option + 1 < headerEnd) {
            int kind = buffer.get(at + option);
            if (kind == 0) {
                return;
            }
            int size = kind == 1 ? 1 : Math.max(2, buffer.get(at + option + 1) & 0xff);
            if (kind == 3 && option + 2 < headerEnd) {
                windowScale = Math.min(14, buffer.get(at + option + 2) & 0xff);
            }
            option += size;
        }
    }
}
