package io.longhaul.cli.report;

import com.samskivert.mustache.Mustache;
import io.longhaul.store.FileAccess;
import io.longhaul.store.json.RecommendationsJson;
import io.longhaul.store.json.SnapshotJson;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a report as one HTML file that needs nothing else: style, scripts, chart library and data are inside, and its
 * content security policy forbids every request. The data are there as JSON documents in the published formats, in
 * {@code script} elements of type {@code application/json}. Same data, same page. Stateless; safe for any thread.
 */
public final class HtmlReport {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private HtmlReport() {}

    /** The page as text. */
    public static String render(ReportData data) {
        Optional<ImpliedWindow> fit = ImpliedWindow.of(data.snapshot());
        String charts = Assets.charts();
        String script = Assets.script();
        var parts = Map.of(
                "style", Assets.style(),
                "charts", charts,
                "script", script,
                "scriptHashes", hash(charts) + " " + hash(script),
                "report", inScript(JSON.writeValueAsString(ReportDocument.of(data, fit))),
                "snapshot", inScript(new SnapshotJson().toJsonLine(data.snapshot())),
                "recommendations", inScript(recommendations(data)));
        var page = new StringWriter();
        Mustache.compiler().compile(Assets.template()).execute(parts, Page.of(data, Captions.of(data, fit)), page);
        return page.toString();
    }

    /**
     * Writes the page to a file: whole, or not at all.
     *
     * @throws io.longhaul.store.StoreException when the file cannot be written
     */
    public static void write(ReportData data, Path file) {
        FileAccess.replace(file, render(data));
    }

    private static String recommendations(ReportData data) {
        return data.recommendations().stream()
                .map(new RecommendationsJson()::toJsonLine)
                .collect(Collectors.joining(",", "[", "]"));
    }

    /** No tag can begin inside a script element when it holds no {@code <}; in JSON one occurs only inside strings. */
    private static String inScript(String json) {
        return json.replace("<", "\\u003c");
    }

    /** Names an inline script in a content security policy (W3C Content Security Policy Level 3, 2.3.1). */
    private static String hash(String script) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
