package io.longhaul.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;

/** Texts on the class path that become part of the page: its template, style and scripts, and the chart library. */
final class Assets {
    private static final String ECHARTS_POM = "/META-INF/maven/org.webjars/echarts/pom.properties";

    /** In the order they run; each adds to the one object {@code Longhaul}. */
    private static final List<String> SCRIPTS = List.of(
            "units",
            "model",
            "table",
            "stage",
            "heatmaps",
            "scatter",
            "link",
            "streams",
            "series",
            "distributions",
            "course",
            "confirm",
            "verdicts",
            "map",
            "main");

    private Assets() {}

    static String template() {
        return text("page.mustache");
    }

    static String leagueTemplate() {
        return text("league.mustache");
    }

    static String liveTemplate() {
        return text("live.mustache");
    }

    static String style() {
        return text("page.css");
    }

    static String script() {
        return SCRIPTS.stream().map(name -> text("js/" + name + ".js")).collect(Collectors.joining("\n"));
    }

    /** The minified chart library; it starts with its licence. */
    static String charts() {
        return text("/META-INF/resources/webjars/echarts/" + chartsVersion() + "/echarts.min.js");
    }

    /** The version of the chart library on the class path. */
    static String chartsVersion() {
        var properties = new Properties();
        try (InputStream in = open(ECHARTS_POM)) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    private static String text(String name) {
        try (InputStream in = open(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static InputStream open(String name) {
        InputStream in = Assets.class.getResourceAsStream(name);
        if (in == null) {
            throw new IllegalStateException("The program is not whole: " + name + " is not on its class path.");
        }
        return in;
    }
}
