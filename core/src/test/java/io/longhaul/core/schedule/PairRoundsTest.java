package io.longhaul.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PairRoundsTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 6, 7, 40})
    void every_pair_meets_once_and_nobody_plays_twice_in_a_round(int n) {
        List<Integer> participants = IntStream.range(0, n).boxed().toList();
        var rounds = PairRounds.of(participants);
        Set<Set<Integer>> met = new HashSet<>();
        for (var round : rounds) {
            Set<Integer> busy = new HashSet<>();
            for (var pair : round) {
                assertThat(busy.add(pair.first()) && busy.add(pair.second())).isTrue();
                assertThat(met.add(Set.of(pair.first(), pair.second()))).isTrue();
            }
        }
        assertThat(met).hasSize(n * (n - 1) / 2);
        assertThat(rounds).hasSize(n < 2 ? 0 : n % 2 == 0 ? n - 1 : n);
    }
}
