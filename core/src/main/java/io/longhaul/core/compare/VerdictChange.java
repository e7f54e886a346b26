package io.longhaul.core.compare;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A verdict of the older snapshot, judged on the newer one. Immutable.
 *
 * @param link the link
 * @param before verdict then
 * @param after verdict now
 * @param relay the relay recommended then; empty when none was
 * @param gainBefore what it gained then over the direct rate
 * @param gainAfter what the same relay gains now; below 1 it loses; empty when a leg is not known any more
 */
public record VerdictChange(
        Link link,
        Verdict before,
        Verdict after,
        Optional<SiteId> relay,
        OptionalDouble gainBefore,
        OptionalDouble gainAfter) {

    /**
     * The links in both whose verdict differs, or whose relay of then is worth less than the direct way now, because their
     * rate changed, or that of a leg of the relay: a verdict that tips over on the same rates was never firm.
     *
     * @param changed the links whose rate changed
     */
    public static List<VerdictChange> between(Recommendations older, Recommendations newer, Set<Link> changed) {
        Map<Link, Recommendation> now = new HashMap<>();
        newer.links().forEach(answer -> now.put(answer.link(), answer));
        List<VerdictChange> changes = new ArrayList<>();
        for (Recommendation then : older.links()) {
            Recommendation later = now.get(then.link());
            if (later != null) {
                VerdictChange change = of(then, later, now);
                if (!change.holds() && change.links().anyMatch(changed::contains)) {
                    changes.add(change);
                }
            }
        }
        return List.copyOf(changes);
    }

    private static VerdictChange of(Recommendation then, Recommendation later, Map<Link, Recommendation> now) {
        Optional<SiteId> relay = then.verdict() == Verdict.RELAY ? then.bestRelay() : Optional.empty();
        OptionalDouble gain = relay.flatMap(site -> rate(
                                now, new Link(then.link().from(), site))
                        .flatMap(first -> rate(now, new Link(site, then.link().to()))
                                .flatMap(second -> later.direct()
                                        .map(direct -> OptionalDouble.of(
                                                first.min(second).dividedBy(direct))))))
                .orElseGet(OptionalDouble::empty);
        return new VerdictChange(
                then.link(),
                then.verdict(),
                later.verdict(),
                relay,
                relay.isPresent() ? then.gain() : OptionalDouble.empty(),
                gain);
    }

    private Stream<Link> links() {
        return Stream.concat(
                Stream.of(link),
                relay.stream().flatMap(site -> Stream.of(new Link(link.from(), site), new Link(site, link.to()))));
    }

    private static Optional<Bandwidth> rate(Map<Link, Recommendation> answers, Link link) {
        return Optional.ofNullable(answers.get(link)).flatMap(Recommendation::direct);
    }

    /** Whether what was advised then may still be done: the same verdict, and a relay that still gains. */
    public boolean holds() {
        return before == after && (relay.isEmpty() || gainAfter.orElse(0) >= 1);
    }
}
