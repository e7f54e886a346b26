package io.longhaul.cli.input;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Objective;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A transfer request on the command line. */
public final class RequestOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(
            names = "--from",
            paramLabel = "SITE",
            split = ",",
            description = "Where the data are; several sites, separated by commas, each hold all of them.")
    private List<SiteId> from = List.of();

    @Option(
            names = "--to",
            paramLabel = "SITE",
            split = ",",
            description = "Where they must be; several sites, separated by commas, each get a copy.")
    private List<SiteId> to = List.of();

    @Option(names = "--size", paramLabel = "SIZE", description = "How much, as 20TB.")
    private @Nullable DataSize size;

    @Option(
            names = "--deadline",
            paramLabel = "TIME|DATE",
            converter = Converters.FromNow.class,
            description = "Latest end: from now, as 6h, or a date, as 2026-11-30T06:00Z.")
    private @Nullable Duration deadline;

    @Option(names = "--budget", paramLabel = "MONEY", description = "Most money, as 500USD.")
    private @Nullable Money budget;

    @Option(names = "--rate", paramLabel = "RATE", description = "Least rate, as 7Gbit/s.")
    private @Nullable Bandwidth rate;

    @Option(names = "--rate-exactly", description = "Run at exactly --rate, as peers' models do; never cheaper.")
    private boolean rateExactly;

    @Option(
            names = "--objective",
            paramLabel = "cheapest|fastest",
            description = "What to minimise within deadline, rate and budget (default: fastest with --budget alone,"
                    + " else cheapest).")
    private @Nullable Objective objective;

    @Option(
            names = "--max-vms",
            paramLabel = "N",
            description = "Most VMs at any site (default: 8; in a batch, what its rows say).")
    private @Nullable Integer maxVms;

    @Option(
            names = "--streams-per-vm",
            paramLabel = "N",
            defaultValue = "64",
            description = "TCP connections of one VM (default: ${DEFAULT-VALUE}).")
    private int streamsPerVm;

    @Option(names = "--no-relays", description = "Direct routes only.")
    private boolean noRelays;

    @Option(names = "--no-transit", paramLabel = "SITE", split = ",", description = "Sites data may not pass through.")
    private List<SiteId> noTransit = List.of();

    @Option(
            names = "--confidence",
            paramLabel = "P",
            description = "Plan so that the deadline is met with this probability, as 0.99.")
    private @Nullable Double confidence;

    @Option(
            names = "--wire-ratio",
            paramLabel = "RATIO",
            defaultValue = "1",
            description = "Octets sent for one octet of data, below 1 with compression (default: ${DEFAULT-VALUE}).")
    private double wireRatio;

    @Option(
            names = "--vm-boot",
            paramLabel = "TIME",
            description = "From asking for a VM to its first octet, 0s for VMs that run already (default: what the"
                    + " catalogue says of the providers; 0s with a grid).")
    private @Nullable Duration vmBoot;

    @Option(
            names = "--vm-minimum",
            paramLabel = "TIME",
            description = "Shortest time a VM is billed for (default: as for --vm-boot).")
    private @Nullable Duration vmMinimum;

    @Option(
            names = "--quota",
            paramLabel = "SITE=N",
            split = ",",
            description = "Sites where fewer VMs than --max-vms are allowed, as aws:us-east-1=2; 0 for none.")
    private Map<SiteId, Integer> quotas = Map.of();

    @Option(
            names = "--request-fee",
            paramLabel = "MONEY",
            description = "Object-store read and write of one chunk, as 0.0000054USD; needs --chunk.")
    private @Nullable Money requestFee;

    @Option(names = "--chunk", paramLabel = "SIZE", description = "Size of one object-store request, as 64MiB.")
    private @Nullable DataSize chunk;

    @Option(
            names = "--already-sent",
            paramLabel = "SIZE",
            defaultValue = "0B",
            description = "Billed on each link before in this month, which decides the price tier (default:"
                    + " ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private DataSize alreadySent;

    @Mixin
    private StoreOptions stores = new StoreOptions();

    @Mixin
    private OwnVmsOptions ownVms = new OwnVmsOptions();

    /** A network with the VMs one has already, and with what the object stores at the ends of a request allow. */
    public NetworkModel applied(NetworkModel network, TransferRequest request) {
        if (ownVms.isGiven() && request.to().size() > 1) {
            throw new ParameterException(
                    spec.commandLine(),
                    "VMs that run already or are committed (--running, --committed) are planned with to one destination.");
        }
        return stores.applied(ownVms.applied(network), request, Objects.requireNonNullElse(chunk, DataSize.ZERO));
    }

    /**
     * The request; asks for what is missing.
     *
     * @param standard how VMs at the ends are billed where the options do not say
     */
    public TransferRequest request(Function<List<SiteId>, BillingTerms> standard) {
        if (from.isEmpty() || to.isEmpty() || size == null) {
            throw new ParameterException(spec.commandLine(), "A plan needs --from, --to and --size.");
        }
        if (rateExactly && rate == null) {
            throw new ParameterException(spec.commandLine(), "--rate-exactly needs --rate.");
        }
        if (confidence != null && deadline == null) {
            throw new ParameterException(spec.commandLine(), "--confidence needs --deadline.");
        }
        TransferRequest request = TransferRequest.of(from.get(0), to, size).withReplicas(from.subList(1, from.size()));
        if (rate != null) {
            request = rateExactly ? request.withRateExactly(rate) : request.withRateAtLeast(rate);
        }
        List<SiteId> ends = Stream.concat(from.stream(), to.stream()).toList();
        int mostVms = maxVms == null ? Limits.DEFAULT.maxVmsPerSite() : maxVms;
        return constrained(request, mostVms, standard.apply(ends));
    }

    /**
     * A row of a batch with everything else that is asked for here.
     *
     * @param standard how VMs at the ends are billed where the options do not say
     * @throws ParameterException when sites, size or rate are asked for here too
     */
    public TransferRequest request(TransferRequest row, Supplier<BillingTerms> standard) {
        if (!from.isEmpty() || !to.isEmpty() || size != null || rate != null) {
            throw new ParameterException(spec.commandLine(), "--batch names its own sites, sizes and rates.");
        }
        int ofRow = row.limits().maxVmsPerSite();
        return constrained(row, maxVms == null ? ofRow : Math.min(maxVms, ofRow), standard.get());
    }

    /**
     * A transfer among several with everything else that is asked for here; its own deadline and rate come first.
     *
     * @param standard how VMs are billed where the options do not say
     * @throws ParameterException when sites or a size are asked for here too
     */
    public TransferRequest request(TransferRequest one, BillingTerms standard) {
        if (!from.isEmpty() || !to.isEmpty() || size != null) {
            throw new ParameterException(spec.commandLine(), "--requests names its own sites and sizes.");
        }
        if (stores.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Limits of object stores are planned with for one transfer, not with --requests.");
        }
        if (ownVms.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "VMs that run already or are committed (--running, --committed) are planned with for one transfer,"
                            + " not with --requests.");
        }
        int mostVms = maxVms == null ? Limits.DEFAULT.maxVmsPerSite() : maxVms;
        TransferRequest request = constrained(one, mostVms, standard);
        request = one.deadline().map(request::withDeadline).orElse(request);
        return rate == null || one.rate().isPresent() ? request : request.withRateAtLeast(rate);
    }

    private TransferRequest constrained(TransferRequest asked, int mostVms, BillingTerms standard) {
        TransferRequest request = asked.withObjective(objectiveOf(asked))
                .withWireRatio(wireRatio)
                .withLimits(limits(mostVms))
                .withBilling(billing(standard));
        request = deadline == null ? request : request.withDeadline(deadline);
        request = budget == null ? request : request.withBudget(budget);
        return confidence == null ? request : request.withConfidence(confidence);
    }

    /** Where only money is limited, time is what is left to choose by. */
    private Objective objectiveOf(TransferRequest asked) {
        boolean free = Stream.of(deadline, rate).allMatch(Objects::isNull)
                && asked.deadline().isEmpty()
                && asked.rate().isEmpty();
        boolean budgetAlone = budget != null && free;
        return Objects.requireNonNullElse(objective, budgetAlone ? Objective.FASTEST : Objective.CHEAPEST);
    }

    private BillingTerms billing(BillingTerms standard) {
        if (stores.countsNothing(requestFee != null)) {
            throw new ParameterException(
                    spec.commandLine(), "--object-size needs --bucket-requests, or --request-fee and --chunk.");
        }
        if (requestFee != null && chunk == null) {
            throw new ParameterException(spec.commandLine(), "--request-fee needs --chunk.");
        }
        if (chunk != null && requestFee == null && !stores.isGiven()) {
            throw new ParameterException(spec.commandLine(), "--chunk needs --request-fee or --bucket-requests.");
        }
        BillingTerms terms = standard.withVmBoot(Objects.requireNonNullElse(vmBoot, standard.vmBoot()))
                .withMinimumBilling(Objects.requireNonNullElse(vmMinimum, standard.minimumBilling()))
                .withAlreadySent(alreadySent);
        return requestFee == null || chunk == null ? terms : terms.withRequestFee(requestFee, stores.request(chunk));
    }

    private Limits limits(int mostVms) {
        return Limits.DEFAULT
                .withMaxVmsPerSite(mostVms)
                .withVmQuotas(quotas)
                .withStreamsPerVm(streamsPerVm)
                .withRelaysAllowed(!noRelays)
                .withNoTransit(new HashSet<>(noTransit));
    }

    public boolean rateExactly() {
        return rateExactly;
    }
}
