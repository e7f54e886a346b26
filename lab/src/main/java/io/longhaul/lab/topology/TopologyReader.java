package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** From the tree of a topology file to the topology. Confined to one thread; one instance reads one file. */
final class TopologyReader {
    private static final DataSize DEFAULT_WINDOW = DataSize.ofMebibytes(3);
    private static final Duration DEFAULT_QUEUE = Duration.ofMillis(50);

    private final String source;
    private final Map<SiteId, LabSite> sites = new LinkedHashMap<>();
    private final Map<String, Fields> vmTypes = new LinkedHashMap<>();
    private final Map<SiteId, Impairment> leaving = new LinkedHashMap<>();

    TopologyReader(String source) {
        this.source = source;
    }

    /** Loss and jitter of all that leaves a site. */
    private record Impairment(double loss, Duration jitter) {}

    LabTopology read(JsonNode root) {
        var top = new Fields(source, root);
        String format = top.text("format");
        if (!format.equals(TopologyYaml.FORMAT)) {
            throw new InvalidInputException(
                    source + " has the format " + format + ".", "This version reads " + TopologyYaml.FORMAT + ".");
        }
        top.allowOnly(
                "format",
                "name",
                "about",
                "defaults",
                "vm_types",
                "sites",
                "rtt",
                "one_way",
                "stretch",
                "links",
                "changes");
        String name = top.text("name");
        String about = top.findText("about").orElse("").strip().replaceAll("\\s+", " ");
        Optional<Fields> defaults = top.has("defaults") ? Optional.of(top.mapping("defaults")) : Optional.empty();
        if (top.has("vm_types")) {
            Fields types = top.mapping("vm_types");
            for (String type : types.keys()) {
                vmTypes.put(type, types.mapping(type));
            }
        }
        Fields listed = top.mapping("sites");
        LabTopology.requireFew(name, listed.keys().size());
        for (String key : listed.keys()) {
            SiteId id = SiteId.parse(key);
            readSite(id, listed.mapping(key), defaults);
        }
        defaults.ifPresent(Fields::refuseUnknown);
        vmTypes.values().forEach(Fields::refuseUnknown);
        Map<Link, LabLink> links = new LinkReader(source, sites).read(top, this::impair);
        List<Change> changes = new ArrayList<>();
        int number = 0;
        for (JsonNode change : top.list("changes")) {
            number++;
            changes.addAll(ChangeReader.read(new Fields(source + ".changes[" + number + "]", change)));
        }
        return new LabTopology(name, about, List.copyOf(sites.values()), links, changes);
    }

    private void readSite(SiteId id, Fields own, Optional<Fields> defaults) {
        String vmType = own.findText("vm_type")
                .or(() -> defaults.flatMap(fields -> fields.findText("vm_type")))
                .orElse("vm");
        var fields = new Layered(own, Optional.ofNullable(vmTypes.get(vmType)), defaults);
        Bandwidth egress = fields.require("egress", Fields::findBandwidth);
        Bandwidth ingress = fields.require("ingress", Fields::findBandwidth);
        Optional<TokenBucket> bucket = fields.find("token_bucket", TopologyReader::findBucket);
        bucket.ifPresent(b -> requirePeak(own, egress, b));
        var caps = new VmCaps(egress, ingress, fields.find("per_flow", Fields::findBandwidth), bucket);
        sites.put(
                id,
                new LabSite(
                        id,
                        vmType,
                        caps,
                        fields.find("queue", Fields::findDuration).orElse(DEFAULT_QUEUE),
                        fields.find("window", Fields::findSize).orElse(DEFAULT_WINDOW),
                        fields.find("congestion", Fields::findText).orElse("cubic"),
                        own.has("location") ? Optional.of(location(own)) : Optional.empty()));
        leaving.put(
                id,
                new Impairment(
                        fields.find("loss", Fields::findShare).orElse(0.0),
                        fields.find("jitter", Fields::findDuration).orElse(Duration.ZERO)));
        own.refuseUnknown();
    }

    private static void requirePeak(Fields own, Bandwidth egress, TokenBucket bucket) {
        if (!bucket.high().equals(egress)) {
            throw new InvalidInputException(
                    own.where() + ".token_bucket has the high rate " + bucket.high() + ", but egress is " + egress
                            + ".",
                    "Give the same rate twice: egress is what the VM may send while it has credit.");
        }
    }

    private static Optional<TokenBucket> findBucket(Fields fields, String key) {
        return fields.has(key) ? Optional.of(bucket(fields.mapping(key))) : Optional.empty();
    }

    private static TokenBucket bucket(Fields fields) {
        Bandwidth high = fields.read("high", Bandwidth::parse);
        Bandwidth low = fields.read("low", Bandwidth::parse);
        DataSize budget = fields.read("budget", DataSize::parse);
        Bandwidth refill = fields.findBandwidth("refill").orElse(low);
        fields.refuseUnknown();
        if (low.isZero() || low.compareTo(high) > 0 || refill.compareTo(high) >= 0) {
            throw new InvalidInputException(
                    fields.where() + " has high " + high + ", low " + low + ", refill " + refill + ".",
                    "Give 0 < low <= high and refill < high.");
        }
        return new TokenBucket(high, low, budget, refill);
    }

    private static Coordinates location(Fields own) {
        List<JsonNode> pair = own.list("location");
        if (pair.size() != 2 || !pair.get(0).isNumber() || !pair.get(1).isNumber()) {
            throw new InvalidInputException(
                    own.where() + ".location is not a pair of numbers.", "Write [latitude, longitude] in degrees.");
        }
        return new Coordinates(pair.get(0).asDouble(), pair.get(1).asDouble());
    }

    private LabLink impair(LabLink link) {
        Impairment site = leaving.get(link.link().from());
        if (site == null) {
            return link;
        }
        double loss = 1 - (1 - site.loss()) * (1 - link.loss());
        return new LabLink(
                link.link(),
                link.oneWay(),
                link.pathCap(),
                link.loss() == 0 ? site.loss() : site.loss() == 0 ? link.loss() : loss,
                link.jitter().plus(site.jitter()));
    }

    /** A site's own keys, over those of its VM type, over the defaults. */
    private record Layered(Fields own, Optional<Fields> vmType, Optional<Fields> defaults) {
        private interface Getter<T> {
            Optional<T> get(Fields fields, String key);
        }

        <T> Optional<T> find(String key, Getter<T> getter) {
            Optional<T> value = getter.get(own, key);
            Optional<T> ofType = vmType.flatMap(fields -> getter.get(fields, key));
            Optional<T> fallback = defaults.flatMap(fields -> getter.get(fields, key));
            return value.or(() -> ofType).or(() -> fallback);
        }

        <T> T require(String key, Getter<T> getter) {
            return find(key, getter)
                    .orElseThrow(() -> new InvalidInputException(
                            own.where() + " has no " + key + ".",
                            "Add " + key + ": 200Mbit/s there, under its VM type or under defaults."));
        }
    }
}
