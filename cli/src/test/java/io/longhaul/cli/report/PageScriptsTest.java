package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.htmlunit.BrowserVersion;
import org.htmlunit.WebClient;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlInput;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlSelect;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The page with its scripts running, in a browser without a screen. An error in any script fails the test. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageScriptsTest {
    private final WebClient browser = new WebClient(BrowserVersion.CHROME);

    @TempDir
    private static Path folder;

    private HtmlPage page;

    @BeforeAll
    void open() throws Exception {
        Path file = folder.resolve("report.html");
        HtmlReport.write(SixSites.report(), file);
        page = browser.getPage(file.toUri().toURL());
    }

    @AfterAll
    void close() {
        browser.close();
    }

    @BeforeEach
    void clearFilters() {
        for (String id : List.of("filter-verdict", "filter-from", "filter-to")) {
            choose(id, "");
        }
        type("");
    }

    @Test
    void listsEveryVerdictWithItsReason() {
        assertThat(verdicts()).hasSize(30).allMatch(text -> text.contains("pays egress twice."));
        assertThat(text("#verdict-count")).isEqualTo("30 links");
    }

    @Test
    void aLinkHasAnAddressThatKeysReachAndThatOpensIt() throws Exception {
        DomElement anchor = (DomElement) page.querySelector("#verdict-table tbody a");
        String address = anchor.getAttribute("href");
        assertThat(anchor.getAttribute("aria-label")).endsWith(", closely");

        anchor.click();

        assertThat(page.getUrl().getRef()).isEqualTo(address.substring(1));
        String from = value("link-from");
        assertThat(address).startsWith("#link=" + from.replace(":", "%3A") + "~");
        try (WebClient other = new WebClient(BrowserVersion.CHROME)) {
            HtmlPage opened = other.getPage(
                    folder.resolve("report.html").toUri().toURL() + "#link=azure%3Ajapaneast~azure%3Awestus2");
            assertThat(((HtmlSelect) opened.getElementById("link-from"))
                            .getSelectedOptions()
                            .get(0)
                            .getValueAttribute())
                    .isEqualTo("azure:japaneast");
        }
    }

    @Test
    void filtersByVerdictProviderAndText() {
        choose("filter-verdict", "relay");
        assertThat(text("#verdict-count")).isEqualTo("2 links");
        choose("filter-verdict", "");
        choose("filter-from", "azure");
        choose("filter-to", "aws");
        assertThat(text("#verdict-count")).isEqualTo("4 links");
        type("WESTUS2");
        assertThat(verdicts()).hasSize(2);
        type("no such site");
        assertThat(text("#verdict-count")).isEqualTo("no link matches");
    }

    @Test
    void sortsByEveryColumnBothWays() throws Exception {
        List<DomElement> headers = page.querySelectorAll("#verdict-table thead button").stream()
                .map(DomElement.class::cast)
                .toList();
        assertThat(headers).hasSize(10);
        headers.get(0).click();
        String first = verdicts().get(0);
        headers.get(0).click();
        assertThat(first).startsWith("aws:eu-west-2");
        assertThat(verdicts().get(0)).startsWith("gcp:southamerica-east1");
        assertThat(page.querySelectorAll("#verdict-table th[aria-sort=descending]"))
                .hasSize(1);
        headers.get(3).click();
        assertThat(verdicts().get(0)).contains("159 Mbit/s");
        headers.get(6).click();
    }

    @Test
    void showsTheLinkOfARowThatIsClicked() throws Exception {
        choose("filter-verdict", "relay");
        ((DomElement) page.querySelector("#verdict-table tbody")).click();
        assertThat(value("link-from")).startsWith("azure:");
        assertThat(value("link-to")).isEqualTo("gcp:southamerica-east1");
        assertThat(text("#link-facts")).contains("Verdict", "Relay. Direct streams reach 31.0 Mbit/s");
        ((DomElement) page.querySelector("#link-swap")).click();
        assertThat(value("link-from")).isEqualTo("gcp:southamerica-east1");
    }

    @Test
    void drawsEveryPictureAndNamesWhatItCannot() {
        choose("link-from", SixSites.REPEATED.from().toString());
        choose("link-to", SixSites.REPEATED.to().toString());
        page.executeJavaScript("window.dispatchEvent(new Event('beforeprint'))");
        assertThat(page.querySelectorAll("main figure")).hasSize(11).allSatisfy(figure -> {
            assertThat(figure.asNormalizedText()).doesNotContain("could not be drawn");
            assertThat(figure.querySelectorAll("canvas"))
                    .as(figure.asNormalizedText())
                    .isNotEmpty();
        });
        choose("link-from", "azure:westus2");
        assertThat(text("#course .plot")).startsWith("Fewer than three runs of one kind on this link");
        assertThat(text("#confirm .plot")).startsWith("Fewer than ten runs of one kind on this link");
    }

    @Test
    void givesTheNumbersOfEveryPictureAsATable() {
        page.executeJavaScript("document.querySelectorAll('details.numbers').forEach(function (d) {"
                + " d.open = true; d.dispatchEvent(new Event('toggle')); })");
        assertThat(page.querySelectorAll("#heat-rtt details tbody tr")).hasSize(6);
        assertThat(page.querySelectorAll("#scatter details tbody tr")).hasSize(30);
        assertThat(page.querySelectorAll("#streams details tbody tr")).hasSize(5);
        assertThat(text("#map details table")).contains("São Paulo", "-23.50°");
    }

    private List<String> verdicts() {
        return page.querySelectorAll("#verdict-table tbody").stream()
                .map(DomNode::asNormalizedText)
                .toList();
    }

    private void choose(String id, String value) {
        HtmlSelect select = page.getHtmlElementById(id);
        select.setSelectedAttribute(value, true);
        select.fireEvent("input");
    }

    private void type(String value) {
        HtmlInput input = page.getHtmlElementById("filter-text");
        input.setValue(value);
        input.fireEvent("input");
    }

    private String value(String id) {
        HtmlSelect select = page.getHtmlElementById(id);
        return select.getSelectedOptions().get(0).getValueAttribute();
    }

    private String text(String selector) {
        return page.querySelector(selector).asNormalizedText();
    }
}
