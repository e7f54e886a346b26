package io.longhaul.cli.command;

import io.longhaul.cli.input.TargetOptions;
import io.longhaul.cli.text.Table;
import io.longhaul.core.units.DataSize;
import io.longhaul.probes.client.Administration;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.wire.AdminMessages.RunningTest;
import java.io.PrintWriter;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code agent tests}: the tests an agent has, for coordinators. */
@Command(
        name = "tests",
        description = "Shows the tests that an agent has, and ends one; for coordinators.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul agent --admin-file admin.token &",
            "  longhaul agent tests 127.0.0.1 --token-file admin.token",
            "  longhaul agent tests 127.0.0.1 --token-file admin.token --end 7"
        })
public final class AgentTestsCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Mixin
    private TargetOptions agent = new TargetOptions();

    @Option(names = "--end", paramLabel = "ID", description = "End the test of this number.")
    private @Nullable Long end;

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        try (EventLoops loops = EventLoops.start(1)) {
            OptionalLong ended = end == null ? OptionalLong.empty() : OptionalLong.of(end);
            List<RunningTest> tests = Administration.ask(agent.target(), ended, loops);
            if (tests.isEmpty()) {
                out.println("No tests.");
                return;
            }
            out.println(Table.of(tests)
                    .right("id", test -> Long.toString(test.id()))
                    .left("who", RunningTest::who)
                    .left("from", RunningTest::from)
                    .left("what", RunningTest::what)
                    .left("stage", RunningTest::stage)
                    .right("moved", test -> DataSize.ofBytes(test.octets()).toString())
                    .render());
        }
    }
}
