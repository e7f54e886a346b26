package io.longhaul.clouds;

import java.net.URI;
import java.util.Optional;

/**
 * Which account of a cloud is meant. Credentials are not in it: they come from the default chain of each cloud's SDK. Immutable.
 *
 * @param profile of the AWS configuration; empty for the chain's own choice
 * @param project of Google Cloud; empty for the chain's own choice
 * @param subscription of Azure; empty for the only one
 * @param endpoint in the place of the cloud's own, for a local server that speaks its protocol; empty everywhere else
 */
public record CloudAccess(
        Optional<String> profile, Optional<String> project, Optional<String> subscription, Optional<URI> endpoint) {
    /** What the chain chooses. */
    public static final CloudAccess DEFAULT =
            new CloudAccess(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The same account, asked at another address. */
    public CloudAccess at(URI other) {
        return new CloudAccess(profile, project, subscription, Optional.of(other));
    }
}
