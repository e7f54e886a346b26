package io.longhaul.store.grid;

import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.store.csv.CsvRow;
import io.longhaul.store.csv.CsvTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads several transfers of one account from CSV: from, to and size (as {@code 20TB}); where wanted also name, deadline
 * (as {@code 6h}, from now), rate (at least, as {@code 2Gbit/s}) and weight (1 without). Other columns are passed over;
 * see {@code docs/formats/plans.md}. Stateless, safe for any thread.
 */
public final class RequestsReader {
    private static final List<String> COLUMNS = List.of("from", "to", "size");

    private RequestsReader() {}

    /**
     * All transfers of a file, in its order. One without a name is called by its line.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the file is missing, lacks a column or has a value that
     *     cannot be used
     */
    public static List<Item> read(Path file) {
        try (CsvTable table = CsvTable.open(file)) {
            table.requireColumns(COLUMNS);
            List<Item> items = new ArrayList<>();
            table.forEachRow(row -> items.add(item(row)));
            return items;
        }
    }

    private static Item item(CsvRow row) {
        DataSize size = row.parse("size", row.text("size"), DataSize::parse);
        TransferRequest request = TransferRequest.of(row.site("from"), row.site("to"), size);
        Optional<String> deadline = row.findText("deadline");
        if (deadline.isPresent()) {
            request = request.withDeadline(row.parse("deadline", deadline.get(), Durations::parse));
        }
        Optional<String> rate = row.findText("rate");
        if (rate.isPresent()) {
            request = request.withRateAtLeast(row.parse("rate", rate.get(), Bandwidth::parse));
        }
        return new Item(
                row.findText("name").orElse("line " + row.line()),
                request,
                row.findDecimal("weight").orElse(1.0));
    }
}
