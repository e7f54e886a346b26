package io.longhaul.probes.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What coordinators ask an agent, and its answer. Stateless. */
public final class AdminMessages {
    /** Longest answer, in octets. */
    public static final int LIMIT = 4 << 20;

    private AdminMessages() {}

    /**
     * A question. Immutable.
     *
     * @param end a test that shall end first; empty only asks
     */
    public record Request(OptionalLong end) {
        /** The text, not framed. */
        public byte[] encode() {
            ObjectNode json = Json.object();
            end.ifPresent(id -> json.put("end", id));
            return Json.bytes(json);
        }

        /**
         * As it came.
         *
         * @throws ProtocolException when it is not a JSON object
         */
        public static Request read(byte[] text) {
            long id = Json.number(Json.parse(text, "request"), "end", -1);
            return new Request(id < 0 ? OptionalLong.empty() : OptionalLong.of(id));
        }
    }

    /**
     * A test at the agent. Immutable.
     *
     * @param id by which it can be ended
     * @param who has it
     * @param from where
     * @param what it is
     * @param stage of its conversation
     * @param octets both directions, until the last look
     */
    public record RunningTest(long id, String who, String from, String what, String stage, long octets) {}

    /** Length and text of an answer. */
    public static byte[] answer(List<RunningTest> tests) {
        ObjectNode json = Json.object();
        ArrayNode array = json.putArray("tests");
        for (RunningTest test : tests) {
            array.addObject()
                    .put("id", test.id())
                    .put("who", test.who())
                    .put("from", test.from())
                    .put("what", test.what())
                    .put("stage", test.stage())
                    .put("octets", test.octets());
        }
        return Json.framed(Json.bytes(json));
    }

    /**
     * Reads an answer.
     *
     * @throws ProtocolException when it is not a JSON object
     */
    public static List<RunningTest> readAnswer(byte[] text) {
        var tests = new ArrayList<RunningTest>();
        for (JsonNode test : Json.parse(text, "answer").path("tests")) {
            tests.add(new RunningTest(
                    Json.number(test, "id", -1),
                    textOf(test, "who"),
                    textOf(test, "from"),
                    textOf(test, "what"),
                    textOf(test, "stage"),
                    Json.number(test, "octets", 0)));
        }
        return tests;
    }

    private static String textOf(JsonNode test, String key) {
        return Json.text(test, key).orElse("");
    }
}
