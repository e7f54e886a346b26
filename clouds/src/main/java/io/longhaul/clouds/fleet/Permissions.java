package io.longhaul.clouds.fleet;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The least permissions that a fleet needs, as each cloud's own documents. Stateless. */
public final class Permissions {
    private Permissions() {}

    /**
     * A document as its cloud takes it. Immutable.
     *
     * @param file name to save it by
     * @param use the line of the cloud's own tool that takes it
     */
    public record Document(String file, String use) {
        /** The document itself. */
        public String text() {
            try (InputStream in = Permissions.class.getResourceAsStream(file)) {
                if (in == null) {
                    throw new IllegalStateException("no resource " + file);
                }
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * The documents of a provider: first what whoever raises fleets may do, then what the cloud itself acts as.
     *
     * @throws IllegalArgumentException when it is none that fleets are made in
     */
    public static List<Document> of(String provider) {
        return switch (provider) {
            case "aws" ->
                List.of(
                        new Document(
                                "aws-fleets.json",
                                "aws iam create-policy --policy-name longhaul-fleets"
                                        + " --policy-document file://aws-fleets.json"),
                        new Document(
                                "aws-timer-trust.json",
                                "aws iam create-role --role-name longhaul-fleet-timer"
                                        + " --assume-role-policy-document file://aws-timer-trust.json"),
                        new Document(
                                "aws-timer.json",
                                "aws iam put-role-policy --role-name longhaul-fleet-timer"
                                        + " --policy-name end-vms --policy-document file://aws-timer.json"));
            case "gcp" ->
                List.of(new Document(
                        "gcp-fleets.yaml",
                        "gcloud iam roles create longhaulFleets --project YOUR-PROJECT --file gcp-fleets.yaml"));
            case "azure" ->
                List.of(
                        new Document(
                                "azure-fleets.json", "az role definition create --role-definition azure-fleets.json"),
                        new Document(
                                "azure-timer.json",
                                "az role definition create --role-definition azure-timer.json; az identity create"
                                        + " --resource-group YOUR-GROUP --name longhaul-fleet-timer; az role assignment"
                                        + " create --role 'Longhaul fleet timer' --scope"
                                        + " /subscriptions/YOUR-SUBSCRIPTION --assignee-principal-type"
                                        + " ServicePrincipal --assignee-object-id $(az identity show --resource-group"
                                        + " YOUR-GROUP --name longhaul-fleet-timer --query principalId --output"
                                        + " tsv)"));
            default -> throw new IllegalArgumentException("there are no permissions for " + provider);
        };
    }
}
