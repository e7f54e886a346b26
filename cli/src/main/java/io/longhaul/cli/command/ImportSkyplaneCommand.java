package io.longhaul.cli.command;

import io.longhaul.store.imports.SkyplaneImporter;
import io.longhaul.store.imports.SkyplaneOptions;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code import skyplane FILE... --into LOG}. */
@Command(
        name = "skyplane",
        description = {
            "Reads what the Skyplane project published: throughput grids, round-trip times and prices.",
            "Each file is recognised by its header. Importing a file twice adds nothing the second time."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul import skyplane throughput.csv rtt.csv prices.csv --into log",
            "  longhaul import skyplane throughput.csv --all-tiers --into log"
        })
public final class ImportSkyplaneCommand implements Runnable {
    @Option(names = "--all-tiers", description = "Take GCP's standard network tier too, as campaigns of their own.")
    private boolean allTiers;

    @Mixin
    private ImportRun run = new ImportRun();

    @Override
    public void run() {
        run.with(new SkyplaneImporter(new SkyplaneOptions(allTiers))::importInto);
    }
}
