package io.longhaul.core.schedule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Every pair of participants exactly once, in the fewest rounds in which nobody takes part twice: n - 1 rounds for an
 * even number of participants, n for an odd one. The circle method of round-robin tournaments. Stateless.
 */
public final class PairRounds {
    private PairRounds() {}

    /**
     * An unordered pair.
     *
     * @param <T> participant
     */
    public record Pair<T>(T first, T second) {}

    /** The rounds; each participant is in at most one pair of a round. */
    public static <T> List<List<Pair<T>>> of(List<T> participants) {
        if (participants.size() < 2) {
            return List.of();
        }
        List<Optional<T>> circle =
                new ArrayList<>(participants.stream().map(Optional::of).toList());
        if (circle.size() % 2 == 1) {
            circle.add(Optional.empty()); // whoever meets it rests
        }
        List<List<Pair<T>>> rounds = new ArrayList<>();
        int size = circle.size();
        for (int round = 0; round < size - 1; round++) {
            List<Pair<T>> pairs = new ArrayList<>();
            for (int i = 0; i < size / 2; i++) {
                Optional<T> second = circle.get(size - 1 - i);
                circle.get(i).ifPresent(one -> second.ifPresent(other -> pairs.add(new Pair<>(one, other))));
            }
            rounds.add(List.copyOf(pairs));
            Collections.rotate(circle.subList(1, size), 1); // the first stays, the others move on
        }
        return List.copyOf(rounds);
    }
}
