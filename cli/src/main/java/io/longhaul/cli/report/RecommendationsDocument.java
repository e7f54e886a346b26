package io.longhaul.cli.report;

import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.units.Bandwidth;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The recommendations in the shape of {@code longhaul-recommendations/1}. */
final class RecommendationsDocument {
    private RecommendationsDocument() {}

    static ObjectNode of(Recommendations recommendations) {
        var document = JsonNodeFactory.instance.objectNode();
        document.put("format", "longhaul-recommendations/1");
        document.put("rates", recommendations.rates().id());
        var links = document.putArray("links");
        recommendations.links().forEach(answer -> links.add(link(answer)));
        var summary = document.putObject("summary");
        summary.put("links", recommendations.summary().links());
        summary.put("relay_gain_at_least_1_5", recommendations.summary().relayGainAtLeast1_5());
        var verdicts = summary.putObject("verdicts");
        recommendations.summary().verdicts().forEach((verdict, count) -> verdicts.put(verdict.id(), count));
        return document;
    }

    private static ObjectNode link(Recommendation answer) {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("from", answer.link().from().toString());
        node.put("to", answer.link().to().toString());
        node.put("verdict", answer.verdict().id());
        node.put("direct_bps", answer.direct().bitsPerSecond());
        node.put("best_relay", answer.bestRelay().map(Object::toString).orElse(null));
        node.put("relay_bps", answer.relayRate().map(Bandwidth::bitsPerSecond).orElse(null));
        node.put("gain", boxed(answer.gain()));
        node.put("price_ratio", boxed(answer.priceRatio()));
        node.put(
                "streams_bps",
                answer.streamsRate().map(Bandwidth::bitsPerSecond).orElse(null));
        node.put(
                "second_vm_bps", answer.secondVm().map(Bandwidth::bitsPerSecond).orElse(null));
        node.put("vms", answer.vms());
        node.put("why", answer.why());
        return node;
    }

    private static @Nullable Double boxed(OptionalDouble value) {
        return value.isPresent() ? value.getAsDouble() : null;
    }
}
