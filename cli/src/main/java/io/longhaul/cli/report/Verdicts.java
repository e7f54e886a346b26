package io.longhaul.cli.report;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import java.util.List;
import java.util.stream.Stream;

/** The verdicts a report shows: for who uses one stream today, then for who uses many, each where rates are known. */
public final class Verdicts {
    private Verdicts() {}

    /** None when no link has a rate. */
    public static List<Recommendations> of(Snapshot snapshot, PriceBook prices) {
        return Stream.of(
                        Recommender.recommendFromOneStream(snapshot, prices, RecommendOptions.DEFAULT),
                        Recommender.recommend(
                                snapshot, prices, RecommendOptions.DEFAULT.withBasis(RateBasis.MULTI_STREAM)))
                .filter(answers -> !answers.links().isEmpty())
                .toList();
    }
}
