package io.longhaul.core.topology;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.Collectors;

/** Advice for a site that is not known: the known ones whose names are nearest by edit distance. Stateless. */
public final class NearestSites {
    private static final int SHOWN = 3;

    private NearestSites() {}

    /** As {@code Maybe you meant aws:us-east-1, aws:us-east-2, aws:eu-west-1?} */
    public static String advice(SiteId wanted, Collection<SiteId> known) {
        if (known.isEmpty()) {
            return "It holds no sites at all: measure or import something first.";
        }
        return "Maybe you meant "
                + known.stream()
                        .sorted(Comparator.comparingInt((SiteId site) -> distance(wanted.toString(), site.toString()))
                                .thenComparing(Comparator.naturalOrder()))
                        .limit(SHOWN)
                        .map(SiteId::toString)
                        .collect(Collectors.joining(", "))
                + "?";
    }

    /** How many characters have to be put in, left out or changed to make one name of another (Levenshtein). */
    public static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(substitution, Math.min(previous[j], row[j - 1]) + 1);
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
