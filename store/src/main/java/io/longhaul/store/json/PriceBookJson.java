package io.longhaul.store.json;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import java.time.LocalDate;

/**
 * A price book, {@code longhaul-prices/1}; see {@code docs/formats/price-book.md}. Stateless, safe for any thread.
 */
public final class PriceBookJson extends JsonFormat<PriceBook> {
    private static final RecordFields<PriceTier> TIER =
            RecordFields.of(PriceTier.class).plain("up_to_bytes", "usd_per_gb");

    private static final RecordFields<VmPrice> VM =
            RecordFields.of(VmPrice.class).plain("provider", "region", "vm_type", "usd_per_hour", "source", "as_of");

    public PriceBookJson() {
        super("longhaul-prices/1");
    }

    @Override
    protected void encode(FieldWriter out, PriceBook book) {
        out.objects("egress", book.egress(), PriceBookJson::egress).objects("vms", book.vms(), VM::write);
    }

    @Override
    protected PriceBook decode(FieldReader in) {
        return new PriceBook(in.objects("egress", PriceBookJson::egress), in.objects("vms", VM::read));
    }

    private static void egress(FieldWriter out, EgressPrice price) {
        Quantities.link(out, price.link());
        out.objects("tiers", price.tiers(), TIER::write)
                .text("source", price.source())
                .text("as_of", price.asOf().map(LocalDate::toString));
    }

    private static EgressPrice egress(FieldReader in) {
        return new EgressPrice(
                Quantities.link(in), in.objects("tiers", TIER::read), in.text("source"), in.findDate("as_of"));
    }
}
