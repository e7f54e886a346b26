package io.longhaul.cli.command;

import io.longhaul.cli.ExitCode;
import io.longhaul.cli.input.FormatOption;
import io.longhaul.cli.text.Progress;
import io.longhaul.core.measure.FailedMeasurement;
import io.longhaul.core.measure.Measurement;
import io.longhaul.probes.client.Prober;
import io.longhaul.probes.spec.FailureReason;
import io.longhaul.probes.study.Rest;
import io.longhaul.store.json.JsonDocument;
import io.longhaul.store.log.LogOptions;
import io.longhaul.store.log.LogWriter;
import io.longhaul.store.log.MeasurementLog;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * Runs a study from its start to its exit code, the same way for all of them: every run goes to the log as it ends and to the
 * progress; Ctrl-C ends the run under way; the answer is printed as text or JSON with what is known; failed runs are told
 * with the way out.
 */
final class StudyRunner {
    @Option(names = "--into", paramLabel = "LOG", description = "Append every run to this log; made when missing.")
    private @Nullable Path log;

    @Mixin
    private FormatOption format = new FormatOption();

    /**
     * One kind of study. Immutable.
     *
     * @param title for progress
     * @param runs how many it makes at most
     * @param work makes the answer
     * @param json writes it for programs
     * @param text writes it for people
     * @param verdict exit code of a complete study
     */
    record Study<T>(
            String title,
            long runs,
            Work<T> work,
            JsonDocument<T> json,
            Function<T, String> text,
            Function<T, ExitCode> verdict) {
        /** One that is done when it is complete. */
        Study(String title, long runs, Work<T> work, JsonDocument<T> json, Function<T, String> text) {
            this(title, runs, work, json, text, answer -> ExitCode.OK);
        }
    }

    /** Makes an answer with a prober, a way to rest, and somebody who hears of every run. */
    @FunctionalInterface
    interface Work<T> {
        T answer(Prober prober, Rest rest, Consumer<Measurement> done);
    }

    /**
     * Runs it.
     *
     * @return the exit code: incomplete when it was interrupted or runs failed
     * @throws ProbeFailedException when nothing was measured because the runs failed
     */
    <T> int run(CommandSpec spec, Study<T> study) {
        PrintWriter err = spec.commandLine().getErr();
        var made = new ArrayList<Measurement>();
        T answer;
        boolean interrupted;
        try (StudyRun run = new StudyRun();
                Progress progress = Progress.of(study.title(), study.runs(), err)) {
            answer = work(study, run, progress, made, err);
            interrupted = run.isInterrupted();
        }
        List<FailedMeasurement> failed = failures(made);
        boolean nothing = failed.size() == made.size();
        if (nothing && interrupted) {
            err.println("Interrupted before anything was measured.");
            return ExitCode.INCOMPLETE.code();
        }
        if (nothing && !failed.isEmpty()) {
            throw new ProbeFailedException(failed.get(0));
        }
        print(spec, study, answer);
        if (interrupted) {
            err.println("Interrupted: the answer rests on what was measured until then.");
        }
        tell(failed, err);
        if (interrupted) {
            return ExitCode.INCOMPLETE.code();
        }
        ExitCode verdict = study.verdict().apply(answer);
        return (verdict == ExitCode.OK && !failed.isEmpty() ? ExitCode.INCOMPLETE : verdict).code();
    }

    /** A log that is named is open only as long as the study runs. */
    private <T> T work(Study<T> study, StudyRun run, Progress progress, List<Measurement> made, PrintWriter err) {
        Optional<LogWriter> writer = Optional.ofNullable(log)
                .map(path -> MeasurementLog.at(path)
                        .openWriter(LogOptions.DEFAULT, warning -> err.println(warning.message())));
        try {
            return study.work().answer(run.prober(), run.rest(), measurement -> {
                writer.ifPresent(open -> open.append(measurement));
                made.add(measurement);
                progress.at(made.size(), RunLine.of(measurement));
            });
        } finally {
            writer.ifPresent(LogWriter::close);
        }
    }

    private <T> void print(CommandSpec spec, Study<T> study, T answer) {
        PrintWriter out = spec.commandLine().getOut();
        if (format.isJson()) {
            out.print(study.json().toJson(answer));
        } else {
            out.println(study.text().apply(answer));
        }
        out.flush();
    }

    private static List<FailedMeasurement> failures(List<Measurement> made) {
        return made.stream()
                .filter(FailedMeasurement.class::isInstance)
                .map(FailedMeasurement.class::cast)
                .toList();
    }

    private static void tell(List<FailedMeasurement> failed, PrintWriter err) {
        failed.stream()
                .filter(run -> !run.reason().equals(FailureReason.CANCELLED.id()))
                .map(ProbeFailedException::new)
                .map(failure -> failure.message() + System.lineSeparator() + "  " + failure.advice())
                .distinct()
                .forEach(err::println);
    }
}
