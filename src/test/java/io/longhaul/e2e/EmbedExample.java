package io.longhaul.e2e;

import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.core.plan.CheckedPlanner;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.Planner;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.topology.Link;
import io.longhaul.estimator.NetworkModels;
import io.longhaul.planner.OverlayPlanner;
import io.longhaul.planner.recommend.RecommendOptions;
import io.longhaul.planner.recommend.Recommender;
import io.longhaul.probes.client.ProgressListener;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.server.Agent;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.Convergence;
import io.longhaul.probes.spec.ProbeTarget;
import io.longhaul.probes.spec.StopRule;
import io.longhaul.probes.spec.ThroughputSpec;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWarning;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Consumer;

/** The Java of docs/embed.md. */
final class EmbedExample {
    private EmbedExample() {}

    static Measurement measure(Path folder, Consumer<LogWarning> warnings) {
        Measurement result;
        try (EventLoops loops = EventLoops.start();
                Agent agent = Agent.start(AgentOptions.onLoopback(0), loops);
                LogWriter log = MeasurementLog.at(folder).openWriter(LogOptions.DEFAULT, warnings)) {
            Link link = Link.between("aws:us-east-1", "aws:eu-west-1");
            ProbeTarget target = ProbeTarget.of("127.0.0.1", agent.address().getPort(), link);
            ThroughputSpec spec = ThroughputSpec.builder()
                    .streams(8)
                    .stop(StopRule.whenConverged(Convergence.DEFAULT, Duration.ofSeconds(10)))
                    .interval(Duration.ofMillis(100))
                    .build();
            result = new Prober(loops).throughput(target, spec, ProgressListener.NONE).join();
            log.append(result);
        }
        return result;
    }

    static Recommendations recommend(Snapshot snapshot, PriceBook prices) {
        NetworkModel network = NetworkModels.of(snapshot, prices, NetworkModels.Assumptions.DEFAULT);
        return Recommender.recommend(snapshot, network, RecommendOptions.DEFAULT);
    }

    static Planner planner() {
        return new CheckedPlanner(new OverlayPlanner());
    }
}
