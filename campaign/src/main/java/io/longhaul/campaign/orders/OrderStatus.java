package io.longhaul.campaign.orders;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.measure.Measurement;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.FieldWriter;
import io.longhaul.store.json.JsonFormat;
import io.longhaul.store.json.MeasurementJson;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * How an order stands at its agent. Immutable.
 *
 * @param id of the order
 * @param state of it
 * @param result what came of it, also when it failed; empty until it is done, and once it was fetched and put away
 */
public record OrderStatus(String id, State state, Optional<OrderResult> result) {
    /** How far an order is. An order goes down this list and never up. */
    public enum State {
        /** Its time has not come. */
        WAITING,
        RUNNING,
        /** It has its measurement. */
        DONE,
        /** It has run, and its measurement was fetched and put away. */
        CLOSED,
        /** It was taken back before it came, and will never run. */
        VOID;

        /** The name in files. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        static State ofId(String id) {
            return Arrays.stream(values())
                    .filter(state -> state.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException(
                            "The state of an order (" + id.length() + " characters) is not known.",
                            "Agent and coordinator may be of different versions."));
        }
    }

    /** {@code longhaul-order-status/1}; see {@code docs/formats/orders.md}. */
    public static final JsonFormat<OrderStatus> JSON = new Json();

    public OrderStatus {
        Ids.checked("order", id);
        if (result.isPresent() != (state == State.DONE)) {
            throw new InvalidInputException(
                    "An order that is " + state.id() + " has " + (result.isPresent() ? "a" : "no") + " measurement.",
                    "Those that are done have one, and no others.");
        }
    }

    /** The measurement that has the order's id. */
    public Optional<Measurement> measurement() {
        return result.map(OrderResult::first);
    }

    private static final class Json extends JsonFormat<OrderStatus> {
        private static final MeasurementJson MEASUREMENT = new MeasurementJson();

        Json() {
            super("longhaul-order-status/1");
        }

        @Override
        protected void encode(FieldWriter out, OrderStatus status) {
            out.text("id", status.id)
                    .text("state", status.state.id())
                    .document("measurement", status.measurement(), MEASUREMENT);
            status.result
                    .filter(result -> !result.more().isEmpty() || result.study().isPresent())
                    .ifPresent(result ->
                            out.documents("more", result.more(), MEASUREMENT).json("study", result.study()));
        }

        @Override
        protected OrderStatus decode(FieldReader in) {
            return new OrderStatus(
                    in.text("id"),
                    State.ofId(in.text("state")),
                    in.findDocument("measurement", MEASUREMENT)
                            .map(first -> new OrderResult(
                                    first,
                                    in.has("more") ? in.documents("more", MEASUREMENT) : List.of(),
                                    in.findJson("study"))));
        }
    }
}
