package io.longhaul.estimator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Window fits for every pair of VM kinds with the same number of streams, and for all links together. Immutable. */
final class WindowFits {
    private record Group(String sender, String receiver, int streams) {
        static Group of(Observation observation) {
            return new Group(
                    observation.senderKind(),
                    observation.receiverKind(),
                    observation.point().streams());
        }
    }

    private final Map<Group, WindowFit> byKind = new HashMap<>();
    private final Map<Integer, WindowFit> byStreams = new HashMap<>();

    static WindowFits of(List<Observation> observations) {
        var fits = new WindowFits();
        var kinds = new HashMap<Group, List<Observation>>();
        var streams = new HashMap<Integer, List<Observation>>();
        for (Observation observation : observations) {
            kinds.computeIfAbsent(Group.of(observation), key -> new ArrayList<>())
                    .add(observation);
            streams.computeIfAbsent(observation.point().streams(), key -> new ArrayList<>())
                    .add(observation);
        }
        kinds.forEach((group, members) -> WindowFit.find(members).ifPresent(fit -> fits.byKind.put(group, fit)));
        streams.forEach((count, members) -> WindowFit.find(members).ifPresent(fit -> fits.byStreams.put(count, fit)));
        return fits;
    }

    /** The fit that explains this observation, the narrower group first. */
    Optional<WindowFit> explaining(Observation observation) {
        return Optional.ofNullable(byKind.get(Group.of(observation)))
                .filter(fit -> fit.explains(observation))
                .or(() -> Optional.ofNullable(byStreams.get(observation.point().streams()))
                        .filter(fit -> fit.explains(observation)));
    }
}
