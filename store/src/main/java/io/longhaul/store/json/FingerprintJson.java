package io.longhaul.store.json;

import io.longhaul.core.measure.RttSummary;
import io.longhaul.core.study.BucketFinding;
import io.longhaul.core.study.BucketFinding.SizeInterval;
import io.longhaul.core.study.Fingerprint;
import io.longhaul.core.units.DataSize;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A fingerprint, {@code longhaul-fingerprint/1}; see {@code docs/formats/studies.md}. The runs behind it are named, not
 * written. Stateless, safe for any thread.
 */
public final class FingerprintJson extends JsonFormat<Fingerprint> {
    private static final int BITS_PER_OCTET = 8;

    public FingerprintJson() {
        super("longhaul-fingerprint/1");
    }

    @Override
    protected void encode(FieldWriter out, Fingerprint print) {
        Quantities.link(out, print.link());
        out.instant("taken", print.taken())
                .object("how", print.how(), FingerprintJson::how)
                .millis("base_rtt_ms", print.baseRtt().flatMap(RttSummary::median))
                .bps("base_bandwidth_bps", print.baseBandwidth())
                .millis("loaded_rtt_ms", print.loadedRtt().flatMap(RttSummary::median))
                .objectOrNull("token_bucket", print.bucket(), FingerprintJson::bucket)
                .bytes("censored_at_bytes", print.censoredAt())
                .integer("mtu_bytes", print.mtu().map(OptionalInt::of).orElse(OptionalInt.empty()))
                .decimal("base_bandwidth_spread", print.spread())
                .objectOrNull("base_rtt", print.baseRtt(), MeasurementJson::rtt)
                .objectOrNull("loaded_rtt", print.loadedRtt(), MeasurementJson::rtt);
        RunFields.encode(out, print.measurements());
    }

    @Override
    protected Fingerprint decode(FieldReader in) {
        OptionalInt mtu = in.findSmallInteger("mtu_bytes");
        return new Fingerprint(
                Quantities.link(in),
                in.instant("taken"),
                in.object("how", FingerprintJson::how),
                in.findObject("base_rtt", MeasurementJson::rtt),
                in.findObject("loaded_rtt", MeasurementJson::rtt),
                in.findBps("base_bandwidth_bps"),
                in.findDecimal("base_bandwidth_spread"),
                in.findObject("token_bucket", FingerprintJson::bucket),
                in.findBytes("censored_at_bytes"),
                mtu.isPresent() ? Optional.of(mtu.getAsInt()) : Optional.empty(),
                List.of());
    }

    private static void how(FieldWriter out, Fingerprint.How how) {
        out.integer("streams", how.streams())
                .bytes("window_bytes", how.window())
                .text("congestion", how.congestion())
                .flag("reverse", how.reverse())
                .seconds("interval_s", how.interval());
    }

    private static Fingerprint.How how(FieldReader in) {
        return new Fingerprint.How(
                in.smallInteger("streams"),
                in.findBytes("window_bytes"),
                in.findText("congestion"),
                in.findFlag("reverse").orElse(false),
                in.seconds("interval_s"));
    }

    private static void bucket(FieldWriter out, BucketFinding bucket) {
        out.bps("high_bps", bucket.high())
                .bps("low_bps", bucket.low())
                .integer("budget_bits", bucket.budget().bits())
                .bps("refill_bps", bucket.refill())
                .object(
                        "ci",
                        bucket,
                        (fields, found) -> fields.objectOrNull("high", found.highInterval(), Quantities::interval)
                                .objectOrNull("low", found.lowInterval(), Quantities::interval)
                                .objectOrNull("budget", found.budgetInterval(), FingerprintJson::bits)
                                .objectOrNull("refill", found.refillInterval(), Quantities::interval));
    }

    private static void bits(FieldWriter out, SizeInterval interval) {
        out.integer("low", interval.low().bits())
                .integer("high", interval.high().bits())
                .decimal("level", interval.level());
    }

    private static SizeInterval bits(FieldReader in) {
        return new SizeInterval(
                DataSize.ofBytes(in.integer("low") / BITS_PER_OCTET),
                DataSize.ofBytes(in.integer("high") / BITS_PER_OCTET),
                in.decimal("level"));
    }

    private static BucketFinding bucket(FieldReader in) {
        Optional<BucketFinding> intervals = in.findObject(
                "ci",
                ci -> new BucketFinding(
                        in.bps("high_bps"),
                        ci.findObject("high", Quantities::interval),
                        in.bps("low_bps"),
                        ci.findObject("low", Quantities::interval),
                        in.bps("refill_bps"),
                        ci.findObject("refill", Quantities::interval),
                        DataSize.ofBytes(in.integer("budget_bits") / BITS_PER_OCTET),
                        ci.findObject("budget", FingerprintJson::bits)));
        return intervals.orElseGet(() -> new BucketFinding(
                in.bps("high_bps"),
                Optional.empty(),
                in.bps("low_bps"),
                Optional.empty(),
                in.bps("refill_bps"),
                Optional.empty(),
                DataSize.ofBytes(in.integer("budget_bits") / BITS_PER_OCTET),
                Optional.empty()));
    }
}
