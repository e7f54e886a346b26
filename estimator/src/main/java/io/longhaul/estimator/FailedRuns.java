package io.longhaul.estimator;

import io.longhaul.core.estimate.FailedRun;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Tells failed runs from slow paths. A run fails when it lies far below what its campaign makes one expect
 * ({@link CampaignModel}) and a witness agrees: more of the other runs of the same link (repetitions, other campaigns, as
 * many streams or fewer) carried much more than carried as little. Where the link has no other run, the other direction of
 * the same campaign is the witness, and the run must lie lower still. A run whose own series shows a steady rate never
 * counts as failed: that rate was carried. Stateless.
 */
final class FailedRuns {
    /** With a witness on the same link: below this share of what is expected. */
    private static final double FAR_BELOW = 1 / 2.5;

    /** With no other run of the link: below this share. */
    private static final double VERY_FAR_BELOW = 1 / 4.0;

    /** A witness carried this many times as much. */
    private static final double MUCH_MORE = 2.5;

    /** A run that carried at most this many times as much speaks for a slow path. */
    private static final double AS_LITTLE = 1.5;

    private FailedRuns() {}

    /** Links whose round-trip times are known are held against each other, and those without. */
    private record Campaign(String name, int streams, Optional<DataSize> window, boolean timed) {}

    private record Candidate(Link link, Campaign campaign, Run run, double bps) {}

    static List<FailedRun> find(Collection<LinkLedger> ledgers) {
        Map<Link, List<Candidate>> byLink = new HashMap<>();
        Map<Link, Double> rtts = new HashMap<>();
        for (LinkLedger ledger : ledgers) {
            ledger.rtt().ifPresent(rtt -> rtts.put(ledger.link(), Durations.seconds(rtt.median())));
        }
        for (LinkLedger ledger : ledgers) {
            boolean timed = rtt(ledger.link(), rtts).isPresent();
            ledger.runs()
                    .forEach((setting, runs) ->
                            runs.forEach(run -> byLink.computeIfAbsent(ledger.link(), link -> new ArrayList<>())
                                    .add(candidate(ledger.link(), setting, run, timed))));
        }
        Map<Campaign, CampaignModel> models = models(byLink, rtts);
        List<FailedRun> failed = new ArrayList<>();
        byLink.forEach((link, own) -> {
            List<Candidate> back = byLink.getOrDefault(link.reversed(), List.of());
            own.stream()
                    .filter(candidate -> candidate.run().steady().isEmpty())
                    .forEach(candidate ->
                            judge(candidate, own, back, models, rtt(link, rtts)).ifPresent(failed::add));
        });
        failed.sort(Comparator.comparing(FailedRun::link)
                .thenComparing(FailedRun::started)
                .thenComparing(FailedRun::id));
        return failed;
    }

    private static Candidate candidate(Link link, LinkLedger.Setting setting, Run run, boolean timed) {
        var campaign = new Campaign(run.campaign(), setting.streams(), setting.window(), timed);
        return new Candidate(link, campaign, run, Math.max(1, run.arrived().bitsPerSecond()));
    }

    private static OptionalDouble rtt(Link link, Map<Link, Double> rtts) {
        Double own = rtts.getOrDefault(link, rtts.get(link.reversed()));
        return own == null ? OptionalDouble.empty() : OptionalDouble.of(own);
    }

    private static Map<Campaign, CampaignModel> models(Map<Link, List<Candidate>> byLink, Map<Link, Double> rtts) {
        Map<Campaign, List<CampaignModel.Point>> points = new HashMap<>();
        byLink.values().stream()
                .flatMap(List::stream)
                .forEach(candidate -> points.computeIfAbsent(candidate.campaign(), key -> new ArrayList<>())
                        .add(point(candidate, rtt(candidate.link(), rtts))));
        Map<Campaign, CampaignModel> models = new HashMap<>();
        points.forEach((campaign, all) -> models.put(campaign, new CampaignModel(all)));
        return models;
    }

    /** Where nobody knows the round-trip time all count as equally far, so that the fit has no slope. */
    private static CampaignModel.Point point(Candidate candidate, OptionalDouble rtt) {
        return new CampaignModel.Point(candidate.link(), candidate.bps(), rtt.orElse(1));
    }

    private static Optional<FailedRun> judge(
            Candidate candidate,
            List<Candidate> own,
            List<Candidate> back,
            Map<Campaign, CampaignModel> models,
            OptionalDouble rtt) {
        CampaignModel model = models.get(candidate.campaign());
        if (model == null) {
            return Optional.empty();
        }
        OptionalDouble expected = model.expected(point(candidate, rtt));
        if (expected.isEmpty() || candidate.bps() >= FAR_BELOW * expected.getAsDouble()) {
            return Optional.empty();
        }
        List<Candidate> others = own.stream()
                .filter(other -> !other.run().id().equals(candidate.run().id())
                        && other.campaign().streams() <= candidate.campaign().streams())
                .toList();
        boolean alone = own.size() == 1;
        return alone
                ? byOtherDirection(candidate, expected.getAsDouble(), back)
                : byOtherRuns(candidate, expected.getAsDouble(), others);
    }

    private static Optional<FailedRun> byOtherRuns(Candidate candidate, double expected, List<Candidate> others) {
        List<Candidate> faster = others.stream()
                .filter(other -> other.bps() >= MUCH_MORE * candidate.bps())
                .toList();
        long slow = others.stream()
                .filter(other -> other.bps() <= AS_LITTLE * candidate.bps())
                .count();
        return faster.size() <= slow
                ? Optional.empty()
                : Optional.of(failed(
                        candidate,
                        expected,
                        faster.size() + " of " + others.size() + " other runs of this link carried "
                                + Show.rate(slowest(faster)) + " or more"));
    }

    private static Optional<FailedRun> byOtherDirection(Candidate candidate, double expected, List<Candidate> back) {
        List<Candidate> faster = back.stream()
                .filter(other ->
                        other.campaign().equals(candidate.campaign()) && other.bps() >= MUCH_MORE * candidate.bps())
                .toList();
        return candidate.bps() >= VERY_FAR_BELOW * expected || faster.isEmpty()
                ? Optional.empty()
                : Optional.of(failed(
                        candidate,
                        expected,
                        "the other direction carried " + Show.rate(slowest(faster))
                                + ", and the link has no other run"));
    }

    private static Bandwidth slowest(List<Candidate> runs) {
        return Bandwidth.ofBitsPerSecond(
                runs.stream().mapToDouble(Candidate::bps).min().orElse(0));
    }

    private static FailedRun failed(Candidate candidate, double expected, String witness) {
        Bandwidth wanted = Bandwidth.ofBitsPerSecond(expected);
        return new FailedRun(
                candidate.run().id(),
                candidate.link(),
                candidate.campaign().name(),
                candidate.run().started(),
                candidate.campaign().streams(),
                candidate.run().arrived(),
                candidate.run().sent(),
                wanted,
                List.of(
                        Show.rate(candidate.run().arrived()) + " arrived where the other links of the campaign make "
                                + Show.rate(wanted) + " likely",
                        witness));
    }
}
