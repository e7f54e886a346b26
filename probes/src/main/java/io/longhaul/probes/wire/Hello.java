package io.longhaul.probes.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;
import tools.jackson.databind.node.ObjectNode;

/**
 * How a Longhaul client asks an agent for a service other than a throughput test: 37 octets as long as a cookie, but in
 * capitals as no cookie is, then a document. Stateless.
 */
public final class Hello {
    /** Longest request document, in octets. */
    public static final int REQUEST_LIMIT = 4 << 10;

    private static final byte[] PREFIX = "LONGHAUL/1 ".getBytes(StandardCharsets.US_ASCII);
    private static final int RANDOM = 16;

    private Hello() {}

    /** The opening octets for a service, with fresh random ones so that no two are the same. */
    public static byte[] of(Service service, RandomGenerator random) {
        byte[] octets = new byte[Cookie.LENGTH];
        System.arraycopy(PREFIX, 0, octets, 0, PREFIX.length);
        byte[] name = service.id().getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(name, 0, octets, PREFIX.length, name.length);
        byte[] fresh = Cookie.random(random).octets();
        System.arraycopy(fresh, 0, octets, Cookie.LENGTH - RANDOM, RANDOM);
        return octets;
    }

    /** Whether these 37 octets ask for a service rather than being a cookie. */
    public static boolean isHello(byte[] octets) {
        return Arrays.equals(octets, 0, PREFIX.length, PREFIX, 0, PREFIX.length);
    }

    /** The service asked for; empty when this agent does not know it. */
    public static Optional<Service> service(byte[] octets) {
        int end = PREFIX.length;
        while (end < Cookie.LENGTH - RANDOM && octets[end] != 0) {
            end++;
        }
        String id = new String(octets, PREFIX.length, end - PREFIX.length, StandardCharsets.US_ASCII);
        return Arrays.stream(Service.values())
                .filter(service -> service.id().equals(id))
                .findFirst();
    }

    /** Length and JSON text of the document that follows. */
    public static byte[] request(Optional<AccessProof> proof) {
        ObjectNode json = Json.object();
        proof.ifPresent(given -> json.set("proof", given.toJson()));
        return Json.framed(Json.bytes(json));
    }

    /**
     * The proof in a request, if there is one.
     *
     * @throws ProtocolException when it is not a JSON object
     */
    public static Optional<AccessProof> proof(byte[] request) {
        return AccessProof.find(Json.parse(request, "request").path("proof"));
    }
}
