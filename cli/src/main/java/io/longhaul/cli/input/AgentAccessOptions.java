package io.longhaul.cli.input;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessFiles;
import io.longhaul.probes.spec.AccessToken;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Who may use an agent. Files are read again when they change. */
public final class AgentAccessOptions {
    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description = {
                "File with the token clients must know, or with lines NAME ROLE TOKEN,",
                "where a role is client or coordinator; " + AccessToken.VARIABLE + " serves as well."
            })
    private @Nullable Path tokenFile;

    @Mixin
    private TlsOptions tls = new TlsOptions();

    @Option(
            names = "--tls-names",
            paramLabel = "FILE",
            description =
                    "Lines ROLE NAME: only certificates with one of these names are let in; *.example.org will do.")
    private @Nullable Path names;

    @Option(
            names = "--tls-revoked",
            paramLabel = "FILE",
            description = "Revoked certificates (CRL, PEM): they are not let in.")
    private @Nullable Path revoked;

    /**
     * As the files say it, whenever it is asked.
     *
     * @throws InvalidInputException when a file cannot be used
     */
    public Supplier<Access> access() {
        var files = new ArrayList<Path>(tls.files());
        Path known = names != null ? names : tls.names().orElse(null);
        for (Path file : new Path[] {tokenFile, known, revoked}) {
            if (file != null) {
                files.add(file);
            }
        }
        if (tls.files().isEmpty() && (names != null || revoked != null)) {
            throw new InvalidInputException(
                    "Names and revoked certificates mean nothing without TLS.",
                    "Give --tls-cert, --tls-key and --tls-ca.");
        }
        Optional<AccessToken> ofEnvironment = AccessToken.ofEnvironment(System.getenv());
        return new AccessFiles(files, () -> read(known, ofEnvironment), System::nanoTime);
    }

    private Access read(@Nullable Path known, Optional<AccessToken> ofEnvironment) {
        List<Access.Token> tokens = tokenFile != null
                ? Access.tokensOf(tokenFile)
                : Access.of(ofEnvironment, Optional.empty()).tokens();
        return new Access(
                tokens,
                tls.identity(),
                known == null ? List.of() : Access.namesOf(known),
                revoked == null ? List.of() : Access.revokedOf(revoked));
    }
}
