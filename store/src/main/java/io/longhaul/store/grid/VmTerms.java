package io.longhaul.store.grid;

import io.longhaul.core.plan.Uplink;
import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.json.FieldReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a part of the caps file says of VMs; any of it may be left to a more general part. Immutable.
 *
 * @param egress cap on all that leaves one VM
 * @param ingress cap on all that reaches one VM
 * @param perFlow cap on one stream
 * @param bucket token bucket behind the egress cap
 * @param price of one VM
 * @param vmType the type whose terms apply where this part says nothing
 * @param vmTypes types to choose among; empty when there is no choice
 * @param quotas most VMs of some of these types at one site
 * @param quota most VMs of this type at one site
 * @param uplink what all VMs of one site send and receive together
 */
record VmTerms(
        Optional<Bandwidth> egress,
        Optional<Bandwidth> ingress,
        Optional<Bandwidth> perFlow,
        Optional<TokenBucket> bucket,
        Optional<PricePerHour> price,
        Optional<String> vmType,
        List<String> vmTypes,
        Map<String, Integer> quotas,
        OptionalInt quota,
        Uplink uplink) {
    static final String PRICE = "vm_price_usd_per_hour";
    static final List<String> KEYS = List.of(
            "egress", "ingress", "per_flow", "token_bucket", PRICE, "vm_type", "vm_types", "quotas", "quota", "uplink");
    static final VmTerms NOTHING = new VmTerms(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            List.of(),
            Map.of(),
            OptionalInt.empty(),
            Uplink.NONE);

    static VmTerms read(FieldReader in) {
        return new VmTerms(
                in.findParsed("egress", Bandwidth::parse),
                in.findParsed("ingress", Bandwidth::parse),
                in.findParsed("per_flow", Bandwidth::parse),
                in.findObject("token_bucket", VmTerms::bucket),
                price(in),
                in.findText("vm_type"),
                in.has("vm_types") ? in.texts("vm_types") : List.of(),
                in.has("quotas") ? in.object("quotas", VmTerms::quotas) : Map.of(),
                in.has("quota") ? OptionalInt.of(quota(in, "quota")) : OptionalInt.empty(),
                in.findObject("uplink", VmTerms::uplink).orElse(Uplink.NONE));
    }

    private static Uplink uplink(FieldReader in) {
        Optional<Bandwidth> out = in.findParsed("out", Bandwidth::parse);
        Optional<Bandwidth> into = in.findParsed("in", Bandwidth::parse);
        if (out.isEmpty() && into.isEmpty()) {
            throw in.invalid("out", "is missing, and in too");
        }
        if (out.stream().anyMatch(Bandwidth::isZero) || into.stream().anyMatch(Bandwidth::isZero)) {
            throw in.invalid(out.stream().anyMatch(Bandwidth::isZero) ? "out" : "in", "is zero");
        }
        return new Uplink(out, into);
    }

    private static Map<String, Integer> quotas(FieldReader in) {
        Map<String, Integer> quotas = new HashMap<>();
        in.names().forEach(type -> quotas.put(type, quota(in, type)));
        return quotas;
    }

    private static int quota(FieldReader in, String field) {
        int most = in.smallInteger(field);
        if (most < 0) {
            throw in.invalid(field, "is below zero");
        }
        return most;
    }

    static Optional<PricePerHour> price(FieldReader in) {
        return in.has(PRICE) ? Optional.of(new PricePerHour(in.nanoDollars(PRICE))) : Optional.empty();
    }

    /** These terms, and where they are silent, more general ones. */
    VmTerms orElse(VmTerms general) {
        return new VmTerms(
                egress.or(general::egress),
                ingress.or(general::ingress),
                perFlow.or(general::perFlow),
                bucket.or(general::bucket),
                price.or(general::price),
                vmType.or(general::vmType),
                vmTypes.isEmpty() ? general.vmTypes : vmTypes,
                merged(general.quotas, quotas),
                quota.isPresent() ? quota : general.quota,
                new Uplink(uplink.out().or(general.uplink::out), uplink.in().or(general.uplink::in)));
    }

    private static Map<String, Integer> merged(Map<String, Integer> general, Map<String, Integer> own) {
        Map<String, Integer> both = new HashMap<>(general);
        both.putAll(own);
        return both;
    }

    private static TokenBucket bucket(FieldReader in) {
        return new TokenBucket(
                parsedRate(in, "high"),
                parsedRate(in, "low"),
                in.findParsed("budget", DataSize::parse).orElseThrow(() -> in.invalid("budget", "is missing")),
                parsedRate(in, "refill"));
    }

    private static Bandwidth parsedRate(FieldReader in, String field) {
        return in.findParsed(field, Bandwidth::parse).orElseThrow(() -> in.invalid(field, "is missing"));
    }
}
