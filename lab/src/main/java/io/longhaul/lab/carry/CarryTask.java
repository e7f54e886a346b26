package io.longhaul.lab.carry;

import io.longhaul.lab.CarriedFlows;
import io.longhaul.lab.LabFlow;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Carries flows over a lab of real sockets, by streams between threads of its sites. Times count from when all sockets and
 * threads are made.
 */
public final class CarryTask implements LabTask {
    private static final long EVERY_MILLIS = 50;
    /** Between the last thread's making and the time from which all times count. */
    private static final long SETTLE_NANOS = 100_000_000;

    /** Made by the lab, which knows this class by its name. */
    public CarryTask() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws InterruptedException {
        CarryMessages.Asked asked = CarryMessages.readAsked(argument);
        return CarryMessages.answer(carry(sites, asked.flows(), asked.horizon()));
    }

    /** Carries flows to their end or the horizon. */
    public static CarriedFlows carry(LabSites sites, List<LabFlow> specs, Duration horizon)
            throws InterruptedException {
        LabFlow.requireOrder(specs);
        List<CarriedFlow> flows = new ArrayList<>();
        try {
            for (LabFlow spec : specs) {
                sites.topology().getLink(spec.link());
                var flow = new CarriedFlow(spec, flows);
                flow.prepare(sites);
                flows.add(flow);
            }
            long origin = System.nanoTime() + SETTLE_NANOS;
            flows.forEach(flow -> flow.begin(origin));
            long end = horizon.toNanos();
            while (System.nanoTime() - origin < end && !flows.stream().allMatch(CarriedFlow::isDone)) {
                TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
                for (CarriedFlow flow : flows) {
                    flow.count();
                    if (flow.isOver()) {
                        flow.close();
                    }
                }
            }
            return new CarriedFlows(flows.stream().map(CarriedFlow::outcome).toList());
        } finally {
            flows.forEach(CarriedFlow::close);
        }
    }
}
