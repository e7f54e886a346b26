package io.longhaul.e2e;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.estimator.Estimator;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.store.catalogue.Catalogue;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The Java of the README; {@link ReadmeTest} holds the two together. */
final class ReadmeExample {
    private ReadmeExample() {}

    static PlanOutcome run(Path folder, PrintStream out) {
        Catalogue catalogue = Catalogue.shipped();
        MeasurementLog log = MeasurementLog.at(folder);
        Snapshot snapshot;
        try (Stream<Measurement> measurements = log.stream(ReadOptions.strict(out::println))) {
            snapshot = Estimator.estimate(measurements, catalogue);
        }
        PriceBook prices = catalogue.prices(snapshot.siteIds(), log);
        NetworkModel network = NetworkModels.of(snapshot, prices, NetworkModels.Assumptions.DEFAULT);
        SiteId from = SiteId.parse("azure:japaneast");
        SiteId to = SiteId.parse("aws:eu-west-2");
        TransferRequest request = TransferRequest.of(from, to, DataSize.parse("20TB"))
                .withDeadline(Duration.ofHours(6))
                .withBilling(catalogue.billing(List.of(from, to)));
        PlanOutcome outcome = new OverlayPlanner().plan(new PlanningProblem(request, network));
        outcome.plan().ifPresent(plan -> plan.explanation().forEach(out::println));
        return outcome;
    }
}
