package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.error.LonghaulException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;
import tools.jackson.dataformat.yaml.YAMLWriteFeature;

/**
 * Topologies as text: reads and writes the format of {@code docs/formats/topology.md}, and knows the ready-made ones.
 * {@code parse(write(t))} equals {@code t}. Stateless.
 */
public final class TopologyYaml {
    /** The first field of every topology file. */
    public static final String FORMAT = "longhaul-topology/1";

    /** What the parser takes; the largest that can be run has a twentieth of it. */
    private static final int MOST_OCTETS = 3 << 20;

    private static final JsonMapper JSON = new JsonMapper();
    /** Made when first needed: who reads JSON only does not pay for YAML. */
    private static final class Yaml {
        static final YAMLMapper MAPPER = YAMLMapper.builder()
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .disable(YAMLWriteFeature.WRITE_DOC_START_MARKER)
                .enable(YAMLWriteFeature.MINIMIZE_QUOTES)
                .disable(YAMLWriteFeature.SPLIT_LINES)
                .enable(YAMLWriteFeature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS)
                .build();
    }

    private static final List<String> READY_MADE =
            List.of("demo", "study-7", "twelve", "forty", "buckets", "lossy", "measured");

    private TopologyYaml() {}

    /** Names of the topologies that come with Longhaul. */
    public static List<String> readyMade() {
        return READY_MADE;
    }

    /**
     * The ready-made topology of a name, or the one in a file of that name.
     *
     * @throws InvalidInputException when there is neither; the advice lists the ready-made ones
     */
    public static LabTopology load(String nameOrFile) {
        if (READY_MADE.contains(nameOrFile)) {
            return parse(nameOrFile, resource(nameOrFile));
        }
        return read(Path.of(nameOrFile));
    }

    /**
     * Reads a file.
     *
     * @throws InvalidInputException when it cannot be read, or is not a topology; the message says where in the file
     */
    public static LabTopology read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] octets = in.readNBytes(MOST_OCTETS + 1);
            if (octets.length > MOST_OCTETS) {
                throw new InvalidInputException(
                        "The topology " + file + " has more than " + MOST_OCTETS + " octets.",
                        "Give locations instead of a table of delays, or fewer sites.");
            }
            return parse(
                    file.toString(),
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(octets))
                            .toString());
        } catch (NoSuchFileException e) {
            throw new InvalidInputException(
                    "There is no topology " + file + ".",
                    "Name a file, or one of the ready-made topologies: " + String.join(", ", READY_MADE) + ".",
                    e);
        } catch (IOException e) {
            throw new InvalidInputException(
                    "The topology " + file + " cannot be read: " + e.getMessage() + ".",
                    "Give a text file in UTF-8 that you may read.",
                    e);
        }
    }

    /**
     * Reads a topology from its text.
     *
     * @param source where the text comes from, for messages
     */
    public static LabTopology parse(String source, String text) {
        try {
            return new TopologyReader(source).read(Yaml.MAPPER.readTree(text));
        } catch (JacksonException e) {
            throw new InvalidInputException(
                    source + " is not YAML: "
                            + e.getOriginalMessage().lines().findFirst().orElse("") + ", line "
                            + e.getLocation().getLineNr() + ".",
                    "Compare it with docs/formats/topology.md.",
                    e);
        } catch (LonghaulException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new InvalidInputException(
                    source + " contradicts itself: " + e.getMessage() + ".",
                    "Look for a value that is far too large or small; docs/formats/topology.md says what each means.",
                    e);
        }
    }

    /** The text of a topology, every link with its own settings. */
    public static String write(LabTopology topology) {
        return Yaml.MAPPER.writeValueAsString(TopologyWriter.toTree(topology));
    }

    /** As {@link #write}, in JSON, which is quicker to read. */
    public static String writeJson(LabTopology topology) {
        return JSON.writeValueAsString(TopologyWriter.toTree(topology));
    }

    /** Reads what {@link #writeJson} wrote. */
    public static LabTopology parseJson(String source, String text) {
        return new TopologyReader(source).read(JSON.readTree(text));
    }

    private static String resource(String name) {
        try (InputStream in = TopologyYaml.class.getResourceAsStream("/io/longhaul/lab/topologies/" + name + ".yaml")) {
            if (in == null) {
                throw new IllegalStateException("no resource for the topology " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException("the topology " + name + " cannot be read from the program", e);
        }
    }
}
