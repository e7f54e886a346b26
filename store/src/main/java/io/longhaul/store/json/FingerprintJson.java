package io.longhaul.store.json;

import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.BucketFinding.SizeInterval;
import io.longhaul.core.study.Fingerprint;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A fingerprint, {@code longhaul-fingerprint/1}; see {@code docs/formats/studies.md}. The runs behind it are named, not
 * written. Stateless, safe for any thread.
 */
public final class FingerprintJson extends JsonFormat<Fingerprint> {
    private static final RecordFields<Fingerprint.How> HOW = RecordFields.of(Fingerprint.How.class)
            .plain("streams", "window_bytes", "congestion")
            .plainOr("reverse", false)
            .plain("interval_s");

    private static final RecordFields<SizeInterval> SIZES =
            RecordFields.of(SizeInterval.class).inBits().plain("low", "high", "level");

    public FingerprintJson() {
        super("longhaul-fingerprint/1");
    }

    @Override
    protected void encode(FieldWriter out, Fingerprint print) {
        Quantities.link(out, print.link());
        out.instant("taken", print.taken())
                .object("how", print.how(), HOW::write)
                .millis("base_rtt_ms", print.baseRtt().flatMap(RttSummary::median))
                .bps("base_bandwidth_bps", print.baseBandwidth())
                .millis("loaded_rtt_ms", print.loadedRtt().flatMap(RttSummary::median))
                .objectOrNull("token_bucket", print.bucket(), FingerprintJson::bucket)
                .bytes("censored_at_bytes", print.censoredAt())
                .integer("mtu_bytes", print.mtu().map(OptionalInt::of).orElse(OptionalInt.empty()))
                .decimal("base_bandwidth_spread", print.spread())
                .objectOrNull("base_rtt", print.baseRtt(), MeasurementFields.RTT::write)
                .objectOrNull("loaded_rtt", print.loadedRtt(), MeasurementFields.RTT::write);
        RunFields.encode(out, print.measurements());
    }

    @Override
    protected Fingerprint decode(FieldReader in) {
        OptionalInt mtu = in.findSmallInteger("mtu_bytes");
        return new Fingerprint(
                Quantities.link(in),
                in.instant("taken"),
                in.object("how", HOW::read),
                in.findObject("base_rtt", MeasurementFields.RTT::read),
                in.findObject("loaded_rtt", MeasurementFields.RTT::read),
                in.findBps("base_bandwidth_bps"),
                in.findDecimal("base_bandwidth_spread"),
                in.findObject("token_bucket", FingerprintJson::bucket),
                in.findBytes("censored_at_bytes"),
                mtu.isPresent() ? Optional.of(mtu.getAsInt()) : Optional.empty(),
                List.of());
    }

    private static void bucket(FieldWriter out, BucketFinding bucket) {
        out.bps("high_bps", bucket.high())
                .bps("low_bps", bucket.low())
                .bits("budget_bits", bucket.budget())
                .bps("refill_bps", bucket.refill())
                .object(
                        "ci",
                        bucket,
                        (fields, found) -> fields.objectOrNull("high", found.highInterval(), Quantities.RATES::write)
                                .objectOrNull("low", found.lowInterval(), Quantities.RATES::write)
                                .objectOrNull("budget", found.budgetInterval(), SIZES::write)
                                .objectOrNull("refill", found.refillInterval(), Quantities.RATES::write));
    }

    private static BucketFinding bucket(FieldReader in) {
        Optional<BucketFinding> intervals = in.findObject(
                "ci",
                ci -> new BucketFinding(
                        in.bps("high_bps"),
                        ci.findObject("high", Quantities.RATES::read),
                        in.bps("low_bps"),
                        ci.findObject("low", Quantities.RATES::read),
                        in.bps("refill_bps"),
                        ci.findObject("refill", Quantities.RATES::read),
                        in.bits("budget_bits"),
                        ci.findObject("budget", SIZES::read)));
        return intervals.orElseGet(() -> new BucketFinding(
                in.bps("high_bps"),
                Optional.empty(),
                in.bps("low_bps"),
                Optional.empty(),
                in.bps("refill_bps"),
                Optional.empty(),
                in.bits("budget_bits"),
                Optional.empty()));
    }
}
