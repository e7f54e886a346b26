package io.longhaul.estimator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which links can tell an ingress cap: those from a kind of sender whose rates towards a kind of receiver pile up
 * clearly below what the sender can send. A pile at the sender's own cap says nothing about the receiver.
 */
final class IngressEvidence {
    private static final double BELOW_SENDER = 0.85;

    private IngressEvidence() {}

    private record Direction(String sender, String receiver) {}

    static List<Observation> of(List<Observation> observations, VmCapEstimator egress) {
        Map<Direction, List<Observation>> directions = new HashMap<>();
        for (Observation observation : observations) {
            var direction = new Direction(observation.senderKind(), observation.receiverKind());
            directions.computeIfAbsent(direction, key -> new ArrayList<>()).add(observation);
        }
        return directions.values().stream()
                .filter(members -> pilesUpBelowTheSender(members, egress))
                .flatMap(List::stream)
                .toList();
    }

    private static boolean pilesUpBelowTheSender(List<Observation> members, VmCapEstimator egress) {
        Optional<Double> senders = Medians.of(members.stream()
                .flatMap(member -> egress.of(member.link().from()).stream())
                .map(cap -> (double) cap.value().bitsPerSecond())
                .toList());
        double[] rates = members.stream().mapToDouble(Observation::bps).toArray();
        return Plateau.find(rates)
                .flatMap(plateau -> senders.map(cap -> plateau.level() < BELOW_SENDER * cap))
                .orElse(false);
    }
}
