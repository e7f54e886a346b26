package io.longhaul.clouds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.clouds.CloudException.Reason;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.CloudEgress;
import io.longhaul.clouds.catalog.CloudRegion;
import io.longhaul.clouds.catalog.CloudVmPrice;
import io.longhaul.clouds.catalog.CloudVmType;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.catalog.Quota;
import io.longhaul.clouds.hostile.Fault;
import io.longhaul.clouds.hostile.HostileCatalogue;
import io.longhaul.clouds.hostile.HostileCatalogue.Distortion;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.store.catalogue.Catalogue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link CloudCatalog} does, tried through the real SDK against a server of its protocol. */
public abstract class CloudCatalogContract {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T12:00:00Z"));
    private final HostileCloud cloud = new HostileCloud(InstantSource.system(), 16).prompt();
    private final List<Duration> pauses = new ArrayList<>();
    private HttpFace face;
    private CloudCatalog catalog;

    /** A server of the provider's protocol. */
    protected abstract HttpFace face(HostileCloud cloud) throws IOException;

    /** The provider under test; its account is a made-up one. */
    protected abstract CloudProvider provider();

    protected abstract CloudAccess account();

    /** A region that the server has. */
    protected abstract SiteId region();

    /** A large VM type that the catalogue ships, and that the server offers as it is. */
    protected abstract String type();

    /** Where data go from the region, and what the server asks for the first GB and after 10 TB. */
    protected abstract Map<String, Double> egress();

    /** The quota that a VM of the type takes, and what is left of it. */
    protected abstract Map<String, Integer> room();

    @BeforeEach
    void start() throws IOException {
        face = face(cloud);
        catalog = provider()
                .catalog(
                        account().at(face.address()),
                        new Patience(
                                4,
                                50,
                                Duration.ofSeconds(1),
                                Duration.ofMinutes(10),
                                now::get,
                                new SplittableRandom(16),
                                pauses::add));
    }

    @AfterEach
    void stop() {
        catalog.close();
        face.close();
    }

