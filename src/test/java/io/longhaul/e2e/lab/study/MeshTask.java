package io.longhaul.e2e.lab.study;

import io.longhaul.lab.LabSites;
import io.longhaul.lab.LabTask;
import io.longhaul.lab.topology.LabSite;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A stream from every site to every other, each site on one thread. The argument is how many seconds they send once all
 * are open; progress is {@code open}; the answer is how many carried data, and the bit/s of all.
 */
public final class MeshTask implements LabTask {
    /** Made by the lab, which knows this class by its name. */
    public MeshTask() {}

    @Override
    public String run(LabSites sites, String argument, Consumer<String> progress) throws Exception {
        List<LabSite> all = sites.topology().sites();
        int streams = all.size() * (all.size() - 1);
        var listening = new CountDownLatch(all.size());
        var carrying = new CountDownLatch(streams);
        List<MeshSite> mesh = new ArrayList<>();
        try {
            for (LabSite site : all) {
                var one = new MeshSite(sites.at(site.id()), listening, carrying);
                mesh.add(one);
                one.start();
            }
            if (!carrying.await(60, TimeUnit.SECONDS)) {
                return (streams - carrying.getCount()) + " 0";
            }
            progress.accept("open");
            long begin = System.nanoTime();
            long before = mesh.stream().mapToLong(MeshSite::received).sum();
            TimeUnit.SECONDS.sleep(Long.parseLong(argument));
            double seconds = (System.nanoTime() - begin) / 1e9;
            long bytes = mesh.stream().mapToLong(MeshSite::received).sum() - before;
            return String.format(Locale.ROOT, "%d %.0f", streams, bytes * 8 / seconds);
        } finally {
            mesh.forEach(MeshSite::close);
        }
    }
}
