package io.longhaul.store.export;

import blue.strategic.parquet.ParquetWriter;
import io.longhaul.store.FileAccess;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/**
 * A Parquet file under way: rows go to a file beside the target, which takes the target's place in one step when it is
 * finished. Confined to one thread.
 */
final class ParquetTable<R> implements Closeable {
    private final Path target;
    private final Path temporary;
    private final ParquetWriter<R> writer;
    private boolean open = true;
    private long rows;

    ParquetTable(Path target, String name, List<Column<R>> columns) throws IOException {
        this.target = FileAccess.regular(target);
        this.temporary = Files.createFile(FileAccess.beside(this.target));
        List<Type> types = columns.stream().<Type>map(Column::type).toList();
        this.writer = ParquetWriter.writeFile(new MessageType(name, types), temporary.toFile(), (row, cells) -> {
            for (Column<R> column : columns) {
                column.value().apply(row).ifPresent(value -> cells.write(column.name(), value));
            }
        });
    }

    void add(R row) throws IOException {
        writer.write(row);
        rows++;
    }

    long rows() {
        return rows;
    }

    /** The file is whole and takes its name. */
    void finish() throws IOException {
        open = false;
        writer.close();
        Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Leaves nothing behind unless finished. */
    @Override
    public void close() throws IOException {
        if (open) {
            open = false;
            writer.close();
        }
        Files.deleteIfExists(temporary);
    }
}
