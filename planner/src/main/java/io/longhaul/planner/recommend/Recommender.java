package io.longhaul.planner.recommend;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Answers for every link at once. Stateless, safe for any thread. */
public final class Recommender {
    private Recommender() {}

    /** The verdict of every link whose rate is known by the basis asked for. */
    public static Recommendations recommend(Snapshot snapshot, PriceBook prices, RecommendOptions options) {
        var rates = new RateTable(snapshot, options);
        var judge = new LinkJudge(snapshot, prices, options, rates);
        List<Recommendation> answers = new ArrayList<>();
        for (Link link : rates.links) {
            answers.add(judge.judge(link));
        }
        return new Recommendations(
                options.basis(),
                answers,
                Summaries.of(answers),
                Summaries.groups(answers),
                RelaysWorth.of(answers, rates));
    }

    /**
     * The verdict of every link for someone who uses one stream today: more streams where those reach what a VM pair
     * can carry, and what many streams would need beyond that elsewhere. Rates and gains are those of one stream, except
     * on links whose verdict goes beyond streams.
     */
    public static Recommendations recommendFromOneStream(
            Snapshot snapshot, PriceBook prices, RecommendOptions options) {
        Recommendations one = recommend(snapshot, prices, options.withBasis(RateBasis.SINGLE_FLOW));
        Recommendations many = recommend(snapshot, prices, options.withBasis(RateBasis.MULTI_STREAM));
        Map<Link, Recommendation> beyondStreams = new HashMap<>();
        many.links().stream()
                .filter(answer -> answer.verdict() != Verdict.DIRECT)
                .forEach(answer -> beyondStreams.put(answer.link(), answer));
        List<Recommendation> answers = one.links().stream()
                .map(answer -> beyondStreams.getOrDefault(answer.link(), answer))
                .toList();
        return new Recommendations(
                RateBasis.SINGLE_FLOW, answers, Summaries.of(answers), Summaries.groups(answers), many.relays());
    }
}
