package io.longhaul.cli.report;

import com.samskivert.mustache.Mustache;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

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
        Optional<WindowFit> fit = WindowFit.of(data.snapshot());
        String charts = Assets.charts();
        String script = Assets.script();
        var parts = Map.of(
                "style", Assets.style(),
                "charts", charts,
                "script", script,
                "scriptHashes", ScriptHash.of(charts) + " " + ScriptHash.of(script),
                "report", inScript(Documents.report(data, fit)),
                "snapshot", inScript(SnapshotDocument.of(data.snapshot())),
                "recommendations", inScript(recommendations(data)));
        var page = new StringWriter();
        Mustache.compiler().compile(Assets.template()).execute(parts, Page.of(data, Captions.of(data, fit)), page);
        return page.toString();
    }

    /**
     * Writes the page to a file: whole, or not at all.
     *
     * @throws ReportException when the file cannot be written
     */
    public static void write(ReportData data, Path file) {
        String page = render(data);
        Path target = file.toAbsolutePath();
        try {
            Path draft = target.resolveSibling(
                    "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
            try {
                Files.writeString(draft, page, StandardCharsets.UTF_8);
                Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(draft);
            }
        } catch (IOException e) {
            throw new ReportException(file, e);
        }
    }

    private static ArrayNode recommendations(ReportData data) {
        var documents = JSON.createArrayNode();
        data.recommendations().forEach(each -> documents.add(RecommendationsDocument.of(each)));
        return documents;
    }

    /** No tag can begin inside a script element when it holds no {@code <}; in JSON one occurs only inside strings. */
    private static String inScript(JsonNode document) {
        return JSON.writeValueAsString(document).replace("<", "\\u003c");
    }
}
