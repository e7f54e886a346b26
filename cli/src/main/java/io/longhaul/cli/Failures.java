package io.longhaul.cli;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.store.json.ErrorJson;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.time.DateTimeException;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns what went wrong into a message with its way out, as text or as JSON, and into an exit code. */
final class Failures {
    /** Values refuse what they cannot be; what no option and no reader refused before them ends here. */
    private static final String HOSTILE =
            "Look for a value that is far too large or small, in the options and the files.";

    private Failures() {}

    static int ofUsage(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        String advice = "See " + command.getCommandSpec().qualifiedName() + " --help.";
        List<String> guesses =
                failure instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        if (!guesses.isEmpty()) {
            advice = "Maybe you meant " + guesses.get(0).strip() + "? " + advice;
        }
        if (failure.getCause() instanceof LonghaulException cause) {
            return tell(command, wantsJson(arguments), cause.message(), cause.advice(), ExitCode.USAGE);
        }
        return tell(command, wantsJson(arguments), messageOf(failure), advice, ExitCode.USAGE);
    }

    static int ofRunning(Exception failure, CommandLine command, ParseResult parsed) {
        boolean json = parsed != null && wantsJson(parsed.originalArgs().toArray(new String[0]));
        if (failure instanceof InvalidInputException invalid) {
            return tell(command, json, invalid.message(), invalid.advice(), ExitCode.USAGE);
        }
        if (failure instanceof LonghaulException known) {
            return tell(command, json, known.message(), known.advice(), ExitCode.FAILED);
        }
        if (failure instanceof IOException || failure instanceof UncheckedIOException) {
            return tell(
                    command, json, messageOf(failure), "Check the file or the connection it names.", ExitCode.FAILED);
        }
        if (failure instanceof IllegalArgumentException || failure instanceof DateTimeException) {
            return tell(command, json, "This cannot be: " + messageOf(failure) + ".", HOSTILE, ExitCode.USAGE);
        }
        if (failure instanceof ArithmeticException) {
            return tell(
                    command,
                    json,
                    "A number is too large to count with: " + messageOf(failure) + ".",
                    HOSTILE,
                    ExitCode.USAGE);
        }
        failure.printStackTrace(command.getErr());
        return tell(
                command,
                json,
                "Longhaul itself failed: " + failure,
                "This is a defect; please report it.",
                ExitCode.FAILED);
    }

    private static String messageOf(Exception failure) {
        return Objects.requireNonNullElse(failure.getMessage(), failure.toString());
    }

    /** The whole line decides, since a line that cannot be parsed has no parsed options. */
    private static boolean wantsJson(String[] arguments) {
        for (int i = 0; i < arguments.length; i++) {
            boolean next = i + 1 < arguments.length && arguments[i + 1].equalsIgnoreCase("json");
            if (arguments[i].equalsIgnoreCase("--format=json") || (arguments[i].equals("--format") && next)) {
                return true;
            }
        }
        return false;
    }

    private static int tell(CommandLine command, boolean json, String message, String advice, ExitCode code) {
        PrintWriter err = command.getErr();
        if (json) {
            err.println(new ErrorJson().toJsonLine(new ErrorJson.Failure(message, advice)));
        } else {
            err.println(message);
            if (!advice.isEmpty()) {
                err.println("  " + advice);
            }
        }
        err.flush();
        return code.code();
    }
}
