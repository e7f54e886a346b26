package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.Uplink;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.lab.topology.TopologyNetwork;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.lab.virtual.VirtualLab;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.grid.GridReader;
import io.longhaul.store.grid.TracesReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What a plan is made on: a snapshot or a log with prices, or straight a grid of links, prices and caps. */
public final class NetworkOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Mixin
    private BeliefOptions belief = new BeliefOptions();

    @Option(
            names = "--links",
            paramLabel = "FILE",
            description =
                    "A grid instead: CSV with the columns from, to, streams, bits_per_second (and rtt_ms, stddev_bps,"
                            + " spread_seconds, samples where known); then --prices is a CSV"
                            + " with the columns from, to, usd_per_gb, and --caps is needed.")
    private @Nullable Path links;

    @Option(
            names = "--topology",
            paramLabel = "NAME|FILE",
            description =
                    "A topology of the lab instead, as if it had been measured without error, at no price: to carry the"
                            + " plan out there.")
    private @Nullable String topology;

    @Option(
            names = "--caps",
            paramLabel = "FILE",
            description =
                    "YAML with the VM price and the caps by provider, site or VM type: needed with --links; with a log"
                            + " or snapshot it counts before what was measured.")
    private @Nullable Path caps;

    @Option(
            names = "--window",
            paramLabel = "SIZE",
            description = "Window of streams on links where only the round-trip time was measured, as 7MiB.")
    private @Nullable DataSize window;

    @Option(
            names = "--traces",
            paramLabel = "FILE",
            description =
                    "How rates vary: CSV with the columns from, to, second, bits_per_second, one row a sample; for"
                            + " --confidence. A log or snapshot brings its own.")
    private @Nullable Path traces;

    @Option(
            names = "--spread-lasts",
            paramLabel = "TIME",
            description =
                    "With a log or snapshot: take links with a few runs and no trace as gamma laws of their spread, a"
                            + " draw lasting so long, as 1h. A grid tells spreads in its links, in the columns"
                            + " stddev_bps, spread_seconds and samples.")
    private @Nullable Duration spreadLasts;

    @Mixin
    private VmTypesOption vmTypes = new VmTypesOption();

    @Option(
            names = "--credit",
            paramLabel = "SITE=SIZE",
            split = ",",
            description =
                    "What is left in the token bucket of each VM at a site, as aws:us-east-1=200GB; fresh VMs have"
                            + " a full one.")
    private Map<SiteId, DataSize> credit = Map.of();

    @Option(
            names = "--uplink-out",
            paramLabel = "SITE=RATE",
            split = ",",
            description =
                    "What all VMs of a site together send at most, as onprem:dc1=10Gbit/s: the line of a data centre on"
                            + " premises. A caps file says it under uplink.")
    private Map<SiteId, Bandwidth> uplinkOut = Map.of();

    @Option(
            names = "--uplink-in",
            paramLabel = "SITE=RATE",
            split = ",",
            description = "What all VMs of a site together receive at most.")
    private Map<SiteId, Bandwidth> uplinkIn = Map.of();

    /** The network the options name. */
    public NetworkModel load(PrintWriter err) {
        NetworkModel constant = constant(err);
        for (var entry : uplinkOut.entrySet()) {
            constant = withUplink(constant, entry.getKey(), entry.getValue(), true);
        }
        for (var entry : uplinkIn.entrySet()) {
            constant = withUplink(constant, entry.getKey(), entry.getValue(), false);
        }
        for (var entry : credit.entrySet()) {
            constant = constant.with(withCredit(constant.getSite(entry.getKey()), entry.getValue()));
        }
        return traces == null ? constant : constant.withVariations(TracesReader.read(traces));
    }

    /** How VMs at some sites are billed; a grid names its own price and counts the transfer alone. */
    public BillingTerms billing(List<SiteId> sites) {
        return belief.isGiven() ? Catalogue.shipped().billing(sites) : BillingTerms.DURATION_ONLY;
    }

    /** The narrower of what the caps file says and what the option says counts. */
    private static NetworkModel withUplink(NetworkModel network, SiteId id, Bandwidth rate, boolean out) {
        SiteModel site = network.getSite(id);
        if (rate.isZero()) {
            throw new InvalidInputException(
                    "The uplink (" + rate + ") of " + id + " carries nothing.",
                    "Leave the site out, or give its rate.");
        }
        Optional<Bandwidth> line = Optional.of(rate);
        Uplink narrower = out ? new Uplink(line, Optional.empty()) : new Uplink(Optional.empty(), line);
        return network.with(site.withUplink(site.uplink().atMost(narrower)));
    }

    private static SiteModel withCredit(SiteModel site, DataSize left) {
        TokenBucket bucket = site.caps()
                .egressBucket()
                .orElseThrow(() -> new InvalidInputException(
                        "The site " + site.id() + " has no token bucket to have a credit (" + left + ") in.",
                        "Leave it out of --credit, or give its VMs a token_bucket in the caps file."));
        if (left.compareTo(bucket.budget()) > 0) {
            throw new InvalidInputException(
                    "The credit (" + left + ") at " + site.id() + " is above the full bucket of " + bucket.budget()
                            + ".",
                    "Give at most that.");
        }
        return site.withRemainingCredit(left);
    }

    private NetworkModel constant(PrintWriter err) {
        if (topology != null) {
            if (links != null || belief.isGiven()) {
                throw new ParameterException(
                        spec.commandLine(), "--topology stands alone: without --links, --snapshot and --log.");
            }
            return TopologyNetwork.of(TopologyYaml.load(topology), VirtualLab.Options.KERNEL_BOTH_WAYS);
        }
        if (links == null) {
            Belief known = belief.load(err);
            NetworkModel believed =
                    vmTypes.applied(NetworkModels.of(known.snapshot(), known.prices(), assumptions()), known.prices());
            return caps == null ? believed : GridReader.withCaps(believed, caps, err::println);
        }
        if (vmTypes.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "A grid names its VM types in the caps file, under vm_types, not by --vm-types.");
        }
        Optional<Path> prices = belief.prices();
        if (caps == null || prices.isEmpty() || belief.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(), "A grid needs --links, --prices and --caps, and neither --snapshot nor --log.");
        }
        return GridReader.read(links, prices.get(), caps, err::println);
    }

    private NetworkModels.Assumptions assumptions() {
        NetworkModels.Assumptions standard = NetworkModels.Assumptions.DEFAULT;
        NetworkModels.Assumptions windowed = window == null ? standard : standard.withWindow(window);
        return spreadLasts == null ? windowed : windowed.withSpreadLasts(spreadLasts);
    }
}