    private void fails(Reason reason, Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        CloudException.class,
                        e -> assertThat(e.reason()).as(e.message()).isEqualTo(reason));
    }

    /** The first calls of any name fail so often. */
    private void first(int times, Fault fault) {
        var left = new AtomicInteger(times);
        cloud.with((provider, name) -> left.getAndDecrement() > 0 ? fault : Fault.NONE);
    }

    @Test
    void regions_have_zones_and_say_whether_they_are_open() {
        List<CloudRegion> regions = catalog.regions();
        assertThat(regions).extracting(CloudRegion::site).contains(region()).doesNotHaveDuplicates();
        assertThat(regions).allSatisfy(region -> {
            assertThat(region.origin().derived()).isFalse();
            assertThat(region.origin().asOf()).isEqualTo("2026-11-23");
            assertThat(region.zones().isEmpty()).isNotEqualTo(region.open());
            assertThat(region.zones()).isSorted().doesNotHaveDuplicates();
        });
        assertThat(regions.size()).isGreaterThan(1);
    }

    @Test
    void vm_types_have_all_pages_and_the_caps_of_the_shipped_catalogue() {
        List<CloudVmType> types = catalog.vmTypes(region());
        Set<String> names = types.stream().map(CloudVmType::name).collect(Collectors.toSet());
        assertThat(names).hasSize(types.size());
        assertThat(names.stream().filter(name -> name.contains("9")).count())
                .isGreaterThanOrEqualTo(HostileCatalogue.MADE_UP);
        assertThat(types).anySatisfy(found -> {
            assertThat(found.name()).isEqualTo(type());
            var shipped =
                    Catalogue.shipped().findVmType(region().provider(), type()).orElseThrow();
            assertThat(found.vcpus()).isEqualTo(shipped.vcpus());
            assertThat(found.wideArea()).isEqualTo(shipped.caps());
            assertThat(found.caps().derived()).isTrue();
            assertThat(found.caps().source()).isNotEmpty();
            assertThat(found.listed().derived()).isFalse();
        });
        assertThat(types)
                .allSatisfy(found -> assertThat(found.cards())
                        .allSatisfy(card -> assertThat(card.peak()).isGreaterThanOrEqualTo(card.baseline())));
    }

    @Test
    void prices_are_on_demand_and_spot_of_the_types_that_were_named() {
        List<CloudVmPrice> prices = catalog.vmPrices(region(), Set.of(type(), "no-such-type"));
        HostileCatalogue.Offer offer = face.catalogue().offers().get(0);
        assertThat(prices).allSatisfy(price -> {
            assertThat(price.vmType()).isEqualTo(type());
            assertThat(price.region()).isEqualTo(region());
            assertThat(price.price().dollars())
                    .isCloseTo(
                            price.spot() ? offer.spot() : offer.usd(),
                            org.assertj.core.data.Percentage.withPercentage(1));
        });
        assertThat(prices).extracting(CloudVmPrice::spot).containsExactlyInAnyOrder(false, true);
    }

    @Test
    void egress_has_steps_without_what_is_free() {
        List<CloudEgress> lines = catalog.egress(region());
        assertThat(lines.stream()
                        .collect(Collectors.toMap(
                                CloudEgress::to,
                                line -> line.tiers().get(0).price().dollars())))
                .isEqualTo(egress());
        CloudEgress internet = lines.stream()
                .filter(line -> line.to().equals("internet"))
                .findFirst()
                .orElseThrow();
        assertThat(internet.tiers().size()).isGreaterThan(1);
        assertThat(internet.tiers().get(internet.tiers().size() - 1).upTo()).isEmpty();
    }

    @Test
    void quotas_say_what_is_used_and_a_vm_what_it_takes() {
        List<Quota> quotas = catalog.quotas(region());
        Map<String, Double> takes = catalog.takes(region(), type(), false);
        assertThat(quotas).extracting(Quota::id).doesNotHaveDuplicates();
        Map<String, Integer> room = quotas.stream()
                .filter(quota -> takes.containsKey(quota.id()))
                .collect(Collectors.toMap(Quota::id, quota -> quota.room(takes.getOrDefault(quota.id(), 0.0))));
        assertThat(room).containsAllEntriesOf(room());
        fails(Reason.NOT_FOUND, () -> catalog.takes(region(), unknownType(), false));
    }

    /** A type that could be one of the provider's, and is none. */
    protected abstract String unknownType();

    @Test
    void throttling_and_failures_of_the_cloud_pass() {
        first(3, Fault.THROTTLED);
        assertThat(catalog.quotas(region())).isNotEmpty();
        assertThat(pauses).hasSize(3).allMatch(pause -> pause.compareTo(Duration.ofSeconds(4)) <= 0);
        first(3, Fault.UNAVAILABLE);
        assertThat(catalog.vmTypes(region())).isNotEmpty();
        first(2, Fault.REQUEST_LOST);
        assertThat(catalog.egress(region())).isNotEmpty();
        // the HTTP client of the JDK, under Google's, makes a GET again by itself when its connection breaks
        assertThat(pauses).hasSizeBetween(7, 8);
    }

    @Test
    void a_cloud_that_goes_on_failing_is_believed_after_four_calls() {
        cloud.with((provider, name) -> Fault.UNAVAILABLE);
        fails(Reason.UNAVAILABLE, () -> catalog.egress(region()));
        assertThat(cloud.calls().values()).containsExactly(4);
        cloud.with((provider, name) -> Fault.THROTTLED);
        fails(Reason.THROTTLED, () -> catalog.quotas(region()));
    }

    @Test
    void expired_credentials_are_asked_once() {
        cloud.with((provider, name) -> Fault.CREDENTIALS_EXPIRED);
        fails(Reason.CREDENTIALS, () -> catalog.vmTypes(region()));
        assertThat(cloud.calls().values()).containsExactly(1);
        assertThat(pauses).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Distortion.class,
            names = {"GARBAGE", "OVERSIZED", "ENDLESS"})
    void what_no_cloud_answers_ends_in_a_message(Distortion distortion) {
        face.catalogue().distort(distortion);
        for (Runnable question : questions()) {
            assertThatThrownBy(question::run)
                    .isInstanceOfSatisfying(
                            CloudException.class, e -> assertThat(e.message()).isNotEmpty());
            if (distortion != Distortion.GARBAGE) {
                // one is enough for the bound, and many would take long
                return;
            }
        }
    }

    /** Rows that are not as they should be are left out, or the whole answer is refused; nothing else is thrown. */
    @Test
    void values_of_other_types_are_no_values() {
        face.catalogue().distort(Distortion.WRONG_TYPES);
        for (Runnable question : questions()) {
            try {
                question.run();
            } catch (CloudException refused) {
                assertThat(refused.message()).isNotEmpty();
            }
        }
    }

    /** Those whose answers have pages. */
    private List<Runnable> questions() {
        return List.of(
                () -> catalog.vmTypes(region()),
                () -> catalog.egress(region()),
                () -> catalog.vmPrices(region(), Set.of(type())));
    }

    @Test
    void time_is_bounded_and_an_interrupt_ends_it() {
        cloud.with((provider, name) -> {
            now.updateAndGet(at -> at.plus(Duration.ofMinutes(6)));
            return Fault.NONE;
        });
        fails(Reason.UNANSWERED, () -> catalog.vmTypes(region()));
        cloud.with((provider, name) -> Fault.NONE);
        Thread.currentThread().interrupt();
        try {
            fails(Reason.UNANSWERED, () -> catalog.regions());
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    /** Every answer says where it comes from and when. */
    @Test
    void every_value_has_a_source_and_a_date() {
        assertThat(catalog.egress(region()))
                .allSatisfy(line -> assertThat(line.origin().source()).isNotEmpty());
        assertThat(catalog.vmPrices(region(), Set.of(type())))
                .allSatisfy(price -> assertThat(price.origin().asOf()).isBetween("2026-11-01", "2026-11-23"));
        assertThat(catalog.vmTypes(region()).stream()
                        .flatMap(found -> found.wideArea().stream())
                        .map(caps -> caps.egress()))
                .allMatch(rate -> rate.compareTo(Bandwidth.ZERO) > 0);
        assertThat(Catalogue.usualRegion(region().provider())).contains(region());
    }
}
