package io.longhaul.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    @Test
    void writesSixSites() throws Exception {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "six-sites.html");
        HtmlReport.write(SixSites.report(), file);
        assertThat(Files.size(file)).isLessThan(4_000_000);
    }

    @Test
    void writesSixtyThreeSites() throws Exception {
        Path file = Path.of(System.getProperty("java.io.tmpdir"), "sixty-three-sites.html");
        HtmlReport.write(SkyplaneGrid.report(), file);
        assertThat(Files.size(file)).isLessThan(8_000_000);
    }
}
