package io.longhaul.cli.input;

import io.longhaul.core.plan.BillingTerms;
import io.longhaul.core.plan.Limits;
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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A transfer request on the command line. */
public final class RequestOptions {
    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--from", paramLabel = "SITE", description = "Where the data are.")
    private @Nullable SiteId from;

    @Option(
            names = "--to",
            paramLabel = "SITE",
            split = ",",
            description = "Where they must be; several sites, separated by commas, each get a copy.")
    private List<SiteId> to = List.of();

    @Option(names = "--size", paramLabel = "SIZE", description = "How much, as 20TB.")
    private @Nullable DataSize size;

    @Option(names = "--deadline", paramLabel = "TIME", description = "Latest end, from now, as 6h.")
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
            defaultValue = "8",
            description = "Most VMs at any site (default: ${DEFAULT-VALUE}).")
    private int maxVms;

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
            defaultValue = "0s",
            description = "From asking for a VM to its first octet (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration vmBoot;

    @Option(
            names = "--vm-minimum",
            paramLabel = "TIME",
            defaultValue = "0s",
            description = "Shortest time a VM is billed for (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Duration vmMinimum;

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

    /** The request; asks for what is missing. */
    public TransferRequest request() {
        if (from == null || to.isEmpty() || size == null) {
            throw new ParameterException(spec.commandLine(), "A plan needs --from, --to and --size.");
        }
        if (rateExactly && rate == null) {
            throw new ParameterException(spec.commandLine(), "--rate-exactly needs --rate.");
        }
        if (confidence != null && deadline == null) {
            throw new ParameterException(spec.commandLine(), "--confidence needs --deadline.");
        }
        TransferRequest request = TransferRequest.of(from, to, size)
                .withObjective(chosenObjective())
                .withWireRatio(wireRatio)
                .withLimits(limits())
                .withBilling(billing());
        request = deadline == null ? request : request.withDeadline(deadline);
        request = budget == null ? request : request.withBudget(budget);
        if (rate != null) {
            request = rateExactly ? request.withRateExactly(rate) : request.withRateAtLeast(rate);
        }
        return confidence == null ? request : request.withConfidence(confidence);
    }

    private Objective chosenObjective() {
        boolean budgetAlone = budget != null && deadline == null && rate == null;
        return Objects.requireNonNullElse(objective, budgetAlone ? Objective.FASTEST : Objective.CHEAPEST);
    }

    private BillingTerms billing() {
        if ((requestFee == null) != (chunk == null)) {
            throw new ParameterException(spec.commandLine(), "--request-fee and --chunk need each other.");
        }
        BillingTerms terms = BillingTerms.DURATION_ONLY
                .withVmBoot(vmBoot)
                .withMinimumBilling(vmMinimum)
                .withAlreadySent(alreadySent);
        return requestFee == null || chunk == null ? terms : terms.withRequestFee(requestFee, chunk);
    }

    private Limits limits() {
        return Limits.DEFAULT
                .withMaxVmsPerSite(maxVms)
                .withVmQuotas(quotas)
                .withStreamsPerVm(streamsPerVm)
                .withRelaysAllowed(!noRelays)
                .withNoTransit(new HashSet<>(noTransit));
    }

    /** Whether the whole of the request comes from elsewhere. */
    public boolean isEmpty() {
        return from == null && to.isEmpty() && size == null;
    }

    public boolean rateExactly() {
        return rateExactly;
    }
}
