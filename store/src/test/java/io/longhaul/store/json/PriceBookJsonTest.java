package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.price.PriceBook;
import io.longhaul.core.price.PriceTier;
import io.longhaul.core.price.VmPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PriceBookJsonTest {
    private final PriceBookJson json = new PriceBookJson();

    private static PriceBook book() {
        EgressPrice tiered = new EgressPrice(
                Link.between("aws:us-east-1", "gcp:us-east1"),
                List.of(
                        new PriceTier(Optional.of(DataSize.ofGigabytes(10_240)), PricePerGigabyte.ofDollars(0.09)),
                        new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.0875))),
                "a price list",
                Optional.of(LocalDate.of(2026, 7, 30)));
        EgressPrice flat = EgressPrice.flat(
                Link.between("gcp:us-east1", "aws:us-east-1"),
                PricePerGigabyte.ofDollars(0.111763),
                "another",
                Optional.empty());
        VmPrice vm = new VmPrice(
                "aws",
                Optional.empty(),
                "m5.8xlarge",
                PricePerHour.ofDollars(1.536),
                "the provider",
                Optional.of(LocalDate.of(2026, 7, 20)));
        return new PriceBook(List.of(tiered, flat), List.of(vm));
    }

    @Test
    void readsBackWhatItWrote() {
        assertThat(json.fromJson(json.toJson(book()), "test")).isEqualTo(book());
    }

    @Test
    void pricesStayDecimal() {
        assertThat(json.toJsonLine(book()))
                .contains("\"usd_per_gb\":0.0875", "\"usd_per_gb\":0.111763", "\"usd_per_hour\":1.536")
                .contains("\"up_to_bytes\":10240000000000", "\"up_to_bytes\":null");
    }

    @Test
    void tiersThatDoNotEndOpenAreRefused() {
        String closed = json.toJsonLine(book()).replace("\"up_to_bytes\":null", "\"up_to_bytes\":1");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.fromJson(closed, "p.json"))
                .withMessageContaining("p.json contradicts itself")
                .withMessageContaining("open one");
    }
}
