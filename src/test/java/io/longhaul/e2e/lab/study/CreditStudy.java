package io.longhaul.e2e.lab.study;

import io.longhaul.core.units.DataSize;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.virtual.VirtualLab;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/** A token bucket that runs dry, rests, and has credit again; the level is the lab's own truth. */
final class CreditStudy implements Experiment {
    private static final double HIGH = 200e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final double LOW = 50e6 * VirtualLab.Options.KERNEL_PAYLOAD;
    private static final int DRAIN = 20;
    private static final int REST = 12;
    private static final int AGAIN = 8;
    private static final double BOUND = 0.05;

    @Override
    public String name() {
        return "bucket";
    }

    /** What iperf3 saw and what the bucket held. */
    private record Seen(List<Double> first, List<Double> second, DataSize dry, DataSize rested) {}

    @Override
    public StudyReport run(int runs, Consumer<String> progress) {
        String settings = "{token_bucket: {high: 200Mbit/s, low: 50Mbit/s, budget: 150MB, refill: 50Mbit/s}}";
        var all = new ArrayList<Seen>();
        for (int run = 1; run <= runs; run++) {
            progress.accept("bucket: %d s of sending, %d s of rest, %d s of sending, run %d of %d"
                    .formatted(DRAIN, REST, AGAIN, run, runs));
            // a lab of its own for every run, so that the bucket is full
            try (var lab = FaithfulLab.start(CapTopology.of(settings), FaithfulLab.Options.defaults())) {
                var iperf = new Iperf(lab);
                iperf.serve(CapTopology.TO);
                all.add(transfers(lab, iperf));
            }
        }
        return report(all);
    }

    private static StudyReport report(List<Seen> all) {
        StudyReport.Builder report = StudyReport.titled(
                "A bucket of 150 MB, 200 Mbit/s with credit and 50 without, refill 50: 4 streams, Mbit/s each second by the"
                        + " sender's count; judged by medians of " + all.size(),
                "phase",
                "Mbit/s",
                "credit left");
        for (Seen seen : all) {
            report.row(List.of("full bucket", series(seen.first()), megabytes(seen.dry())));
            report.row(List.of(
                    "after " + REST + " s of rest", series(seen.second()), megabytes(seen.rested()) + " at its start"));
        }
        // empty after budget / (high - refill) = 8 s
        double whole = VirtualLab.Options.KERNEL_PAYLOAD * (8 * 200e6 + (DRAIN - 8) * 50e6) / 8;
        double sent = median(
                all,
                seen -> seen.first().stream().mapToDouble(Double::doubleValue).sum() / 8);
        double rested = median(all, seen -> (double) seen.rested().bytes());
        double refilled = REST * 50e6 / 8;
        check(report, "high rate", median(all, seen -> mean(seen.first(), 2, 6)), HIGH);
        check(report, "low rate", median(all, seen -> mean(seen.first(), 12, DRAIN)), LOW);
        report.check(
                "volume of the first phase within 5 % of budget + refill",
                StudyFigures.format("%.0f of %.0f MB", sent / 1e6, whole / 1e6), Math.abs(sent / whole - 1) <= BOUND);
        report.check(
                "credit after the rest within 5 % of rest x refill",
                StudyFigures.format("%.1f of %.1f MB", rested / 1e6, refilled / 1e6),
                Math.abs(rested / refilled - 1) <= BOUND);
        return report.build();
    }

    private static double median(List<Seen> all, ToDoubleFunction<Seen> figure) {
        return StudyFigures.median(all.stream().mapToDouble(figure).toArray());
    }

    private static String megabytes(DataSize size) {
        return StudyFigures.format("%.1f MB", size.bytes() / 1e6);
    }

    private static void check(StudyReport.Builder report, String what, double rate, double ideal) {
        report.check(
                what + " within 5 %",
                StudyFigures.megabits(rate) + " of " + StudyFigures.megabits(ideal) + " Mbit/s",
                Math.abs(rate / ideal - 1) <= BOUND);
    }

    private static Seen transfers(FaithfulLab lab, Iperf iperf) {
        var from = CapTopology.site("from");
        List<Double> first = Iperf.intervals(iperf.start(from, CapTopology.TO, "-P", "4", "-t", "" + DRAIN));
        DataSize dry = credit(lab);
        lab.exec(from, List.of("sleep", "" + REST)).await(Duration.ofSeconds(REST + 10L));
        DataSize rested = credit(lab);
        List<Double> second = Iperf.intervals(iperf.start(from, CapTopology.TO, "-P", "4", "-t", "" + AGAIN));
        return new Seen(first, second, dry, rested);
    }

    private static DataSize credit(FaithfulLab lab) {
        var levels = lab.truth().creditOf(CapTopology.site("from"));
        return levels.get(levels.size() - 1).credit();
    }

    private static double mean(List<Double> rates, int from, int until) {
        return Arrays.stream(StudyFigures.array(rates), from, Math.min(until, rates.size()))
                .average()
                .orElse(0);
    }

    private static String series(List<Double> rates) {
        var text = new StringBuilder();
        rates.forEach(rate -> text.append(StudyFigures.format("%.0f ", rate / StudyFigures.MEGA)));
        return text.toString().strip();
    }
}
