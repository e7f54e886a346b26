package io.longhaul.planner.recommend;

import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.planner.baseline.Baselines;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Answers for every link at once, with the baselines that plans are compared with. Stateless, safe for any thread.
 *
 * <p>A link is judged when both its ends were loaded at all; one whose runs all failed, or that was left out, is to be
 * measured again.
 */
public final class Recommender {
    private Recommender() {}

    /**
     * The verdict of every link.
     *
     * @param snapshot what is believed of the links: their limits, and the runs that failed
     * @param network the same as a planner sees it, with prices
     */
    public static Recommendations recommend(Snapshot snapshot, NetworkModel network, RecommendOptions options) {
        NetworkModel judged = options.basis() == RateBasis.SINGLE_FLOW ? network.withOneStream() : network;
        Set<SiteId> loaded = judged.links().stream()
                .map(LinkModel::link)
                .flatMap(link -> Stream.of(link.from(), link.to()))
                .filter(site -> options.covers(site.provider()))
                .collect(Collectors.toSet());
        List<Recommendation> answers = new ArrayList<>();
        Map<Link, Baselines> relayed = new HashMap<>();
        for (LinkEstimate estimate : snapshot.links()) {
            Link link = estimate.link();
            if (loaded.contains(link.from()) && loaded.contains(link.to())) {
                var request = TransferRequest.of(link.from(), link.to(), options.size())
                        .withLimits(options.limits());
                var ways = new Baselines(new PlanningProblem(request, judged));
                Recommendation answer = new LinkJudge(snapshot, network, options, estimate, ways).judge();
                answers.add(answer);
                if (answer.verdict() == Verdict.RELAY) {
                    relayed.put(link, ways);
                }
            }
        }
        return answers(options.basis(), answers, RelaysWorth.of(relayed, loaded));
    }

    /**
     * The verdict of every link for someone who uses one stream today: more streams where those reach what a VM pair
     * can carry, and what many streams would need beyond that elsewhere. Rates and gains are those of one stream, except
     * on links whose verdict goes beyond streams.
     */
    public static Recommendations recommendFromOneStream(
            Snapshot snapshot, NetworkModel network, RecommendOptions options) {
        Recommendations one = recommend(snapshot, network, options.withBasis(RateBasis.SINGLE_FLOW));
        Recommendations many = recommend(snapshot, network, options.withBasis(RateBasis.MULTI_STREAM));
        Map<Link, Recommendation> beyondStreams = new HashMap<>();
        many.links().stream()
                .filter(answer -> answer.verdict() != Verdict.DIRECT)
                .forEach(answer -> beyondStreams.put(answer.link(), answer));
        List<Recommendation> answers = one.links().stream()
                .map(answer -> beyondStreams.getOrDefault(answer.link(), answer))
                .toList();
        return answers(RateBasis.SINGLE_FLOW, answers, many.relays());
    }

    private static Recommendations answers(
            RateBasis basis, List<Recommendation> answers, List<Recommendations.RelayWorth> relays) {
        return new Recommendations(basis, answers, Summaries.of(answers), Summaries.groups(answers), relays);
    }
}
