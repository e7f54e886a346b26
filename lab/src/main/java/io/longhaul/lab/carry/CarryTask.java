package io.longhaul.lab.carry;

import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import io.longhaul.lab.virtual.VirtualFlow;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Carries flows inside the lab's process; see {@link CarriedFlows#carry}. */
public final class CarryTask implements LabTask {
    private static final long EVERY_MILLIS = 50;
    /** Between the last thread's making and the time from which all times count. */
    private static final long SETTLE_NANOS = 100_000_000;

    /** Made by the lab, which knows this class by its name. */
    public CarryTask() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws InterruptedException {
        CarryMessages.Asked asked = CarryMessages.readAsked(argument);
        List<CarriedFlow> flows = new ArrayList<>();
        try {
            for (VirtualFlow spec : asked.flows()) {
                var flow = new CarriedFlow(spec);
                flows.add(flow);
                flow.prepare(sites.at(spec.link().from()), sites.at(spec.link().to()));
            }
            long origin = System.nanoTime() + SETTLE_NANOS;
            flows.forEach(flow -> flow.begin(origin));
            long end = asked.horizon().toNanos();
            while (System.nanoTime() - origin < end && !flows.stream().allMatch(CarriedFlow::isDone)) {
                TimeUnit.MILLISECONDS.sleep(EVERY_MILLIS);
                for (CarriedFlow flow : flows) {
                    flow.count();
                    if (flow.isOver()) {
                        flow.close();
                    }
                }
            }
            return CarryMessages.answer(flows);
        } finally {
            flows.forEach(CarriedFlow::close);
        }
    }
}
