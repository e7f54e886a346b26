package io.longhaul.campaign.plan;

import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a campaign may have at most, failures and what is under way included. Immutable.
 *
 * @param whole of all providers together
 * @param time from its first order to its last
 * @param providers those that have limits of their own
 */
public record Budget(Limit whole, Optional<Duration> time, Map<String, Limit> providers) {
    /** No limit at all. */
    public static final Budget NONE = new Budget(Limit.NONE, Optional.empty(), Map.of());

    /**
     * Of money and of payload sent. Immutable.
     *
     * @param money in dollars
     * @param volume octets of payload
     */
    public record Limit(Optional<Money> money, Optional<DataSize> volume) {
        static final Limit NONE = new Limit(Optional.empty(), Optional.empty());

        private void write(FieldWriter out) {
            out.usd("usd", money).bytes("volume_bytes", volume);
        }

        private static Limit read(FieldReader in) {
            return new Limit(in.findUsd("usd"), in.findBytes("volume_bytes"));
        }

        /** Whether so much is within. */
        public boolean allows(Cost cost) {
            return money.map(most -> cost.money().compareTo(most) <= 0).orElse(true)
                    && volume.map(most -> cost.volume().compareTo(most) <= 0).orElse(true);
        }
    }

    /** Its fields in a document. */
    public void write(FieldWriter out) {
        whole.write(out);
        out.seconds("time_s", time).objects("providers", new TreeMap<>(providers).entrySet(), (fields, limit) -> {
            fields.text("provider", limit.getKey());
            limit.getValue().write(fields);
        });
    }

    /** The budget of such fields. */
    public static Budget read(FieldReader in) {
        Map<String, Limit> providers = new TreeMap<>();
        in.objects("providers", each -> providers.put(each.text("provider"), Limit.read(each)));
        return new Budget(Limit.read(in), in.findSeconds("time_s"), providers);
    }

    public Budget {
        providers = Map.copyOf(providers);
    }

    /** Whether it limits money anywhere, so that prices must be known. */
    public boolean limitsMoney() {
        return whole.money().isPresent()
                || providers.values().stream().anyMatch(limit -> limit.money().isPresent());
    }
}
