package io.longhaul.store.json;

import io.longhaul.core.estimate.BindingLimit;
import io.longhaul.core.estimate.LinkEstimate;
import io.longhaul.core.estimate.RatePoint;
import io.longhaul.core.estimate.RateSpread;
import io.longhaul.core.estimate.RttEstimate;
import io.longhaul.core.estimate.Stability;
import io.longhaul.core.units.Bandwidth;

/** The fields of one link of a snapshot. Stateless. */
final class LinkFields {
    private LinkFields() {}

    static void encode(FieldWriter out, LinkEstimate link) {
        Quantities.link(out, link.link());
        out.objectOrNull("rtt_ms", link.rtt(), LinkFields::rtt)
                .bps("single_flow_bps", link.singleFlow())
                .objects("rates", link.rates(), LinkFields::rate)
                .bps("path_cap_bps", link.pathCap())
                .text("single_flow_limit", link.singleFlowLimit().id())
                .text("limit", link.limit().id())
                .decimal("limit_certainty", link.certainty())
                .texts("evidence", link.evidence())
                .flag("stable", link.stable())
                .integer("repetitions_needed", link.repetitionsNeeded())
                .objectOrNull("stability", link.stability(), LinkFields::stability)
                .instant("as_of", link.asOf());
    }

    static LinkEstimate decode(FieldReader in) {
        return new LinkEstimate(
                Quantities.link(in),
                in.findObject("rtt_ms", LinkFields::rtt),
                in.findBps("single_flow_bps"),
                in.objects("rates", LinkFields::rate),
                in.findBps("path_cap_bps"),
                in.findText("single_flow_limit").map(BindingLimit::ofId).orElse(BindingLimit.NOT_IDENTIFIED),
                in.findText("limit").map(BindingLimit::ofId).orElse(BindingLimit.NOT_IDENTIFIED),
                in.findDecimal("limit_certainty"),
                in.texts("evidence"),
                in.findFlag("stable"),
                in.findSmallInteger("repetitions_needed"),
                in.findObject("stability", LinkFields::stability),
                in.instant("as_of"));
    }

    private static void rate(FieldWriter out, RatePoint rate) {
        out.integer("streams", rate.streams())
                .bytes("window_bytes", rate.window())
                .bps("sent_bps", rate.sent())
                .bps("received_bps", rate.received())
                .bps("steady_bps", rate.steady())
                .bps("corrected_bps", rate.corrected())
                .objectOrNull("ci", rate.interval(), Quantities::interval)
                .integer("samples", rate.samples())
                .objectOrNull("spread", rate.spread(), LinkFields::spread)
                .integers(
                        "run_bps",
                        rate.rates().stream().map(Bandwidth::bitsPerSecond).toList())
                .instant("as_of", rate.asOf())
                .text("no_ci_because", rate.whyNoInterval());
    }

    private static RatePoint rate(FieldReader in) {
        return new RatePoint(
                in.smallInteger("streams"),
                in.findBytes("window_bytes"),
                in.findBps("sent_bps"),
                in.findBps("received_bps"),
                in.findBps("steady_bps"),
                in.findBps("corrected_bps"),
                in.findObject("ci", Quantities::interval),
                in.smallInteger("samples"),
                in.longs("run_bps").stream().map(Bandwidth::new).toList(),
                in.findInstant("as_of"),
                in.findText("no_ci_because"));
    }

    private static void spread(FieldWriter out, RateSpread spread) {
        out.bps("low", spread.low()).bps("high", spread.high()).decimal("cov", spread.coefficientOfVariation());
    }

    private static void rtt(FieldWriter out, RttEstimate rtt) {
        out.millis("median", rtt.median())
                .millis("p95", rtt.p95())
                .objectOrNull(
                        "ci",
                        rtt.interval(),
                        (fields, ci) -> fields.millis("low", ci.low())
                                .millis("high", ci.high())
                                .decimal("level", ci.level()))
                .integer("samples", rtt.samples())
                .instant("as_of", rtt.asOf())
                .text("no_ci_because", rtt.whyNoInterval());
    }

    private static RttEstimate rtt(FieldReader in) {
        return new RttEstimate(
                in.millis("median"),
                in.findMillis("p95"),
                in.findObject(
                        "ci", ci -> new RttEstimate.Range(ci.millis("low"), ci.millis("high"), ci.decimal("level"))),
                in.findSmallInteger("samples").orElse(0),
                in.findInstant("as_of"),
                in.findText("no_ci_because"));
    }

    private static void stability(FieldWriter out, Stability stability) {
        out.integer("runs", stability.runs())
                .seconds("span_s", stability.span())
                .decimal("cov", stability.coefficientOfVariation())
                .decimal("hour_of_day_p", stability.hourOfDay())
                .decimal("day_of_week_p", stability.dayOfWeek())
                .texts("notes", stability.notes());
    }

    private static Stability stability(FieldReader in) {
        return new Stability(
                in.smallInteger("runs"),
                in.seconds("span_s"),
                in.decimal("cov"),
                in.findDecimal("hour_of_day_p"),
                in.findDecimal("day_of_week_p"),
                in.texts("notes"));
    }
}
