package io.longhaul.clouds.catalog;

import io.longhaul.store.FileAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32;

/** What clouds said before, a file for each question in one folder. Stateless but for the folder; a file is replaced whole. */
public final class CatalogCache {
    private static final CloudFactsJson JSON = new CloudFactsJson();

    private final Path folder;

    /** @param folder made when something is kept */
    public CatalogCache(Path folder) {
        this.folder = folder;
    }

    /** Where the answer to a question is, or would be. */
    public Path file(Question question) {
        var name = new CRC32();
        name.update(question.toString().getBytes(StandardCharsets.UTF_8));
        return folder.resolve(String.format(
                "%s-%s-%08x.json", question.provider(), question.what().id(), name.getValue()));
    }

    /**
     * What was said to a question; empty when it was not asked.
     *
     * @throws io.longhaul.core.error.InvalidInputException when the file is none of this cache's
     */
    public Optional<CloudFacts> find(Question question) {
        Path file = file(question);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        return Optional.of(JSON.read(file)).filter(facts -> facts.question().equals(question));
    }

    /** Keeps what was said. */
    public void keep(CloudFacts facts) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw FileAccess.unwritable(folder, e);
        }
        JSON.write(file(facts.question()), facts);
    }
}
