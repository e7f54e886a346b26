package io.longhaul.clouds.catalog;

import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a cloud said, {@code longhaul-cloud-facts/1}; see {@code docs/catalog.md}. Stateless, safe for any thread. */
public final class CloudFactsJson extends JsonFormat<CloudFacts> {
    public CloudFactsJson() {
        super("longhaul-cloud-facts/1");
    }

    @Override
    protected void encode(FieldWriter out, CloudFacts facts) {
        out.object("question", facts.question(), CloudFactsJson::question)
                .instant("asked", facts.asked())
                .objects("regions", facts.regions(), CloudFactsJson::region)
                .objects("vm_types", facts.vmTypes(), CloudFactsJson::vmType)
                .objects("vm_prices", facts.vmPrices(), CloudFactsJson::vmPrice)
                .objects("egress", facts.egress(), CloudFactsJson::egress)
                .objects("quotas", facts.quotas(), CloudFactsJson::quota);
    }

    @Override
    protected CloudFacts decode(FieldReader in) {
        Question question = in.object("question", CloudFactsJson::question);
        return new CloudFacts(
                question,
                in.instant("asked"),
                in.objects("regions", CloudFactsJson::region),
                in.objects("vm_types", CloudFactsJson::vmType),
                in.objects("vm_prices", CloudFactsJson::vmPrice),
                in.objects("egress", CloudFactsJson::egress),
                in.objects("quotas", CloudFactsJson::quota));
    }

    private static void question(FieldWriter out, Question question) {
        out.text("provider", question.provider())
                .text("what", question.what().id())
                .texts("regions", question.regions())
                .texts("vm_types", question.vmTypes())
                .text("account", question.account());
    }

    private static Question question(FieldReader in) {
        String what = in.text("what");
        return new Question(
                in.text("provider"),
                Stream.of(Question.What.values())
                        .filter(each -> each.id().equals(what))
                        .findFirst()
                        .orElseThrow(() -> in.invalid("what", "is nothing that clouds are asked for: " + what)),
                in.texts("regions").stream().map(SiteId::parse).toList(),
                in.texts("vm_types"),
                in.text("account"));
    }

    /** A region, as in {@code longhaul-catalog-regions/1}. */
    public static void region(FieldWriter out, CloudRegion region) {
        out.text("id", region.site().toString())
                .text("name", region.name())
                .flag("open", region.open())
                .texts("zones", region.zones());
        if (region.point().isPresent()) {
            out.decimal("latitude", region.point().get().latitude())
                    .decimal("longitude", region.point().get().longitude());
        } else {
            out.nothing("latitude").nothing("longitude");
        }
        origin(out, region.origin());
    }

    private static CloudRegion region(FieldReader in) {
        Optional<CloudRegion.Point> point = in.has("latitude") && in.has("longitude")
                ? Optional.of(new CloudRegion.Point(in.decimal("latitude"), in.decimal("longitude")))
                : Optional.empty();
        return new CloudRegion(in.site("id"), in.text("name"), in.flag("open"), in.texts("zones"), point, origin(in));
    }

    /** A VM type, as in {@code longhaul-catalog-vm-types/1}. */
    public static void vmType(FieldWriter out, CloudVmType type) {
        out.text("provider", type.provider())
                .text("name", type.name())
                .integer("vcpus", type.vcpus())
                .bps("egress_bps", type.wideArea().map(VmCaps::egress))
                .bps("ingress_bps", type.wideArea().map(VmCaps::ingress))
                .bps("per_flow_bps", type.wideArea().flatMap(VmCaps::perFlow))
                .objects(
                        "cards",
                        type.cards(),
                        (card, each) -> card.integer("card", each.index())
                                .bps("baseline_bps", each.baseline())
                                .bps("peak_bps", each.peak()))
                .object("listed", type.listed(), CloudFactsJson::origin);
        origin(out, type.caps());
    }

    private static CloudVmType vmType(FieldReader in) {
        Optional<VmCaps> caps = in.findBps("egress_bps")
                .map(egress -> new VmCaps(egress, in.bps("ingress_bps"), in.findBps("per_flow_bps"), Optional.empty()));
        List<CloudVmType.Card> cards = in.objects(
                "cards",
                card -> new CloudVmType.Card(
                        card.smallInteger("card"), card.bps("baseline_bps"), card.bps("peak_bps")));
        return new CloudVmType(
                in.text("provider"),
                in.text("name"),
                in.smallInteger("vcpus"),
                cards,
                in.object("listed", CloudFactsJson::origin),
                caps,
                origin(in));
    }

    /** A price of VMs, as in {@code longhaul-catalog-prices/1}. */
    public static void vmPrice(FieldWriter out, CloudVmPrice price) {
        out.text("provider", price.region().provider())
                .text("vm_type", price.vmType())
                .text("region", price.region().name())
                .flag("spot", price.spot())
                .usd("usd_per_hour", price.price().nanoDollars());
        origin(out, price.origin());
    }

    private static CloudVmPrice vmPrice(FieldReader in) {
        return new CloudVmPrice(
                SiteId.parse(in.text("provider") + ":" + in.text("region")),
                in.text("vm_type"),
                in.flag("spot"),
                new PricePerHour(in.nanoDollars("usd_per_hour")),
                origin(in));
    }

    /** A price of data, as in {@code longhaul-catalog-prices/1}. */
    public static void egress(FieldWriter out, CloudEgress line) {
        out.text("provider", line.provider())
                .text("from", line.from())
                .text("to", line.to())
                .objects(
                        "tiers",
                        line.tiers(),
                        (tier, step) -> tier.bytes("up_to_bytes", step.upTo())
                                .usd("usd_per_gb", step.price().nanoDollars()));
        origin(out, line.origin());
    }

    private static CloudEgress egress(FieldReader in) {
        return new CloudEgress(
                in.text("provider"),
                in.text("from"),
                in.text("to"),
                in.objects(
                        "tiers",
                        tier -> new PriceTier(
                                tier.findBytes("up_to_bytes"), new PricePerGigabyte(tier.nanoDollars("usd_per_gb")))),
                origin(in));
    }

    /** A quota, as in {@code longhaul-catalog-quotas/1}. */
    public static void quota(FieldWriter out, Quota quota) {
        out.text("region", quota.region().toString())
                .text("id", quota.id())
                .text("name", quota.name())
                .decimal("limit", quota.limit());
        if (quota.used().isPresent()) {
            out.decimal("used", quota.used().getAsDouble());
        } else {
            out.nothing("used");
        }
        origin(out, quota.origin());
    }

    private static Quota quota(FieldReader in) {
        return new Quota(
                in.site("region"),
                in.text("id"),
                in.text("name"),
                in.decimal("limit"),
                in.findDecimal("used"),
                origin(in));
    }

    private static void origin(FieldWriter out, Origin origin) {
        out.text("source", origin.source())
                .text("as_of", origin.asOf().toString())
                .text("standing", origin.standing());
    }

    private static Origin origin(FieldReader in) {
        String standing = in.text("standing");
        if (!standing.equals("documented") && !standing.equals("derived")) {
            throw in.invalid("standing", "is neither documented nor derived: " + standing);
        }
        return new Origin(
                in.text("source"),
                in.findDate("as_of").orElseThrow(() -> in.invalid("as_of", "is missing")),
                standing.equals("derived"));
    }
}
