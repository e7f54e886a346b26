package io.longhaul.campaign.plan;

import io.longhaul.core.schedule.PairRounds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Pairs in rounds in which nobody sends twice and nobody receives twice. Senders and receivers are the two sides of a bipartite graph,
 * and by König's theorem as many rounds are enough as one agent has pairs to send or to receive in, which is also the least. Each pair
 * takes a colour that both ends have free, after turning an alternating path where they have none in common. Time O(pairs x agents).
 * Stateless.
 */
final class EdgeColouring {
    private static final int FREE = -1;

    private EdgeColouring() {}

    /** In as few rounds as there can be. */
    static List<List<Pair>> of(List<Pair> pairs) {
        Map<String, Integer> senders = new HashMap<>();
        Map<String, Integer> receivers = new HashMap<>();
        int[] from = new int[pairs.size()];
        int[] to = new int[pairs.size()];
        for (int i = 0; i < from.length; i++) {
            Pair pair = pairs.get(i);
            from[i] = number(senders, pair.from().name());
            to[i] = number(receivers, pair.to().name());
        }
        int colours = Math.max(most(from, senders.size()), most(to, receivers.size()));
        int[] colourOf = colour(from, to, new Tables(senders.size(), receivers.size(), colours));
        List<List<Pair>> rounds = new ArrayList<>();
        for (int i = 0; i < colours; i++) {
            rounds.add(new ArrayList<>());
        }
        for (int i = 0; i < colourOf.length; i++) {
            rounds.get(colourOf[i]).add(pairs.get(i));
        }
        return rounds;
    }

    /** In rounds in which an agent takes part once, whichever its end: those of a tournament, without what is not asked for. */
    static List<List<Pair>> whole(List<Pair> pairs) {
        Map<String, Pair> asked = new HashMap<>();
        pairs.forEach(pair -> asked.put(pair.toString(), pair));
        List<Participant> agents = pairs.stream()
                .flatMap(pair -> List.of(pair.from(), pair.to()).stream())
                .distinct()
                .toList();
        List<List<Pair>> rounds = new ArrayList<>();
        for (List<PairRounds.Pair<Participant>> meeting : PairRounds.of(agents)) {
            List<Pair> there = new ArrayList<>();
            List<Pair> back = new ArrayList<>();
            for (PairRounds.Pair<Participant> two : meeting) {
                Pair one = asked.get(new Pair(two.first(), two.second()).toString());
                Pair other = asked.get(new Pair(two.second(), two.first()).toString());
                // a pair of which one direction is asked for takes the first turn
                Pair first = one != null ? one : other;
                if (first != null) {
                    there.add(first);
                }
                if (one != null && other != null) {
                    back.add(other);
                }
            }
            rounds.add(there);
            rounds.add(back);
        }
        rounds.removeIf(List::isEmpty);
        return rounds;
    }

    private static int number(Map<String, Integer> numbers, String name) {
        return numbers.computeIfAbsent(name, any -> numbers.size());
    }

    private static int most(int[] ends, int count) {
        int[] degree = new int[count];
        int most = 0;
        for (int end : ends) {
            most = Math.max(most, ++degree[end]);
        }
        return most;
    }

    /** Which edge has a colour at an end. */
    private static final class Tables {
        final int[][] atSender;
        final int[][] atReceiver;

        Tables(int senders, int receivers, int colours) {
            atSender = free(senders, colours);
            atReceiver = free(receivers, colours);
        }

        private static int[][] free(int ends, int colours) {
            int[][] table = new int[ends][colours];
            for (int[] row : table) {
                Arrays.fill(row, FREE);
            }
            return table;
        }
    }

    private static int[] colour(int[] from, int[] to, Tables tables) {
        int[] colourOf = new int[from.length];
        for (int edge = 0; edge < from.length; edge++) {
            int[] sender = tables.atSender[from[edge]];
            int[] receiver = tables.atReceiver[to[edge]];
            int both = freeInBoth(sender, receiver);
            if (both == FREE) {
                both = free(sender);
                turn(from, to, tables, colourOf, to[edge], both, free(receiver));
            }
            colourOf[edge] = both;
            sender[both] = edge;
            receiver[both] = edge;
        }
        return colourOf;
    }

    private static int freeInBoth(int[] sender, int[] receiver) {
        for (int colour = 0; colour < sender.length; colour++) {
            if (sender[colour] == FREE && receiver[colour] == FREE) {
                return colour;
            }
        }
        return FREE;
    }

    private static int free(int[] end) {
        for (int colour = 0; colour < end.length; colour++) {
            if (end[colour] == FREE) {
                return colour;
            }
        }
        throw new IllegalStateException("an end has more pairs than colours");
    }

    /**
     * Swaps two colours along the path that begins at a receiver with the first of them, so that the first is free there. The path cannot
     * come to the sender in question, where the first is free: it comes to senders by edges of the first colour only.
     */
    private static void turn(int[] from, int[] to, Tables tables, int[] colourOf, int receiver, int first, int second) {
        List<Integer> path = new ArrayList<>();
        int edge = tables.atReceiver[receiver][first];
        boolean atSender = true;
        int colour = first;
        while (edge != FREE) {
            path.add(edge);
            colour = colour == first ? second : first;
            edge = atSender ? tables.atSender[from[edge]][colour] : tables.atReceiver[to[edge]][colour];
            atSender = !atSender;
        }
        for (int one : path) {
            tables.atSender[from[one]][colourOf[one]] = FREE;
            tables.atReceiver[to[one]][colourOf[one]] = FREE;
        }
        for (int one : path) {
            colourOf[one] = colourOf[one] == first ? second : first;
            tables.atSender[from[one]][colourOf[one]] = one;
            tables.atReceiver[to[one]][colourOf[one]] = one;
        }
    }
}
