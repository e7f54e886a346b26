package io.longhaul.campaign.run;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.study.FingerprintCheck;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FingerprintJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What studies of a campaign say, a JSON document each under the id of its order, in {@code campaign/}{@value #FOLDER} of the log.
 * Thread-safe.
 *
 * @param log folder of the log
 */
public record Studies(Path log) {
    /** In the folder of the journal. */
    public static final String FOLDER = "studies";

    private static final FingerprintJson FINGERPRINT = new FingerprintJson();

    private Path file(String order) {
        return log.resolve(Journal.FOLDER).resolve(FOLDER).resolve(order + ".json");
    }

    /** Keeps one, in the place of one of the same order. */
    void keep(String order, String document) {
        Path file = file(order);
        try {
            Files.createDirectories(file.getParent());
        } catch (IOException e) {
            throw FileAccess.unwritable(file, e);
        }
        FileAccess.replace(file, document);
    }

    /** The fingerprint that an order took; empty when it took none, or its file is not there any more. */
    public Optional<Fingerprint> findFingerprint(String order) {
        Path file = file(order);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        return fingerprint(FileAccess.readText(file));
    }

    /** Of a document that is one and has a rate to compare with. */
    static Optional<Fingerprint> fingerprint(String document) {
        return format(document).equals(FINGERPRINT.format())
                ? Optional.of(FINGERPRINT.fromJson(document, "the fingerprint"))
                        .filter(print -> print.baseBandwidth().isPresent())
                : Optional.empty();
    }

    /** Of a document that is a check. */
    static Optional<String> verdict(String document) {
        if (!format(document).equals("longhaul-fingerprint-check/1")) {
            return Optional.empty();
        }
        return FieldReader.ofJson(document, "the check").findText("verdict").filter(said -> {
            for (FingerprintCheck.Verdict known : FingerprintCheck.Verdict.values()) {
                if (known.id().equals(said)) {
                    return true;
                }
            }
            return false;
        });
    }

    private static String format(String document) {
        try {
            return FieldReader.ofJson(document, "the study").findText("format").orElse("");
        } catch (InvalidInputException nonsense) {
            return "";
        }
    }
}
