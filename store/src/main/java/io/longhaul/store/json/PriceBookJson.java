package io.longhaul.store.json;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.LocalDate;

/**
 * A price book, {@code longhaul-prices/1}; see {@code docs/formats/price-book.md}. Stateless, safe for any thread.
 */
public final class PriceBookJson extends JsonFormat<PriceBook> {
    public PriceBookJson() {
        super("longhaul-prices/1");
    }

    @Override
    protected void encode(FieldWriter out, PriceBook book) {
        out.objects("egress", book.egress(), PriceBookJson::egress).objects("vms", book.vms(), PriceBookJson::vm);
    }

    @Override
    protected PriceBook decode(FieldReader in) {
        return new PriceBook(in.objects("egress", PriceBookJson::egress), in.objects("vms", PriceBookJson::vm));
    }

    private static void egress(FieldWriter out, EgressPrice price) {
        Quantities.link(out, price.link());
        out.objects(
                        "tiers",
                        price.tiers(),
                        (fields, tier) -> fields.bytes("up_to_bytes", tier.upTo())
                                .usd("usd_per_gb", tier.price().nanoDollars()))
                .text("source", price.source())
                .text("as_of", price.asOf().map(LocalDate::toString));
    }

    private static EgressPrice egress(FieldReader in) {
        return new EgressPrice(
                Quantities.link(in),
                in.objects(
                        "tiers",
                        tier -> new PriceTier(
                                tier.findBytes("up_to_bytes"), new PricePerGigabyte(tier.nanoDollars("usd_per_gb")))),
                in.text("source"),
                in.findDate("as_of"));
    }

    private static void vm(FieldWriter out, VmPrice price) {
        out.text("provider", price.provider())
                .text("region", price.region())
                .text("vm_type", price.vmType())
                .usd("usd_per_hour", price.price().nanoDollars())
                .text("source", price.source())
                .text("as_of", price.asOf().map(LocalDate::toString));
    }

    private static VmPrice vm(FieldReader in) {
        return new VmPrice(
                in.text("provider"),
                in.findText("region"),
                in.text("vm_type"),
                new PricePerHour(in.nanoDollars("usd_per_hour")),
                in.text("source"),
                in.findDate("as_of"));
    }
}
