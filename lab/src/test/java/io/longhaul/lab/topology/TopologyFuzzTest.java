package io.longhaul.lab.topology;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.longhaul.core.error.InvalidInputException;
import java.nio.charset.StandardCharsets;

/**
 * Any text in the place of a topology is read, or refused by a sentence with a way out; what was read is written, and read again the
 * same. The normal run tries the kept seeds; {@code JAZZER_FUZZ=1 mvn test -pl lab -am -Dtest=TopologyFuzzTest} searches for new ones.
 */
class TopologyFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void topologies(byte[] octets) {
        LabTopology topology;
        try {
            topology = TopologyYaml.parse("the text", new String(octets, StandardCharsets.UTF_8));
        } catch (InvalidInputException refused) {
            if (refused.message().isBlank() || refused.advice().isBlank()) {
                throw new AssertionError("Refused without a word or a way out", refused);
            }
            return;
        }
        String written = TopologyYaml.writeJson(topology);
        if (!TopologyYaml.parseJson("its own text", written).equals(topology)) {
            throw new AssertionError("Read otherwise than written: " + written);
        }
    }
}
