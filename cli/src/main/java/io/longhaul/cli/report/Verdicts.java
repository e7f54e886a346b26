package io.longhaul.cli.report;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import java.util.List;
import java.util.stream.Stream;

/** The verdicts a report shows: for who uses one stream today, then for who uses many, each where rates are known. */
public final class Verdicts {
    /** Links without a price are judged as well: a relay over two of them costs twice one. */
    public static final NetworkModels.Assumptions ASSUMPTIONS =
            NetworkModels.Assumptions.DEFAULT.withEgressPrice(PricePerGigabyte.ofDollars(0.09));

    private Verdicts() {}

    /** None when no link has a rate. */
    public static List<Recommendations> of(Snapshot snapshot, PriceBook prices) {
        NetworkModel network = NetworkModels.of(snapshot, prices, ASSUMPTIONS);
        return Stream.of(
                        Recommender.recommendFromOneStream(snapshot, network, RecommendOptions.DEFAULT),
                        Recommender.recommend(snapshot, network, RecommendOptions.DEFAULT))
                .filter(answers -> !answers.links().isEmpty())
                .toList();
    }
}
