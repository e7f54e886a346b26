package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.StudyJson;
import io.longhaul.cli.text.StudyText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.lab.study.LabStudy;
import io.longhaul.lab.study.StudyReport;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lab study [NAME...]}: what the faithful lab is worth on this machine. */
@Command(
        name = "study",
        description = {
            "Measures the faithful lab on this machine with the real iperf3, and says whether it keeps its promises.",
            "Prints Markdown tables. Without a name it runs all studies, which takes most of an hour:",
            "  windows    window / RTT and many streams at 12 to 300 ms; windows-701kB and so on for one window",
            "  relays     gain of one relay for one stream and for sixteen",
            "  sharing    flows to three sites come and go, the sum is the VM's cap",
            "  flow-cap   streams under a cap for each flow",
            "  bucket     a token bucket drains and refills",
            "  loss       random loss, cubic and BBR",
            "  delays     errors of idle round-trip times",
            "  load       aggregate rate and lateness of packets",
            "  scale      forty sites with a full mesh of 1,560 streams",
            "  agreement  virtual time against kernel TCP in small worlds",
            "  virtual    a thousand sites and ten thousand flows, an hour in virtual time"
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul lab study windows relays --runs 3",
            "  longhaul lab study delays scale",
            "  longhaul lab study --format json > study.json"
        })
public final class LabStudyCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(paramLabel = "NAME", arity = "0..*", description = "Which studies (default: all).")
    private List<String> names = List.of();

    @Option(
            names = "--runs",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each cell, of which the median counts (default: ${DEFAULT-VALUE}).")
    private int runs;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        if (runs < 1) {
            throw new InvalidInputException("The number of runs (" + runs + ") is not 1 or more.", "Give 3 or so.");
        }
        var reports = new ArrayList<StudyReport>();
        for (LabStudy study : chosen()) {
            StudyReport report = study.run(runs, line -> {
                err.println(line);
                err.flush();
            });
            reports.add(report);
            if (!format.isJson()) {
                out.println(StudyText.of(report));
                out.flush();
            }
        }
        if (format.isJson()) {
            out.println(StudyJson.of(reports));
        }
        boolean holds = reports.stream().allMatch(StudyReport::holds);
        return (holds ? ExitCode.OK : ExitCode.FAILED).code();
    }

    private List<LabStudy> chosen() {
        List<LabStudy> all = LabStudy.all();
        if (names.isEmpty()) {
            return all;
        }
        String known = all.stream().map(LabStudy::name).collect(Collectors.joining(", "));
        var chosen = new ArrayList<LabStudy>();
        for (String name : names) {
            List<LabStudy> meant = all.stream()
                    .filter(study -> study.name().equals(name) || study.name().startsWith(name + "-"))
                    .toList();
            if (meant.isEmpty()) {
                throw new InvalidInputException("There is no study " + name + ".", "The studies are: " + known + ".");
            }
            chosen.addAll(meant);
        }
        return chosen;
    }
}
