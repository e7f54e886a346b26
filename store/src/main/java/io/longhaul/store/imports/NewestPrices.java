package io.longhaul.store.imports;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Two price books in one, each thing priced once: by the newer list, or by the later book when equally new. */
final class NewestPrices {
    private NewestPrices() {}

    static PriceBook of(PriceBook earlier, PriceBook later) {
        Map<Link, EgressPrice> egress = new TreeMap<>();
        for (PriceBook book : List.of(earlier, later)) {
            book.egress()
                    .forEach(price -> egress.merge(
                            price.link(), price, (old, young) -> older(young.asOf(), old.asOf()) ? old : young));
        }
        List<VmPrice> vms = new ArrayList<>(earlier.vms());
        vms.addAll(later.vms());
        return new PriceBook(egress.values(), vms);
    }

    /** A list without a date is older than any that has one. */
    private static boolean older(Optional<LocalDate> one, Optional<LocalDate> other) {
        return one.orElse(LocalDate.MIN).isBefore(other.orElse(LocalDate.MIN));
    }
}
