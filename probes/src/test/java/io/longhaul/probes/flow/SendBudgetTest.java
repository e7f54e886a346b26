package io.longhaul.probes.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who pays for the omitted part. */
class SendBudgetTest {
    @Test
    void aLimitIsSpentFromTheFirstOctetOn() {
        var limit = new SendBudget(100);

        assertThat(limit.claim(60, false)).isEqualTo(60);
        limit.payLate(60);
        assertThat(limit.claim(60, true))
                .as("what was claimed is not paid twice")
                .isEqualTo(40);
        assertThat(limit.claim(60, false)).isZero();
    }

    @Test
    void aVolumeOfTheCountIsSpentWhenTheCountHasBegun() {
        var volume = SendBudget.ofTheCount(100);

        assertThat(volume.claim(60, false)).isEqualTo(60);
        assertThat(volume.claim(60, false)).isEqualTo(60);
        volume.payLate(10);
        assertThat(volume.claim(60, true)).isEqualTo(60);
        assertThat(volume.claim(60, true)).isEqualTo(30);
        assertThat(volume.isSpent()).isTrue();
    }
}
