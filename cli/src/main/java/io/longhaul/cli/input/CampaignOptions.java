package io.longhaul.cli.input;

import io.longhaul.campaign.plan.Campaign;
import io.longhaul.campaign.plan.CampaignFile;
import io.longhaul.campaign.plan.Participant;
import io.longhaul.campaign.plan.Tariff;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A campaign file, and the prices of what it sends. */
public final class CampaignOptions {
    @Parameters(paramLabel = "FILE", description = "The campaign file; longhaul campaign init writes one.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path file;

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            description =
                    "Prices that override the catalogue's: a price book, or a CSV with the columns from, to, usd_per_gb.")
    private @Nullable Path pricesFile;

    public Path file() {
        return file;
    }

    /** As the file says it. */
    public Campaign campaign() {
        return CampaignFile.read(file);
    }

    /** What its probes cost; a price that is missing is refused where the budget is in dollars. */
    public Tariff tariff(Campaign campaign) {
        return new Tariff(
                BeliefOptions.pricesOf(
                        campaign.agents().stream()
                                .map(Participant::site)
                                .distinct()
                                .toList(),
                        Optional.empty(),
                        Optional.ofNullable(pricesFile)),
                campaign.budget().limitsMoney());
    }
}
