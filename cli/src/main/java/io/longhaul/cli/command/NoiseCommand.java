package io.longhaul.cli.command;

import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.Table;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.stats.Interval;
import io.longhaul.stats.sum.EmpiricalDistribution;
import io.longhaul.stats.sum.SlowestOf;
import io.longhaul.store.csv.SampleFile;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonDocument;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code noise}: what the variation of one costs many that wait for each other. */
@Command(
        name = "noise",
        description = {
            "Says how noise grows with n: how long the slowest of n transfers or tasks takes that begin together and vary"
                    + " independently, how often all are in time, and what waiting for it costs.",
            "SAMPLES are seconds that one took, one a line; with --size they are rates in bit/s."
        },
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  longhaul noise seconds.txt --n 1,10,20,40 --deadline 12s",
            "  longhaul noise rates.txt --size 10GB --n 10,100 --deadline 30s --vm-price 3.88USD",
            "  longhaul noise seconds.txt --format json"
        })
public final class NoiseCommand implements Runnable {
    private static final int MOST = 1_000_000;
    private static final double UNSURE = 0.5;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    @Parameters(paramLabel = "SAMPLES", description = "What one took: one number a line.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--n",
            paramLabel = "N",
            split = ",",
            defaultValue = "1,10,20,40,100",
            description = "How many wait for each other, several by commas (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private List<Integer> counts;

    @Option(names = "--size", paramLabel = "SIZE", description = "Samples are rates in bit/s; each carries this much.")
    private @Nullable DataSize size;

    @Option(
            names = "--deadline",
            paramLabel = "TIME",
            description = "When all should be done (default: 1.2 times the median of one).")
    private @Nullable Duration deadline;

    @Option(
            names = "--vm-price",
            paramLabel = "MONEY",
            description = "Of each VM for an hour, as 0.54USD; one VM for each of n.")
    private @Nullable Money price;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of the resampling behind the intervals (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Mixin
    private FormatOption format = new FormatOption();

    /**
     * What is printed. Immutable.
     *
     * @param limit seconds
     * @param price dollars an hour of each
     */
    private record Answer(EmpiricalDistribution one, double limit, Optional<Double> price, List<SlowestOf> rows) {
        /** Dollars that n VMs cost while they wait for the slowest, beyond what each needs itself. */
        Optional<Double> waiting(SlowestOf row) {
            return price.map(each -> row.count() == 1 ? 0 : row.count() * each / 3600 * (row.mean() - one.mean()));
        }

        /** Dollars of a run of all. */
        Optional<Double> run(SlowestOf row) {
            return price.map(each -> row.count() * each / 3600 * row.mean());
        }
    }

    @Override
    public void run() {
        for (int count : counts) {
            if (count < 1 || count > MOST) {
                throw new InvalidInputException("The count (" + count + ") is not usable.", "Give 1 to a million.");
            }
        }
        if (price != null && price.compareTo(Money.ZERO) < 0) {
            throw new InvalidInputException("The price (" + price + ") is negative.", "Write it like 0.54USD.");
        }
        EmpiricalDistribution one = EmpiricalDistribution.of(seconds());
        double limit = deadline == null ? 1.2 * one.sample((one.size() - 1) / 2) : Durations.seconds(deadline);
        var answer = new Answer(
                one,
                limit,
                Optional.ofNullable(price).map(Money::dollars),
                counts.stream()
                        .map(count -> SlowestOf.of(one, count, limit, seed))
                        .toList());
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(new Json().toJson(answer));
        } else {
            out.println(text(answer));
        }
    }

    private double[] seconds() {
        double[] samples = SampleFile.read(file);
        if (size == null) {
            return samples;
        }
        double bits = size.bytes() * 8.0;
        double[] seconds = Arrays.stream(samples).map(rate -> bits / rate).toArray();
        if (!Arrays.stream(seconds).allMatch(Double::isFinite)) {
            throw new InvalidInputException(
                    "A rate of zero in " + file + " never carries " + size + ".",
                    "Leave it out, or look why it is zero.");
        }
        return seconds;
    }

    private static String text(Answer answer) {
        Table<SlowestOf> table = Table.of(answer.rows())
                .right("n", row -> Integer.toString(row.count()))
                .right("slowest, mean", row -> number(row.mean()) + " s")
                .right(
                        "95 %",
                        row -> number(row.meanInterval().low()) + " to "
                                + number(row.meanInterval().high()))
                .right("over one", row -> number(row.mean() / answer.one().mean()) + "x")
                .right("within " + number(answer.limit()) + " s", row -> percent(row.within()))
                .right(
                        "95 %",
                        row -> percent(row.withinInterval().low()) + " to "
                                + percent(row.withinInterval().high()));
        if (answer.price().isPresent()) {
            table = table.right("a run", row -> "USD " + number(answer.run(row).orElse(0.0)))
                    .right(
                            "of it waiting",
                            row -> "USD " + number(answer.waiting(row).orElse(0.0)));
        }
        String lines = answer.one().size() + " samples of one: mean "
                + number(answer.one().mean()) + " s, slowest "
                + number(answer.one().max()) + " s" + System.lineSeparator() + table.render();
        Optional<SlowestOf> unsure =
                answer.rows().stream().filter(row -> row.atTheEnd() > UNSURE).findFirst();
        return unsure.map(row -> lines + System.lineSeparator() + "From n = " + row.count()
                        + " on, the slowest is most often as slow as the slowest sample: how much slower it may be, these"
                        + " samples cannot tell. Measure more.")
                .orElse(lines);
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** {@code longhaul-noise/1}; see {@code docs/formats/noise.md}. */
    private static final class Json extends JsonDocument<Answer> {
        Json() {
            super("longhaul-noise/1");
        }

        @Override
        protected void encode(FieldWriter out, Answer answer) {
            out.integer("samples", answer.one().size())
                    .decimal("mean_s", answer.one().mean())
                    .decimal("deadline_s", answer.limit())
                    .objects("rows", answer.rows(), (fields, row) -> {
                        fields.integer("n", row.count()).decimal("slowest_s", row.mean());
                        interval(fields, "slowest_ci", row.meanInterval());
                        fields.decimal("within_deadline", row.within());
                        interval(fields, "within_deadline_ci", row.withinInterval());
                        fields.decimal("as_slow_as_any_sample", row.atTheEnd())
                                .decimal(
                                        "run_usd",
                                        answer.run(row).stream()
                                                .mapToDouble(usd -> usd)
                                                .findFirst())
                                .decimal(
                                        "waiting_usd",
                                        answer.waiting(row).stream()
                                                .mapToDouble(usd -> usd)
                                                .findFirst());
                    });
        }

        private static void interval(FieldWriter out, String name, Interval interval) {
            out.object(
                    name,
                    interval,
                    (fields, ci) -> fields.decimal("low", ci.low())
                            .decimal("high", ci.high())
                            .decimal("level", ci.level()));
        }
    }
}
