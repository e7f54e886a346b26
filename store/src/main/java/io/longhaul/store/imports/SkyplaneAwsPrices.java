package io.longhaul.store.imports;

import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.store.csv.CsvRow;
import io.longhaul.store.json.FieldReader;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * AWS prices from region to region, without the provider in the names. Rows to {@code internet} are left out: the
 * internet is no site. The rows have no date; a month in the file name counts as one.
 */
final class SkyplaneAwsPrices implements SkyplaneTable {
    private static final Pattern MONTH = Pattern.compile("(?<!\\d)(\\d{4}-(?:0[1-9]|1[0-2]))(?!\\d)");

    @Override
    public String kind() {
        return "Skyplane AWS transfer prices";
    }

    @Override
    public List<String> columns() {
        return List.of("src", "dst", "usd_per_gb");
    }

    @Override
    public RowReader open(SkyplaneOptions options, String fileName) {
        Matcher month = MONTH.matcher(fileName);
        Optional<LocalDate> asOf = Optional.of(month)
                .filter(Matcher::find)
                .map(found -> YearMonth.parse(found.group(1)).atDay(1))
                .filter(FieldReader::isBounded);
        return (row, into) -> read(row, asOf, into);
    }

    private static void read(CsvRow row, Optional<LocalDate> asOf, FileImport into) {
        if (row.text("dst").equals("internet")) {
            into.skip(SkipReason.NOT_A_SITE);
            return;
        }
        into.link(awsSite(row, "src"), awsSite(row, "dst"))
                .ifPresent(link -> into.add(EgressPrice.flat(
                        link,
                        PricePerGigabyte.ofDollars(row.decimal("usd_per_gb")),
                        "Skyplane AWS transfer prices",
                        asOf)));
    }

    private static SiteId awsSite(CsvRow row, String column) {
        return row.parse(column, "aws:" + row.text(column), SiteId::parse);
    }
}
