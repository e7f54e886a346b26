package io.longhaul.store.grid;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.store.csv.CsvRow;
import io.longhaul.store.csv.CsvTable;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads many transfer problems from CSV: from, to, rate_gbps (Gbit/s; may be empty), size_gb (GB of 10^9 octets),
 * max_vms_per_site; other columns are passed over. Stateless, safe for any thread.
 */
public final class ProblemsReader {
    private static final List<String> COLUMNS = List.of("from", "to", "rate_gbps", "size_gb", "max_vms_per_site");

    private static final long MOST = 1_000_000_000L;

    private ProblemsReader() {}

    /**
     * All problems of a file, in its order.
     *
     * @throws InvalidInputException when the file is missing, lacks a column or has a value that cannot be used
     */
    public static List<BatchProblem> read(Path file) {
        try (CsvTable table = CsvTable.open(file)) {
            table.requireColumns(COLUMNS);
            List<BatchProblem> problems = new ArrayList<>();
            table.forEachRow(row -> problems.add(problem(row)));
            return problems;
        }
    }

    private static BatchProblem problem(CsvRow row) {
        return new BatchProblem(
                row.line(),
                row.site("from"),
                row.site("to"),
                row.findText("rate_gbps").map(text -> new Bandwidth(billions(row, "rate_gbps"))),
                DataSize.ofBytes(billions(row, "size_gb")),
                row.integer("max_vms_per_site", 1));
    }

    /** Exact for what people write: 5.31 is 5,310,000,000. */
    private static long billions(CsvRow row, String column) {
        double value = row.decimal(column);
        if (value > MOST) {
            throw row.invalid(column, row.text(column), "is too large", "Write at most " + MOST + ".");
        }
        return BigDecimal.valueOf(value)
                .movePointRight(9)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValueExact();
    }
}
