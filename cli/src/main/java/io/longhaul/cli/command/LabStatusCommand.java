package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.LabStatusJson;
import io.longhaul.cli.text.LabStatusText;
import io.longhaul.lab.faithful.RunningLab;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lab status}: the labs that run, their health, and what they did. */
@Command(
        name = "status",
        description = {
            "Shows the faithful labs of this user that run now: health, octets and drops by link, credit of buckets.",
            "With --format json also every flow and every level of credit through time (docs/formats/lab-truth.md)."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  longhaul lab status", "  longhaul lab status --format json | jq '.labs[0].truth.health.valid'"})
public final class LabStatusCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        List<RunningLab> labs = RunningLab.all();
        out.println(format.isJson() ? LabStatusJson.of(labs) : LabStatusText.of(labs));
    }
}
