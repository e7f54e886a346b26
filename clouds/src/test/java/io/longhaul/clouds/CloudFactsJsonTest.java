package io.longhaul.clouds;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.clouds.catalog.CatalogCache;
import io.longhaul.clouds.catalog.CloudEgress;
import io.longhaul.clouds.catalog.CloudFacts;
import io.longhaul.clouds.catalog.CloudFactsJson;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmPrice;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.Origin;
import io.longhaul.clouds.catalog.Question;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clouds said, kept and read again; and files of the cache that are anything. */
class CloudFactsJsonTest {
    private static final int TRIES = 2_000;
    private static final Pattern VALUE = Pattern.compile(": (\"[^\"]*\"|[0-9.]+|true|false|null)");
    private static final List<String> VALUES = List.of(
            "1e400",
            "-1",
            "0",
            "9223372036854775808",
            "null",
            "true",
            "[]",
            "{}",
            "[[7]]",
            "\"\"",
            "\"aws:\"",
            "1.5",
            "\"9999999999-12-31\"",
            "\"regions\"",
            "\"documented\"",
            "NaN",
            "[null]",
            "[{\"a\": 1}]");

    @TempDir
    private Path folder;

    private static CloudFacts facts() {
        SiteId east = SiteId.parse("aws:us-east-1");
        Origin said = Origin.documented("a call", LocalDate.of(2026, 11, 23));
        Origin made = Origin.derived("a call and a rule", LocalDate.of(2026, 11, 23));
        Bandwidth ten = Bandwidth.ofGigabitsPerSecond(10);
        return new CloudFacts(
                new Question("aws", Question.What.PRICES, List.of(east), List.of("m5.large", "c5.large"), ""),
                Instant.parse("2026-11-23T12:00:00Z"),
                List.of(new CloudRegion(
                        east,
                        "N. Virginia",
                        true,
                        List.of("us-east-1a"),
                        Optional.of(new CloudRegion.Point(39, -77.5)),
                        said)),
                List.of(
                        new CloudVmType(
                                "aws",
                                "m5.large",
                                2,
                                List.of(new CloudVmType.Card(0, ten, ten)),
                                said,
                                Optional.of(new VmCaps(ten, ten, Optional.of(ten), Optional.empty())),
                                made),
                        new CloudVmType("aws", "odd", 1, List.of(), said, Optional.empty(), made)),
                List.of(new CloudVmPrice(east, "m5.large", true, PricePerHour.ofDollars(0.04), said)),
                List.of(new CloudEgress(
                        "aws",
                        "us-east-1",
                        "internet",
                        List.of(
                                new PriceTier(
                                        Optional.of(DataSize.ofGigabytes(10_000)), PricePerGigabyte.ofDollars(0.09)),
                                new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.05))),
                        said)),
                List.of(
                        new Quota(east, "L-1", "processors", 640, OptionalDouble.of(64), made),
                        new Quota(east, "L-2", "addresses", 5, OptionalDouble.empty(), said)));
    }

    @Test
    void what_is_kept_is_found_by_its_question_alone() {
        CloudFacts facts = facts();
        var cache = new CatalogCache(folder.resolve("cache"));
        assertThat(cache.find(facts.question())).isEmpty();
        cache.keep(facts);
        assertThat(cache.find(facts.question())).contains(facts);
        assertThat(cache.find(new Question(
                        "aws", Question.What.PRICES, facts.question().regions(), List.of("m5.large"), "")))
                .isEmpty();
        assertThat(cache.find(new Question(
                        "aws",
                        Question.What.PRICES,
                        facts.question().regions(),
                        facts.question().vmTypes(),
                        "other")))
                .isEmpty();
    }

    /** A file is read, or refused by a sentence with a way out; what was read is written and read the same. */
    @Test
    void a_file_of_anything_is_read_or_refused() throws IOException {
        var json = new CloudFactsJson();
        String good = json.toJson(facts());
        var random = new Random(16);
        Path file = folder.resolve("facts.json");
        int read = 0;
        for (int i = 0; i < TRIES; i++) {
            Files.write(file, spoilt(good, random));
            try {
                CloudFacts facts = json.read(file);
                assertThat(json.fromJson(json.toJson(facts), "its own text")).isEqualTo(facts);
                read++;
            } catch (LonghaulException refused) {
                assertThat(refused.message()).isNotBlank();
                assertThat(refused.advice()).isNotBlank();
            }
        }
        assertThat(read).isBetween(TRIES / 100, TRIES * 9 / 10);
    }

    private static byte[] spoilt(String good, Random random) {
        byte[] all = good.getBytes(StandardCharsets.UTF_8);
        switch (random.nextInt(4)) {
            case 0 -> {
                return Arrays.copyOf(all, random.nextInt(all.length));
            }
            case 1 -> {
                all[random.nextInt(all.length)] = (byte) random.nextInt(256);
                return all;
            }
            default -> {
                Matcher values = VALUE.matcher(good);
                int wanted = random.nextInt((int) values.results().count());
                values.reset();
                for (int i = 0; i <= wanted; i++) {
                    values.find();
                }
                return (good.substring(0, values.start(1))
                                + VALUES.get(random.nextInt(VALUES.size()))
                                + good.substring(values.end(1)))
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
    }
}
