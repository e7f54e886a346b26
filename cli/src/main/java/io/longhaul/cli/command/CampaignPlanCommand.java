package io.longhaul.cli.command;

import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.CampaignPlan;
import io.longhaul.campaign.plan.Expectation;
import io.longhaul.campaign.plan.Schedule;
import io.longhaul.cli.input.CampaignOptions;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.LogReading;
import io.longhaul.cli.text.CampaignText;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.store.catalogue.Catalogue;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code campaign plan FILE}. */
@Command(
        name = "plan",
        description = {
            "Shows what a campaign will do and cost, probably and at most; sends nothing.",
            "Rounds, measurements, octets, dollars by provider, duration."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul campaign plan weekly.yaml",
            "  longhaul campaign plan weekly.yaml --rounds",
            "  longhaul campaign plan weekly.yaml --format json | jq .at_most.usd"
        })
public final class CampaignPlanCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Mixin
    private CampaignOptions options = new CampaignOptions();

    @Option(names = "--rounds", description = "Also show the rounds of the first block: who measures whom together.")
    private boolean rounds;

    @Option(
            names = "--known",
            paramLabel = "LOG",
            description =
                    "A log of the same links: what will probably be sent is reckoned by its rates; without it by the"
                            + " documented caps of the VM types.")
    private @Nullable Path known;

    @Mixin
    private LogReading reading = new LogReading();

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public void run() {
        PrintWriter out = spec.commandLine().getOut();
        Campaign campaign = options.campaign();
        Snapshot before = Optional.ofNullable(known)
                .map(log -> reading.estimate(
                        log, DocumentedCaps.NONE, spec.commandLine().getErr()))
                .orElseGet(() -> new Snapshot(Instant.EPOCH, List.of(), List.of(), List.of()));
        CampaignPlan plan =
                CampaignPlan.of(campaign, options.tariff(campaign), new Expectation(before, Catalogue.shipped()));
        if (format.isJson()) {
            out.print(CampaignPlan.JSON.toJson(plan));
        } else {
            out.println(CampaignText.of(plan, rounds ? Schedule.block(campaign, 0) : List.of()));
        }
    }
}
