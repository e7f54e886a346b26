package io.longhaul.core.price;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PriceBookTest {
    private static final Link LINK = Link.between("gcp:us-east1", "aws:us-east-1");
    private static final EgressPrice TIERED = new EgressPrice(
            LINK,
            List.of(
                    new PriceTier(Optional.of(DataSize.ofGigabytes(1_000)), PricePerGigabyte.ofDollars(0.12)),
                    new PriceTier(Optional.of(DataSize.ofGigabytes(10_000)), PricePerGigabyte.ofDollars(0.11)),
                    new PriceTier(Optional.empty(), PricePerGigabyte.ofDollars(0.08))),
            "list price",
            Optional.empty());

    @Test
    void each_step_is_charged_at_its_own_price() {
        assertThat(TIERED.cost(DataSize.ofGigabytes(500), DataSize.ZERO)).isEqualTo(Money.parse("60USD"));
        assertThat(TIERED.cost(DataSize.ofGigabytes(2_000), DataSize.ZERO)).isEqualTo(Money.parse("230USD"));
        assertThat(TIERED.cost(DataSize.ofGigabytes(20_000), DataSize.ZERO)).isEqualTo(Money.parse("1910USD"));
    }

    @Test
    void what_was_already_sent_this_month_decides_the_first_step() {
        assertThat(TIERED.cost(DataSize.ofGigabytes(1_000), DataSize.ofGigabytes(9_500)))
                .isEqualTo(Money.parse("95USD"));
    }

    @Test
    void tiers_that_do_not_rise_or_do_not_end_open_are_refused() {
        assertThatThrownBy(() -> new EgressPrice(LINK, List.of(), "x", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
        var closed = new PriceTier(Optional.of(DataSize.ofGigabytes(1)), PricePerGigabyte.FREE);
        assertThatThrownBy(() -> new EgressPrice(LINK, List.of(closed), "x", Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_zone_falls_back_to_its_region_and_a_vm_to_its_price_anywhere() {
        var anywhere = new VmPrice(
                "aws", Optional.empty(), "m5.8xlarge", PricePerHour.ofDollars(1.536), "list", Optional.empty());
        var tokyo = new VmPrice(
                "aws",
                Optional.of("ap-northeast-1"),
                "m5.8xlarge",
                PricePerHour.ofDollars(1.984),
                "list",
                Optional.empty());
        var book = new PriceBook(List.of(TIERED), List.of(anywhere, tokyo));
        assertThat(book.getEgress(Link.between("gcp:us-east1-b", "aws:us-east-1")))
                .isEqualTo(TIERED);
        assertThat(book.findVm(SiteId.parse("aws:ap-northeast-1"), "m5.8xlarge"))
                .contains(tokyo);
        assertThat(book.findVm(SiteId.parse("aws:us-east-1"), "m5.8xlarge")).contains(anywhere);
        assertThat(book.findVm(SiteId.parse("aws:us-east-1"), "m7.large")).isEmpty();
    }

    @Test
    void a_missing_price_says_how_to_get_one() {
        assertThatThrownBy(() -> PriceBook.empty().getEgress(LINK))
                .isInstanceOfSatisfying(
                        InvalidInputException.class,
                        error -> assertThat(error.advice()).contains("--prices"));
    }

    @Test
    void later_entries_count_and_books_can_be_laid_over_each_other() {
        var cheap = EgressPrice.flat(LINK, PricePerGigabyte.ofDollars(0.01), "mine", Optional.empty());
        var book = new PriceBook(List.of(TIERED), List.of()).with(new PriceBook(List.of(cheap), List.of()));
        assertThat(book.getEgress(LINK).firstTier()).isEqualTo(PricePerGigabyte.ofDollars(0.01));
    }
}
