package io.longhaul.store.imports;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.store.json.FieldReader;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;

/** Egress prices of every ordered pair; {@code grids} says of which month, the newest counts. */
final class SkyplanePrices implements SkyplaneTable {
    private static final String SOURCE = "Skyplane price grid";

    @Override
    public String kind() {
        return "Skyplane egress prices";
    }

    @Override
    public List<String> columns() {
        return List.of("src", "dst", "usd_per_gb", "grids");
    }

    @Override
    public RowReader open(SkyplaneOptions options, String fileName) {
        return (row, into) -> into.link(row.site("src"), row.site("dst"))
                .ifPresent(link -> into.add(EgressPrice.flat(
                        link,
                        PricePerGigabyte.ofDollars(row.decimal("usd_per_gb")),
                        SOURCE + " " + row.text("grids"),
                        Optional.of(row.parse("grids", row.text("grids"), SkyplanePrices::newestMonth)))));
    }

    /** The first day of the last month in {@code 2022-05+2023-02}. */
    private static LocalDate newestMonth(String grids) {
        LocalDate month =
                YearMonth.parse(grids.substring(grids.lastIndexOf('+') + 1)).atDay(1);
        if (!FieldReader.isBounded(month)) {
            throw new InvalidInputException(
                    "the month (" + YearMonth.from(month) + ") is not from 1950 to 2200.", "Write it like 2022-05.");
        }
        return month;
    }
}
