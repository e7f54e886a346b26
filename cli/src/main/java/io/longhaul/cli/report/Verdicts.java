package io.longhaul.cli.report;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import java.util.ArrayList;
import java.util.List;

/** The verdicts a report shows: by the most streams measured first, then by single flows, each where known. */
public final class Verdicts {
    private Verdicts() {}

    public static List<Recommendations> of(Snapshot snapshot, PriceBook prices) {
        List<Recommendations> verdicts = new ArrayList<>();
        for (RateBasis basis : List.of(RateBasis.MULTI_STREAM, RateBasis.SINGLE_FLOW)) {
            Recommendations answers =
                    Recommender.recommend(snapshot, prices, RecommendOptions.DEFAULT.withBasis(basis));
            if (!answers.links().isEmpty()) {
                verdicts.add(answers);
            }
        }
        return verdicts;
    }
}
