package io.longhaul.core.plan;

import java.util.List;
import java.util.Optional;

/**
 * Why a plan is as it is. Immutable.
 *
 * @param offers the simple alternatives it was compared with
 * @param sentences in short sentences with numbers
 * @param certificate proof that no relay can be faster; empty when one could, or nobody looked
 * @param sensitivity what the verdict hangs on, nearest first
 */
public record Reasons(
        List<Offer> offers,
        List<String> sentences,
        Optional<RelayCertificate> certificate,
        List<Sensitivity> sensitivity) {
    /** Nothing explained. */
    public static final Reasons NONE = new Reasons(List.of(), List.of(), Optional.empty(), List.of());

    public Reasons {
        offers = List.copyOf(offers);
        sentences = List.copyOf(sentences);
        sensitivity = List.copyOf(sensitivity);
    }
}
