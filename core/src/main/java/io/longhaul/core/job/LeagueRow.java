package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/**
 * What the judge says of one plan of a league. Immutable.
 *
 * @param network its name
 * @param jobs the set the job is of
 * @param job its name
 * @param strategy who planned it
 * @param input what the planner was shown, and with how many streams its plan was carried out
 * @param seconds from the arrival to the end; empty when there was no plan, or it could not be carried out
 * @param dollars egress, and VMs for that time
 * @param relayed octets that were passed on at a site between, over all octets sent
 * @param withoutRelays seconds of the same plan with every flow on its direct way; empty when it has no relay
 * @param planningMillis how long the planner took
 * @param failure why there are no seconds; empty when there are
 */
public record LeagueRow(
        String network,
        String jobs,
        String job,
        String strategy,
        Input input,
        OptionalDouble seconds,
        double dollars,
        double relayed,
        OptionalDouble withoutRelays,
        double planningMillis,
        String failure) {
    /** What a planner was shown. */
    public enum Input {
        /** The network as it is, and carried out so. */
        TRUE("true"),
        /** What one stream shows of each link; carried out with one stream of each VM pair. */
        SINGLE_STREAM("single-stream"),
        /** As that, and carried out with as many streams as pay: where work runs is unchanged. */
        MORE_STREAMS("single-stream-more-streams"),
        /** What one stream shows, and judged as if that were true. */
        BELIEVED("single-stream-believed");

        private final String id;

        Input(String id) {
            this.id = id;
        }

        /** As in files. */
        public String id() {
            return id;
        }

        /**
         * The input of a name.
         *
         * @throws InvalidInputException when there is none of that name
         */
        public static Input ofId(String id) {
            return Arrays.stream(values())
                    .filter(input -> input.id.equals(id))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException(
                            "The input (" + id + ") is not known.",
                            "Write one of "
                                    + Arrays.stream(values()).map(Input::id).collect(Collectors.joining(", ")) + "."));
        }
    }

    /** What is judged once: rows of the same key are the same again. */
    public String key() {
        return String.join("\n", network, jobs, job, strategy, input.id);
    }

    /** The job on its network. */
    public String problem() {
        return String.join("\n", network, jobs, job);
    }

    /** Seconds without relays over those with them; empty when nothing was passed on. */
    public Optional<Double> gainOfRelays() {
        return withoutRelays.isPresent() && seconds.isPresent()
                ? Optional.of(withoutRelays.getAsDouble() / seconds.getAsDouble())
                : Optional.empty();
    }
}
