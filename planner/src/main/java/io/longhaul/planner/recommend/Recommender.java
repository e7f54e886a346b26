package io.longhaul.planner.recommend;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import java.util.ArrayList;
import java.util.List;

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
}
