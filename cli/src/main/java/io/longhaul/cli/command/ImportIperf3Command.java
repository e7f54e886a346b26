package io.longhaul.cli.command;

import io.longhaul.core.topology.SiteId;
import io.longhaul.store.imports.Iperf3Importer;
import io.longhaul.store.imports.Iperf3Options;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code import iperf3 FILE... --client SITE --server SITE --into LOG}. */
@Command(
        name = "iperf3",
        description = {
            "Reads reports that iperf3 -J or --json-stream wrote, at the client or the server, over TCP or UDP.",
            "They do not say where the two ends ran, so name the sites; -R and --bidir runs are put the right way"
                    + " round."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul import iperf3 run1.json run2.json --client aws:us-east-1 --server gcp:us-central1 --into log"
        })
public final class ImportIperf3Command implements Runnable {
    @Option(names = "--client", paramLabel = "SITE", required = true, description = "Where iperf3 -c ran.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private SiteId client;

    @Option(names = "--server", paramLabel = "SITE", required = true, description = "Where iperf3 -s ran.")
    @SuppressWarnings("NullAway.Init")
    private SiteId server;

    @Option(names = "--client-vm", paramLabel = "TYPE", description = "VM type of the client, as m5.8xlarge.")
    private @Nullable String clientVm;

    @Option(names = "--server-vm", paramLabel = "TYPE", description = "VM type of the server.")
    private @Nullable String serverVm;

    @Option(names = "--campaign", paramLabel = "NAME", description = "Name to file the runs under.")
    private @Nullable String campaign;

    @Mixin
    private ImportRun run = new ImportRun();

    @Override
    public void run() {
        var options = new Iperf3Options(
                client,
                server,
                Optional.ofNullable(clientVm),
                Optional.ofNullable(serverVm),
                Optional.ofNullable(campaign));
        run.with(new Iperf3Importer(options)::importInto);
    }
}
