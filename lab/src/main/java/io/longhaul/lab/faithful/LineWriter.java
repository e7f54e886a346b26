package io.longhaul.lab.faithful;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Writes messages, a JSON object a line. Safe for use from any thread. */
final class LineWriter {
    private static final JsonMapper JSON = new JsonMapper();

    private final SocketChannel channel;

    LineWriter(SocketChannel channel) {
        this.channel = channel;
    }

    synchronized void write(ObjectNode message) throws IOException {
        var line = ByteBuffer.wrap((JSON.writeValueAsString(message) + "\n").getBytes(StandardCharsets.UTF_8));
        while (line.hasRemaining()) {
            channel.write(line);
        }
    }
}
