package io.longhaul.lab.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.lab.faithful.FaithfulLab;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;

/** Also run under JUnit 5.11, by BesideOthersTest of the end-to-end tests. */
@OnLab("study-7")
class OneLabForTheClassTest {
    private static final Set<FaithfulLab> SEEN = new HashSet<>();

    @RepeatedTest(2)
    void everyMethodGetsTheSame(FaithfulLab lab) {
        SEEN.add(lab);
        assertThat(lab.health().interfaces()).containsExactly("lo");
    }

    @AfterEach
    void thereIsOne() {
        assertThat(SEEN).hasSize(1);
    }
}
