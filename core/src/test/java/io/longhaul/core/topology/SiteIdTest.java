package io.longhaul.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SiteIdTest {
    @ParameterizedTest
    @ValueSource(strings = {"aws:us-east-1", "gcp:us-east1-b", "azure:canadacentral"})
    void a_site_reads_back_what_it_prints(String text) {
        assertThat(SiteId.parse(text)).hasToString(text);
    }

    @Test
    void a_bare_region_is_refused_with_a_guess() {
        assertThatThrownBy(() -> SiteId.parse("eu-west-1"))
                .isInstanceOfSatisfying(InvalidInputException.class, error -> {
                    assertThat(error).hasMessage("The site (eu-west-1) is not of the form provider:region.");
                    assertThat(error.advice()).contains("aws:eu-west-1");
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "aws:", "AWS:us-east-1", "aws:us east", "aws:us-east-1:b"})
    void what_is_no_site_is_refused(String text) {
        assertThatThrownBy(() -> SiteId.parse(text)).isInstanceOf(InvalidInputException.class);
    }

    @Test
    void a_zone_letter_can_be_left_off() {
        assertThat(SiteId.parse("gcp:us-east1-b").withoutZone()).isEqualTo(SiteId.parse("gcp:us-east1"));
        assertThat(SiteId.parse("aws:us-east-1").withoutZone()).isEqualTo(SiteId.parse("aws:us-east-1"));
    }

    @Test
    void a_link_joins_two_different_sites() {
        assertThatThrownBy(() -> Link.between("aws:us-east-1", "aws:us-east-1"))
                .isInstanceOf(InvalidInputException.class);
        Link link = Link.between("aws:us-east-1", "gcp:us-east1-b");
        assertThat(link.reversed().reversed()).isEqualTo(link);
        assertThat(link).hasToString("aws:us-east-1 -> gcp:us-east1-b");
    }

    /** As a table of links does: with 31 as factor, ten thousand links took 2,602 places of 16,384, up to 16 one place. */
    @Test
    void links_of_numbered_sites_spread_over_a_table() {
        int[] taken = new int[1 << 14];
        for (int from = 0; from < 100; from++) {
            for (int to = 0; to < 101; to++) {
                if (from != to) {
                    int hash = Link.between("site:r" + from, "site:r" + to).hashCode();
                    taken[(hash ^ (hash >>> 16)) & (taken.length - 1)]++;
                }
            }
        }
        assertThat(Arrays.stream(taken).filter(links -> links > 0).count()).isGreaterThan(6_500);
        assertThat(Arrays.stream(taken).max().orElseThrow()).isLessThan(10);
    }

    /** Figure B1 of the seed figures: 10 Gbit/s for ten minutes from 5,400 Gbit refilled at 1 Gbit/s. */
    @Test
    void a_full_c5_xlarge_bucket_lasts_ten_minutes() {
        var bucket = new TokenBucket(
                Bandwidth.ofGigabitsPerSecond(10),
                Bandwidth.ofGigabitsPerSecond(1),
                DataSize.ofGigabytes(675),
                Bandwidth.ofGigabitsPerSecond(1));
        assertThat(bucket.timeToEmpty()).isEqualTo(Duration.ofMinutes(10));
    }
}
