package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The launcher itself, as a process. */
class LauncherTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));

    private record Ended(int code, String out) {}

    private static Ended launch(String... arguments) throws IOException, InterruptedException {
        var line = new String[arguments.length + 1];
        line[0] = ROOT.resolve("longhaul").toString();
        System.arraycopy(arguments, 0, line, 1, arguments.length);
        var builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.environment().put("LONGHAUL_NO_BUILD", "1");
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), out);
    }

    @Test
    void it_starts_what_was_built() throws Exception {
        Ended version = launch("--version");
        assertThat(version.code()).as(version.out()).isZero();
        assertThat(version.out()).startsWith("longhaul ");
    }

    @Test
    void it_hands_on_the_exit_code() throws Exception {
        assertThat(launch("estimate", "no-such-log").code()).isEqualTo(2);
    }

    @Test
    void every_command_has_help_with_examples() throws Exception {
        for (String command :
                new String[] {"demo", "agent", "probe", "estimate", "plan", "recommend", "report", "lab"}) {
            Ended help = launch(command, "--help");
            assertThat(help.code()).as(command).isZero();
            assertThat(help.out()).as(command).contains("Examples:").contains("longhaul " + command);
        }
    }

    @Test
    void it_writes_a_completion_script() throws Exception {
        assertThat(launch("completion").out()).contains("complete ").contains("longhaul");
    }
}
