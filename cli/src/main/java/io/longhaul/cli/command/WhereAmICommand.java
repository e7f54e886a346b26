package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.Here;
import io.longhaul.cli.text.WhereAmIJson;
import io.longhaul.clouds.WhereAmI;
import java.io.PrintWriter;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code whereami}: the cloud this machine runs in. */
@Command(
        name = "whereami",
        description = {
            "Asks the metadata services of AWS, Google Cloud and Azure in which region, zone and VM type this machine",
            "runs. Off these clouds it says so within a second and ends with 1. No account is needed."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul whereami",
            "  longhaul whereami --format json | jq -r .site",
            "  longhaul agent --site auto --vm auto"
        })
public final class WhereAmICommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        WhereAmI.Answer answer = Here.ask();
        if (format.isJson()) {
            out.print(new WhereAmIJson().toJson(answer));
        } else if (answer.place().isPresent()) {
            WhereAmI.Place place = answer.place().get();
            out.println("site      " + place.site());
            out.println("region    " + place.region());
            out.println("zone      " + place.zone().orElse("none"));
            out.println("VM type   " + place.vmType());
        } else {
            out.println("This is no VM of AWS, Google Cloud or Azure: no metadata service answers as theirs do.");
            new TreeMap<>(answer.silent()).forEach((provider, why) -> out.println("  " + provider + ": " + why));
        }
        return (answer.place().isPresent() ? ExitCode.OK : ExitCode.FAILED).code();
    }
}
