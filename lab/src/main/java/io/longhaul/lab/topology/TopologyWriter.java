package io.longhaul.lab.topology;

import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Locale;
import java.util.Objects;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** From a topology to the tree of its file. Stateless. */
final class TopologyWriter {
    private TopologyWriter() {}

    static ObjectNode toTree(LabTopology topology) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        root.put("format", TopologyYaml.FORMAT);
        root.put("name", topology.name());
        root.put("about", topology.about());
        ObjectNode sites = root.putObject("sites");
        for (LabSite site : topology.sites()) {
            writeSite(sites.putObject(site.id().toString()), site);
        }
        ObjectNode delays = root.putObject("one_way");
        var rows = new HashMap<SiteId, ObjectNode>();
        for (LabSite from : topology.sites()) {
            rows.put(from.id(), delays.putObject(from.id().toString()));
        }
        topology.links()
                .forEach((link, settings) -> Objects.requireNonNull(rows.get(link.from()))
                        .put(link.to().toString(), Durations.format(settings.oneWay())));
        var links = root.putArray("links");
        for (LabLink link : topology.links().values()) {
            if (link.pathCap().isPresent() || link.loss() > 0 || !link.jitter().isZero()) {
                writeLink(links.addObject(), link);
            }
        }
        var changes = root.putArray("changes");
        for (Change change : topology.changes()) {
            writeChange(changes.addObject(), change);
        }
        return root;
    }

    private static void writeSite(ObjectNode node, LabSite site) {
        node.put("vm_type", site.vmType());
        node.put("egress", site.caps().egress().toString());
        node.put("ingress", site.caps().ingress().toString());
        site.caps().perFlow().ifPresent(cap -> node.put("per_flow", cap.toString()));
        site.caps()
                .egressBucket()
                .ifPresent(bucket -> node.putObject("token_bucket")
                        .put("high", bucket.high().toString())
                        .put("low", bucket.low().toString())
                        .put("budget", bucket.budget().toString())
                        .put("refill", bucket.refill().toString()));
        node.put("queue", Durations.format(site.queue()));
        node.put("window", site.window().toString());
        node.put("congestion", site.congestion());
        site.location()
                .ifPresent(at -> node.putArray("location").add(at.latitude()).add(at.longitude()));
    }

    private static void writeLink(ObjectNode node, LabLink link) {
        node.put("from", link.link().from().toString());
        node.put("to", link.link().to().toString());
        link.pathCap().ifPresent(cap -> node.put("path_cap", cap.toString()));
        if (link.loss() > 0) {
            node.put("loss", percent(link.loss()));
        }
        if (!link.jitter().isZero()) {
            node.put("jitter", Durations.format(link.jitter()));
        }
    }

    private static void writeChange(ObjectNode node, Change change) {
        if (change.target() instanceof Target.OfSite of) {
            node.put("site", of.site().toString());
        } else if (change.target() instanceof Target.OfLink of) {
            node.put("from", of.link().from().toString());
            node.put("to", of.link().to().toString());
        }
        Course course = change.course();
        if (course instanceof Course.Step step) {
            node.put("at", Durations.format(step.at()));
            node.put(change.setting().key(), value(change.setting(), step.value()));
            return;
        }
        node.put("vary", change.setting().name().toLowerCase(Locale.ROOT));
        if (course instanceof Course.Diurnal sine) {
            node.putObject("diurnal")
                    .put("period", Durations.format(sine.period()))
                    .put("amplitude", percent(sine.amplitude()))
                    .put("peak", Durations.format(sine.peak()));
        } else if (course instanceof Course.RandomWalk walk) {
            node.putObject("random_walk")
                    .put("every", Durations.format(walk.every()))
                    .put("step", percent(walk.step()))
                    .put("low", percent(walk.low()))
                    .put("high", percent(walk.high()))
                    .put("seed", walk.seed());
        }
    }

    private static String value(Setting setting, double value) {
        return switch (setting.kind()) {
            case RATE -> Bandwidth.ofBitsPerSecond(value).toString();
            case SIZE -> DataSize.ofBytes(Math.round(value)).toString();
            case TIME -> Durations.format(Durations.ofSeconds(value));
            case SHARE -> percent(value);
        };
    }

    private static String percent(double share) {
        return BigDecimal.valueOf(share).movePointRight(2).stripTrailingZeros().toPlainString() + "%";
    }
}
