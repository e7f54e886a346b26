package io.longhaul.clouds.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.clouds.Label;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What a VM does at its first boot; its scripts are run by the real shell. */
class CloudInitTest {
    private static final Instant END = Instant.ofEpochSecond(1_800_000_000);

    @TempDir
    private Path folder;

    private void program(String name, String body) throws IOException {
        Path file = folder.resolve("bin").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /** Runs the timer's script at a time, where the metadata service says this; says whether the VM ends. */
    private boolean ends(String provider, long now, String metadata) throws Exception {
        return ends(CloudInit.leaseScript(provider, Optional.empty()), now, metadata, 0);
    }

    private boolean ends(String lease, long now, String metadata, int code) throws Exception {
        Path script = folder.resolve("lease.sh");
        Files.writeString(script, lease);
        program("curl", metadata);
        program("date", "echo " + now);
        program("shutdown", "echo \"$@\" >" + folder.resolve("ended"));
        Files.deleteIfExists(folder.resolve("ended"));
        var builder = new ProcessBuilder("sh", script.toString()).redirectErrorStream(true);
        builder.environment().put("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        builder.environment().put("LONGHAUL_LEASE", folder.resolve("lease").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isEqualTo(code);
        return Files.exists(folder.resolve("ended"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"aws", "gcp"})
    void the_timer_ends_the_vm_at_the_end_of_its_lease_and_not_before(String provider) throws Exception {
        Files.writeString(folder.resolve("lease"), END.getEpochSecond() + "\n");
        assertThat(ends(provider, END.getEpochSecond() - 1, "exit 22")).isFalse();
        assertThat(ends(provider, END.getEpochSecond() + 59, "exit 22")).isFalse();
        assertThat(ends(provider, END.getEpochSecond() + 60, "exit 22")).isTrue();
        assertThat(ends(provider, END.getEpochSecond() + 60, "echo '<html>500</html>'"))
                .isTrue();
        // extended by its label, and the last end known counts when the label cannot be read any more
        assertThat(ends(provider, END.getEpochSecond() + 60, "echo " + (END.getEpochSecond() + 3600)))
                .isFalse();
        assertThat(ends(provider, END.getEpochSecond() + 3600, "exit 22")).isFalse();
        assertThat(ends(provider, END.getEpochSecond() + 3660, "exit 22")).isTrue();
    }

    @Test
    void azure_says_all_tags_in_one_line() throws Exception {
        Files.writeString(folder.resolve("lease"), END.getEpochSecond() + "\n");
        String tags = "echo 'longhaul-expires:" + (END.getEpochSecond() + 3600) + ";longhaul-fleet:grid'";
        assertThat(ends("azure", END.getEpochSecond() + 60, tags)).isFalse();
        assertThat(ends("azure", END.getEpochSecond() + 3660, tags)).isTrue();
    }

    /** The metadata service and the Resource Manager are a program that notes what it is asked for. */
    @Test
    void a_vm_of_azure_with_an_identity_deletes_itself_and_shows_its_token_to_nobody_else() throws Exception {
        Files.writeString(folder.resolve("lease"), END.getEpochSecond() + "\n");
        String script = CloudInit.leaseScript(
                "azure",
                Optional.of("/subscriptions/s/resourceGroups/r/providers/Microsoft.ManagedIdentity/"
                        + "userAssignedIdentities/longhaul-fleet-timer"));
        Path asked = folder.resolve("asked");
        Path told = folder.resolve("told");
        String azure = "echo \"$@\" >>" + asked + """

                case "$*" in
                  *tags*) echo 'longhaul-expires:%d;longhaul-fleet:grid' ;;
                  *resourceId*) printf /subscriptions/s/resourceGroups/lh-grid/providers/Microsoft.Compute/virtualMachines/vm-1 ;;
                  *identity/oauth2*) echo '{"access_token":"a.secret-token","expires_in":"86399","token_type":"Bearer"}' ;;
                  *DELETE*) cat >%s; touch %s ;;
                  *) exit 22 ;;
                esac""".formatted(END.getEpochSecond(), told, folder.resolve("ended"));
        assertThat(ends(script, END.getEpochSecond() + 59, azure, 0)).isFalse();
        assertThat(Files.readString(asked)).doesNotContain("identity");
        assertThat(ends(script, END.getEpochSecond() + 60, azure, 0)).isTrue();
        assertThat(Files.readString(asked))
                .contains(
                        "-X DELETE -K - https://management.azure.com/subscriptions/s/resourceGroups/lh-grid/providers/"
                                + "Microsoft.Compute/virtualMachines/vm-1?api-version=")
                .contains("mi_res_id=/subscriptions/s/resourceGroups/r/providers/Microsoft.ManagedIdentity/"
                        + "userAssignedIdentities/longhaul-fleet-timer")
                .doesNotContain("a.secret-token");
        assertThat(Files.readString(told)).isEqualTo("header = \"Authorization: Bearer a.secret-token\"\n");
    }

    @Test
    void user_data_is_yaml_and_the_timer_comes_first() {
        Fleet fleet = FleetFile.parse("""
                format: longhaul-fleet/1
                name: grid
                lifetime: 2h
                reach: 203.0.113.7/32
                archive: {url: "https://example.org/l.tar.gz", sha256: 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef}
                vms: [{site: "aws:us-east-1", type: m5.large}]
                tuning: {congestion: bbr, window: 64MiB}
                """, "grid.yaml");
        var home = new CloudInit.Home(
                "203.0.113.7:5210", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", "client *\n");
        String text = new CloudInit(fleet, Optional.of(home))
                .of("lh-grid-a1-v0-0", fleet.groups().get(0), new Label("grid", "a1", END), "secret-token");
        assertThat(text).startsWith("#cloud-config\n");
        JsonNode read = new YAMLMapper().readTree(text);
        assertThat(read.get("runcmd").get(0).toString()).contains("longhaul-lease.timer");
        assertThat(read.get("runcmd").size()).isEqualTo(5);
        int files = read.get("write_files").size();
        for (int i = 0; i < files; i++) {
            JsonNode file = read.get("write_files").get(i);
            boolean secret = file.get("content").asString().contains("secret-token");
            assertThat(secret).isEqualTo(file.get("path").asString().equals("/usr/local/sbin/longhaul-enrol"));
            if (secret) {
                assertThat(file.get("permissions").asString()).isEqualTo("0700");
            }
        }
        // EC2 takes 16 KiB
        assertThat(text.length()).isLessThan(16_000);
    }
}
