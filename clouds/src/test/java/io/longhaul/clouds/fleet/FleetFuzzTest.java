package io.longhaul.clouds.fleet;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.longhaul.clouds.Label;
import io.longhaul.core.error.InvalidInputException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Any octets in the place of a fleet file or an entry of its journal are read, or refused by a sentence with a way out. The normal run
 * tries the kept seeds; {@code JAZZER_FUZZ=1 mvn test -pl clouds -am -Dtest=FleetFuzzTest#METHOD} searches for new ones.
 */
class FleetFuzzTest {
    private static void isRefused(InvalidInputException refused) {
        if (refused.message().isBlank() || refused.advice().isBlank()) {
            throw new AssertionError("Refused without a word or a way out", refused);
        }
    }

    /** Of what was read, a VM's first boot is YAML that says what it was told, and nothing else. */
    @FuzzTest(maxDuration = "2m")
    void fleets(byte[] octets) {
        Fleet fleet;
        try {
            fleet = FleetFile.parse(new String(octets, StandardCharsets.UTF_8), "the text");
        } catch (InvalidInputException refused) {
            isRefused(refused);
            return;
        }
        var home = new CloudInit.Home("203.0.113.7:5210", "authority\n", "names\n");
        for (Fleet.Group group : fleet.groups()) {
            String userData = new CloudInit(fleet, Optional.of(home))
                    .of("lh-" + fleet.name() + "-a-v0-0", group, new Label(fleet.name(), "a", Instant.EPOCH), "t");
            int commands = new YAMLMapper().readTree(userData).get("runcmd").size();
            if (commands > 5) {
                throw new AssertionError("More is run than should be: " + userData);
            }
        }
    }

    @FuzzTest(maxDuration = "2m")
    void journals(byte[] octets) {
        FleetEntry entry;
        try {
            entry = FleetEntry.JSON.fromJson(new String(octets, StandardCharsets.UTF_8), "the line");
        } catch (InvalidInputException refused) {
            isRefused(refused);
            return;
        }
        String written = FleetEntry.JSON.toReadableLine(entry);
        if (!FleetEntry.JSON.fromJson(written, "its own line").equals(entry)) {
            throw new AssertionError("Read otherwise than written: " + written);
        }
    }
}
