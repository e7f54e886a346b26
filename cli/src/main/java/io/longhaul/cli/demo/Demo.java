package io.longhaul.cli.demo;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.text.EstimateText;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.estimate.DocumentedCaps;
import io.longhaul.core.estimate.Estimator;
import io.longhaul.core.estimate.Snapshot;
import io.longhaul.core.measure.Measurement;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import io.longhaul.store.log.ReadOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** Measure, estimate, recommend, report. */
public final class Demo {
    private static final DateTimeFormatter FOLDER =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final PrintWriter out;
    private final PrintWriter err;

    public Demo(PrintWriter out, PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /** Runs the whole of it; every run keeps its files in a folder of its own. */
    public ExitCode run(String topologyName, Path directory) {
        LabTopology topology = TopologyYaml.load(topologyName);
        Path folder = directory.resolve(FOLDER.format(Instant.now()));
        MeasurementLog log = MeasurementLog.at(folder.resolve("log"));
        DemoSchedule schedule =
                DemoSchedule.of(topology.sites().stream().map(LabSite::id).toList());
        err.println("Measuring " + schedule.links().size() + " links between "
                + topology.sites().size() + " sites (" + topology.about() + ").");
        int failed;
        try (EventLoops loops = EventLoops.start(2);
                DemoWan wan = DemoWan.start(topology, loops);
                LogWriter writer = log.openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message()));
                Progress progress = Progress.of("Measuring", schedule.probes(), err)) {
            var measuring = new LabMeasuring(
                    wan.lab(), new Prober(loops), writer, (done, of, doing) -> progress.at(done, doing));
            try (Interruption ignored = Interruption.calling(measuring::stop)) {
                measuring.run(schedule);
            }
            failed = measuring.failed();
        }
        List<Measurement> measurements = log.readAll(ReadOptions.strict(warning -> err.println(warning.message())));
        Snapshot snapshot = Estimator.estimate(measurements.stream(), DocumentedCaps.NONE);
        out.println(EstimateText.of(snapshot, snapshot.links().size()));
        return failed == 0 ? ExitCode.OK : ExitCode.INCOMPLETE;
    }
}
