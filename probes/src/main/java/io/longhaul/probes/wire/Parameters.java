package io.longhaul.probes.wire;

import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The document a client sends first: what the test shall be. Immutable. Keys and types: docs/formats/protocol.md.
 *
 * @param udp datagrams instead of TCP
 * @param omitSeconds not counted at the start
 * @param timeSeconds duration; zero when a volume decides
 * @param bytes volume in octets; zero when not used
 * @param blocks volume in writes; zero when not used
 * @param parallel streams in each direction
 * @param reverse the server sends
 * @param bidirectional both send
 * @param wideCounters datagrams carry 64-bit sequence numbers
 * @param wantsServerOutput the server's text is wanted in its results
 * @param stream how each stream is made
 * @param clientVersion for the record
 * @param extension what only Longhaul's agents understand
 */
public record Parameters(
        boolean udp,
        int omitSeconds,
        int timeSeconds,
        long bytes,
        long blocks,
        int parallel,
        boolean reverse,
        boolean bidirectional,
        boolean wideCounters,
        boolean wantsServerOutput,
        StreamParameters stream,
        String clientVersion,
        Optional<ParameterExtension> extension) {
    /** Longest document a server accepts, in octets. */
    public static final int LIMIT = 8 << 10;

    private static final int PACING_TIMER_MICROS = 1000;
    private static final int DEFAULT_TCP_LENGTH = 128 << 10;

    /** Streams that the client must open: twice as many when both send. */
    public int totalStreams() {
        return bidirectional ? 2 * parallel : parallel;
    }

    /** This, with streams made in another way. */
    public Parameters withStream(StreamParameters value) {
        return new Parameters(
                udp,
                omitSeconds,
                timeSeconds,
                bytes,
                blocks,
                parallel,
                reverse,
                bidirectional,
                wideCounters,
                wantsServerOutput,
                value,
                clientVersion,
                extension);
    }

    /** Length and JSON text, as it goes on the wire to a server of iperf3. */
    public byte[] encode() {
        return Json.framed(text());
    }

    /** The JSON text alone. */
    public byte[] text() {
        ObjectNode json = Json.object();
        json.put(udp ? "udp" : "tcp", true);
        json.put("omit", omitSeconds);
        json.put("time", timeSeconds);
        json.put("num", bytes);
        json.put("blockcount", blocks);
        stream.mss().ifPresent(mss -> json.put("MSS", mss));
        putFlag(json, "nodelay", stream.noDelay());
        json.put("parallel", parallel);
        putFlag(json, "reverse", reverse);
        putFlag(json, "bidirectional", bidirectional);
        stream.window().ifPresent(window -> json.put("window", window));
        json.put("len", stream.length());
        putPositive(json, "bandwidth", stream.bandwidth());
        putPositive(json, "fqrate", stream.kernelPacing());
        json.put("pacing_timer", PACING_TIMER_MICROS);
        putPositive(json, "burst", stream.burst());
        putPositive(json, "TOS", stream.typeOfService());
        stream.congestion().ifPresent(name -> json.put("congestion", name));
        if (wantsServerOutput) {
            json.put("get_server_output", 1);
        }
        if (wideCounters) {
            json.put("udp_counters_64bit", 1);
        }
        json.put("client_version", clientVersion);
        extension.ifPresent(own -> json.set(ParameterExtension.KEY, own.toJson()));
        return Json.bytes(json);
    }

    /**
     * Reads a document; unknown keys are ignored.
     *
     * @throws ProtocolException when it is not a JSON object, or a number does not fit its type
     */
    public static Parameters decode(byte[] text) {
        ObjectNode json = Json.parse(text, "parameters");
        boolean udp = Json.flag(json, "udp");
        var stream = new StreamParameters(
                integer(json, "len", udp ? 0 : DEFAULT_TCP_LENGTH),
                optional(json, "window"),
                optional(json, "MSS"),
                Json.flag(json, "nodelay"),
                Json.text(json, "congestion"),
                Math.max(0, Json.number(json, "bandwidth", 0)),
                Math.max(0, Json.number(json, "fqrate", 0)),
                integer(json, "burst", 0),
                integer(json, "TOS", 0));
        return new Parameters(
                udp,
                integer(json, "omit", 0),
                integer(json, "time", 0),
                Json.number(json, "num", 0),
                Json.number(json, "blockcount", 0),
                integer(json, "parallel", 1),
                Json.flag(json, "reverse"),
                Json.flag(json, "bidirectional"),
                Json.flag(json, "udp_counters_64bit"),
                Json.flag(json, "get_server_output"),
                stream,
                Json.text(json, "client_version").orElse("unknown"),
                ParameterExtension.find(json));
    }

    private static void putFlag(ObjectNode json, String key, boolean value) {
        if (value) {
            json.put(key, true);
        }
    }

    private static void putPositive(ObjectNode json, String key, long value) {
        if (value > 0) {
            json.put(key, value);
        }
    }

    private static OptionalInt optional(JsonNode json, String key) {
        int value = integer(json, key, 0);
        return value == 0 ? OptionalInt.empty() : OptionalInt.of(value);
    }

    static int integer(JsonNode json, String key, int absent) {
        long value = Json.number(json, key, absent);
        if (value != (int) value) {
            throw new ProtocolException("The parameter " + key + " (" + value + ") is out of range.");
        }
        return (int) value;
    }
}
