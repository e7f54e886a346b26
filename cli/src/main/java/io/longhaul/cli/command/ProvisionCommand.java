package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.input.NetworkOptions;
import io.longhaul.cli.text.ProvisionText;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.stats.sum.EmpiricalDistribution;
import io.longhaul.stats.sum.Provisioning;
import io.longhaul.store.csv.SampleFile;
import io.longhaul.store.json.ProvisioningJson;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code provision}: how many VMs give a total with a confidence. */
@Command(
        name = "provision",
        description =
                "Says how many VMs give a total with a confidence, beside how many would do if each did its best.",
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul provision --log log --from aws:us-east-1 --to gcp:us-west1-a --rate 100Gbit/s --confidence"
                    + " 0.99",
            "  longhaul provision --samples iops.txt --target 100000 --confidence 0.99",
            "",
            "VMs are taken to vary independently; the last line says what is needed if they all vary together."
        })
public final class ProvisionCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Mixin
    private NetworkOptions network = new NetworkOptions();

    @Option(names = "--from", paramLabel = "SITE", description = "Where the VMs send from.")
    private @Nullable SiteId from;

    @Option(names = "--to", paramLabel = "SITE", description = "Where as many VMs receive.")
    private @Nullable SiteId to;

    @Option(names = "--rate", paramLabel = "RATE", description = "The total wanted of all VM pairs, as 100Gbit/s.")
    private @Nullable Bandwidth rate;

    @Option(
            names = "--samples",
            paramLabel = "FILE",
            description = "Instead of a network: what one VM gave, one number a line, in any unit.")
    private @Nullable Path samples;

    @Option(names = "--target", paramLabel = "NUMBER", description = "With --samples: the total wanted, same unit.")
    private @Nullable Double target;

    @Option(
            names = "--confidence",
            paramLabel = "P",
            defaultValue = "0.95",
            description = "Probability that the total is reached (default: ${DEFAULT-VALUE}).")
    private double confidence;

    @Mixin
    private FormatOption format = new FormatOption();

    @Override
    public Integer call() {
        if (!(confidence > 0 && confidence < 1)) {
            throw new InvalidInputException(
                    "The confidence (" + confidence + ") is not between 0 and 1.", "Write it like 0.99.");
        }
        PrintWriter out = spec.commandLine().getOut();
        EmpiricalDistribution one = oneVm();
        double wanted = wanted();
        Provisioning answer;
        try {
            answer = Provisioning.of(one, wanted, confidence);
        } catch (ArithmeticException e) {
            throw new InvalidInputException(
                    "The target (" + wanted + ") needs more VMs than can be counted: " + e.getMessage() + ".",
                    "Ask for less, or check the unit of the samples.",
                    e);
        }
        if (format.isJson()) {
            out.print(new ProvisioningJson()
                    .toJson(new ProvisioningJson.Answer(answer, wanted, confidence, together(one, wanted))));
        } else {
            out.println(ProvisionText.of(answer, one, wanted, confidence, together(one, wanted), rate));
        }
        return 0;
    }

    /** VMs needed when all have the same luck: each gives the low quantile. */
    private double together(EmpiricalDistribution one, double wanted) {
        double low = one.reachedBy(confidence);
        return low > 0 ? Math.ceil(wanted / low - 1e-9) : Double.POSITIVE_INFINITY;
    }

    private double wanted() {
        if (samples == null) {
            if (rate == null || rate.isZero() || target != null) {
                throw new ParameterException(spec.commandLine(), "A network needs --rate above zero, and no --target.");
            }
            return rate.bitsPerSecond();
        }
        if (target == null || !(target > 0) || rate != null) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--samples needs --target above zero in the unit of the samples, and no --rate.");
        }
        return target;
    }

    /** More VMs do not widen what all of them share. */
    private void refuseBeyondLines(LinkModel link, Optional<Bandwidth> out, Optional<Bandwidth> in) {
        for (Optional<Bandwidth> line : List.of(link.totalCap(), out, in)) {
            if (line.isPresent() && rate != null && rate.compareTo(line.get()) > 0) {
                throw new InvalidInputException(
                        "The rate (" + rate + ") is above the " + line.get() + " that all VMs of " + link.link()
                                + " carry together.",
                        "No number of VMs reaches it; ask for less.");
            }
        }
    }

    private EmpiricalDistribution oneVm() {
        if (samples != null) {
            if (from != null || to != null) {
                throw new ParameterException(spec.commandLine(), "Give either --samples, or --from and --to.");
            }
            return EmpiricalDistribution.of(SampleFile.read(samples));
        }
        if (from == null || to == null) {
            throw new ParameterException(
                    spec.commandLine(), "Give --from and --to with a network, or --samples FILE with --target.");
        }
        NetworkModel model = network.load(spec.commandLine().getErr());
        LinkModel link = model.getLink(new Link(from, to));
        refuseBeyondLines(
                link,
                model.getSite(from).uplink().out(),
                model.getSite(to).uplink().in());
        double mean = link.rates().maxRate().bitsPerSecond();
        double[] rates = link
                .variation()
                .orElseThrow(() -> new InvalidInputException(
                        "The link " + link.link() + " has only one rate.",
                        "Measure it longer or again, give --traces FILE, or give --samples FILE."))
                .factors()
                .stream()
                .mapToDouble(factor -> factor * mean)
                .toArray();
        return EmpiricalDistribution.of(rates);
    }
}
