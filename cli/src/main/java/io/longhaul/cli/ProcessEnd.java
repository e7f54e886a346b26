package io.longhaul.cli;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntSupplier;

/**
 * Ends the process with a command's exit code, also when the user pressed Ctrl-C and the command heard it ({@link
 * Interruption}): it may then say what it knows first. A command that does not hear it ends at once, as any program.
 */
final class ProcessEnd {
    /** For what is said after the clean-up. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ProcessEnd() {}

    /** Runs the command and leaves the process. */
    static void after(IntSupplier command) {
        var code = new CompletableFuture<Integer>();
        var hook = new Thread(() -> awaitAnswer(code), "process-end");
        Runtime.getRuntime().addShutdownHook(hook);
        code.complete(command.getAsInt());
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException interrupted) {
            // the hook ends the process
            return;
        }
        System.exit(code.join());
    }

    private static void awaitAnswer(CompletableFuture<Integer> code) {
        Optional<Duration> heard = Interruption.patience();
        if (heard.isEmpty()) {
            return;
        }
        int known = ExitCode.FAILED.code();
        try {
            known = code.get(heard.get().plus(PATIENCE).toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException late) {
            // it had its time
        }
        Runtime.getRuntime().halt(known);
    }
}
