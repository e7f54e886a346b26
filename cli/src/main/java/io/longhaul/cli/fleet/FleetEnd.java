package io.longhaul.cli.fleet;

import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.cli.ExitCode;
import io.longhaul.cli.Interruption;
import io.longhaul.cli.input.CloudAccountOptions;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import io.longhaul.probes.spec.TlsIdentity;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code --fleet FILE}: a fleet that is taken down when the command ends, whatever it ends with. Confined to one thread. */
public final class FleetEnd {
    @Option(
            names = "--fleet",
            paramLabel = "FILE",
            description = "This fleet is measured from: its coordinator's certificate is shown unless --identity is"
                    + " given, and it is taken down at the end, be it success, failure or Ctrl-C.")
    private @Nullable Path file;

    @Option(
            names = "--fleet-state",
            paramLabel = "FOLDER",
            description = "The fleet's journal and certificates (default: NAME.fleet beside its file).")
    private @Nullable Path state;

    @Mixin
    private CloudAccountOptions account = new CloudAccountOptions();

    /**
     * Works, and takes the fleet down after that.
     *
     * @param work gets the coordinator's certificate where the fleet has one, and returns the code of its end
     * @return that code, or 1 when something of the fleet is left
     * @throws InvalidInputException when there is no such fleet
     */
    public int after(ToIntFunction<Optional<TlsIdentity>> work, PrintWriter err) {
        if (file == null) {
            return work.applyAsInt(Optional.empty());
        }
        try (var session = new FleetSession(file, Optional.ofNullable(state), account, err)) {
            if (!session.state().isOpen()) {
                throw new InvalidInputException(
                        "There is no fleet " + session.fleet().name() + " in " + session.folder() + ".",
                        "Raise it: longhaul fleet up " + file + "; or leave --fleet out.");
            }
            boolean gone = false;
            int code = ExitCode.FAILED.code();
            try (Interruption ignored = Interruption.calling(() -> {}, FleetSession.PATIENCE)) {
                try {
                    Path own = FleetAgents.coordinator(session.folder());
                    code = work.applyAsInt(
                            Files.isDirectory(own)
                                    ? Optional.of(CertificateAuthority.identity(own))
                                    : Optional.empty());
                } finally {
                    gone = down(session, err);
                }
            }
            return gone ? code : ExitCode.FAILED.code();
        }
    }

    /** How long a command that was told to end may take for it: an end that is cut short leaves the fleet where it is. */
    public Interruption interruption(Runnable stop) {
        return file == null ? Interruption.calling(stop) : Interruption.calling(stop, FleetSession.PATIENCE);
    }

    private boolean down(FleetSession session, PrintWriter err) {
        err.println("The fleet " + session.fleet().name() + " is taken down. This takes a few minutes.");
        err.flush();
        boolean interrupted = Thread.interrupted();
        boolean gone = false;
        try {
            gone = session.down(session.actor(), FleetSession.PATIENCE);
            err.println(FleetText.of(session.status()));
        } catch (LonghaulException e) {
            err.println(e.message() + " " + e.advice());
        } catch (InterruptedException ending) {
            interrupted = true;
        }
        if (!gone) {
            err.println("Something of it may be left, until its lease ends. Call: longhaul fleet down " + file);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return gone;
    }
}
