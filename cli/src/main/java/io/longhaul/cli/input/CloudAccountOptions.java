package io.longhaul.cli.input;

import io.longhaul.clouds.CloudAccess;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which account of a cloud a command uses. Credentials are no options: they come from the chain of each cloud's SDK. */
public final class CloudAccountOptions {
    /** Before a cloud's name: where a local server speaks its protocol, for tests. */
    private static final String ENDPOINT = "longhaul.clouds.endpoint.";

    @Option(names = "--profile", paramLabel = "NAME", description = "AWS: profile of the shared configuration.")
    private @Nullable String profile;

    @Option(names = "--project", paramLabel = "ID", description = "Google Cloud: the project.")
    private @Nullable String project;

    @Option(names = "--subscription", paramLabel = "ID", description = "Azure: the subscription.")
    private @Nullable String subscription;

    /** What the account of a cloud was called; empty for what the chain chooses. */
    String name(String cloud) {
        CloudAccess access = access(cloud);
        return switch (cloud) {
            case "aws" -> access.profile().orElse("");
            case "gcp" -> access.project().orElse("");
            default -> access.subscription().orElse("");
        };
    }

    /** The account of a cloud. */
    public CloudAccess access(String cloud) {
        var access = new CloudAccess(
                Optional.ofNullable(profile),
                Optional.ofNullable(project),
                Optional.ofNullable(subscription),
                Optional.empty());
        return Optional.ofNullable(System.getProperty(ENDPOINT + cloud))
                .map(endpoint -> access.at(URI.create(endpoint)))
                .orElse(access);
    }
}
