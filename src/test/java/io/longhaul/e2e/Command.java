package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One run of the command in this process, with what it printed.
 *
 * @param arguments the line
 * @param code its exit code
 * @param out standard output
 * @param err standard error
 */
record Command(String arguments, int code, String out, String err) {
    static Command run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        int code = Main.run(print(out), print(err), arguments);
        return new Command(
                String.join(" ", arguments),
                code,
                out.toString(StandardCharsets.UTF_8),
                err.toString(StandardCharsets.UTF_8));
    }

    private static PrintStream print(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    Command exits(int expected) {
        assertThat(code).as("%s%n%s%n%s", arguments, out, err).isEqualTo(expected);
        return this;
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }

    JsonNode errorJson() {
        return JsonMapper.shared().readTree(err);
    }
}
