package io.longhaul.cli.demo;

import io.longhaul.core.measure.Measurement;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabSites;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.net.EventLoops;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A faithful lab seen from inside its process, with probes at every site. Confined to one thread. */
final class SiteWan implements WanUnderTest, AutoCloseable {
    private final LabSites sites;
    private final Optional<AccessToken> token;
    private final Map<SiteId, EventLoops> loops = new LinkedHashMap<>();
    private final Map<SiteId, Prober> probers = new LinkedHashMap<>();

    SiteWan(LabSites sites, Optional<AccessToken> token) {
        this.sites = sites;
        this.token = token;
        for (LabSite site : sites.topology().sites()) {
            EventLoops own = EventLoops.start(1, sites.at(site.id()).threads());
            loops.put(site.id(), own);
            probers.put(site.id(), new Prober(own));
        }
    }

    @Override
    public LabTopology topology() {
        return sites.topology();
    }

    @Override
    public Prober prober(Link link) {
        Prober prober = probers.get(link.from());
        if (prober == null) {
            throw new IllegalStateException("no prober at " + link.from());
        }
        return prober;
    }

    @Override
    public InetSocketAddress agent(Link link) {
        return new InetSocketAddress(sites.at(link.to()).address(), AgentOptions.DEFAULT_PORT);
    }

    @Override
    public Optional<AccessToken> token() {
        return token;
    }

    @Override
    public Measurement view(Measurement measurement) {
        return measurement;
    }

    @Override
    public void beginRun() {
        sites.resetHealth();
    }

    @Override
    public List<String> complaints() {
        return sites.health().complaints();
    }

    @Override
    public void close() {
        loops.values().forEach(EventLoops::close);
    }
}
