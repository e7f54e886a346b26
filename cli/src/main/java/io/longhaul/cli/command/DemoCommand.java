package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.demo.Demo;
import io.longhaul.cli.demo.LabKind;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: the main job, end to end, on the embedded lab. */
@Command(
        name = "demo",
        description = {
            "Measures a small multi-cloud WAN over real sockets, says what limits each link, gives a verdict for each,",
            "and writes a report. The WAN is emulated on this machine, at a fiftieth of real rates; nothing leaves it.",
            "Takes about a minute."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul demo", "  longhaul demo --out demo-results", "  longhaul demo --lab faithful"})
public final class DemoCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "longhaul-demo",
            description = "Where each run leaves its log, snapshot and report (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path out;

    @Option(
            names = "--topology",
            paramLabel = "NAME|FILE",
            defaultValue = "demo",
            description = "The WAN to emulate (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String topology;

    @Option(
            names = "--lab",
            paramLabel = "portable|faithful",
            defaultValue = "portable",
            description = {
                "What emulates the WAN: proxies on loopback, on any system, or kernel TCP between network namespaces,",
                "on Linux (default: ${DEFAULT-VALUE})."
            })
    @SuppressWarnings("NullAway.Init")
    private LabKind lab;

    @Override
    public Integer call() {
        PrintWriter answer = spec.commandLine().getOut();
        ExitCode code = new Demo(answer, spec.commandLine().getErr(), InstantSource.system()).run(lab, topology, out);
        return code.code();
    }
}
