package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * One step of a job: it takes its inputs, computes, and has an output, spread over the sites as its work is. Immutable.
 *
 * @param name tells it from other stages and from datasets
 * @param kind how its inputs reach it
 * @param inputs names of datasets and of other stages
 * @param selectivity octets of output for one of input; unused where {@code output} is known
 * @param output octets of output; empty when they follow from the input
 * @param perGigabyte time that 10^9 octets of input take on one slot; zero when computing does not grow with octets
 * @param tasks how many tasks it is made of; 0 when that is not known. Shares need not be whole tasks
 * @param perTask time that each task takes on a slot besides
 * @param at where it has to run; empty when that is free
 */
public record Stage(
        String name,
        Kind kind,
        List<String> inputs,
        double selectivity,
        Optional<DataSize> output,
        Duration perGigabyte,
        int tasks,
        Duration perTask,
        Optional<SiteId> at) {
    /** How the inputs of a stage reach it. */
    public enum Kind {
        /** Works where its input lies, or where that is moved to. */
        READ,
        /** Every site sends each site as much of its octets as the share of the stage that runs there. */
        SHUFFLE,
        /** As a shuffle, of two inputs or more. */
        JOIN,
        /** As a shuffle to one site. */
        AGGREGATE,
        /** Its first input is read; the others go whole to every site where the stage runs. */
        BROADCAST,
        /** Everything goes to one given site. */
        WRITE,
        /**
         * Runs where its input lies, in the same shares. Every site gets the sum of what all others have: parts that mean the
         * same values, as the updates of a model, so that a sum is as large as the largest of its parts.
         */
        EXCHANGE;

        /** As in files: {@code shuffle}. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * The kind of a name.
         *
         * @throws InvalidInputException when there is none of that name
         */
        public static Kind ofId(String id) {
            return Arrays.stream(values())
                    .filter(kind -> kind.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new InvalidInputException(
                            "The kind of stage (" + id + ") is not known.",
                            "Write one of "
                                    + Arrays.stream(values()).map(Kind::id).collect(Collectors.joining(", ")) + "."));
        }
    }

    public Stage {
        inputs = List.copyOf(inputs);
        require(!inputs.isEmpty(), "The stage " + name + " has no input.", "Name a dataset or another stage.");
        require(
                inputs.stream().distinct().count() == inputs.size(),
                "The stage " + name + " names an input twice.",
                "Name each once.");
        require(
                (kind != Kind.JOIN && kind != Kind.BROADCAST) || inputs.size() > 1,
                "The stage " + name + " is a " + kind.id() + " of one input.",
                "Name two, or make it a shuffle.");
        require(
                selectivity >= 0 && selectivity < Double.POSITIVE_INFINITY,
                "The selectivity of the stage " + name + " (" + selectivity + ") is not a number of zero or more.",
                "Say octets of output for one of input, as 0.1.");
        require(
                !perGigabyte.isNegative(),
                "The stage " + name + " computes in less than no time (" + perGigabyte + ").",
                "Give zero or more seconds a GB.");
        require(tasks >= 0, "The stage " + name + " has " + tasks + " tasks.", "Give zero or more.");
        require(
                !perTask.isNegative() && (perTask.isZero() || tasks > 0),
                "The tasks of the stage " + name + " take " + perTask + " each, and it has " + tasks + ".",
                "Give tasks, and zero or more seconds for each.");
        require(
                (kind == Kind.WRITE) == at.isPresent(),
                kind == Kind.WRITE
                        ? "The stage " + name + " writes, and does not say where."
                        : "The stage " + name + " says where it runs, and is no write.",
                "Name a site for each write, and for no other stage.");
    }

    /** A stage whose computing goes by octets alone. */
    public Stage(
            String name,
            Kind kind,
            List<String> inputs,
            double selectivity,
            Optional<DataSize> output,
            Duration perGigabyte,
            Optional<SiteId> at) {
        this(name, kind, inputs, selectivity, output, perGigabyte, 0, Duration.ZERO, at);
    }

    private static void require(boolean holds, String message, String advice) {
        if (!holds) {
            throw new InvalidInputException(message, advice);
        }
    }

    /** Whether it needs a slot wherever it runs. */
    public boolean computes() {
        return !perGigabyte.isZero() || !perTask.isZero();
    }

    /** Whether each of its sites gets its share of every site's octets. */
    public boolean isShuffled() {
        return kind == Kind.SHUFFLE || kind == Kind.JOIN || kind == Kind.AGGREGATE;
    }
}
