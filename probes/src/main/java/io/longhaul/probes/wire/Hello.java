package io.longhaul.probes.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * How a Longhaul client opens a control connection to an agent: 37 octets as long as a cookie, but in capitals as no cookie
 * is. The agent answers with a {@link Challenge}; then the client sends its request and its proof. Stateless.
 */
public final class Hello {
    private static final byte[] PREFIX = "LONGHAUL/2 ".getBytes(StandardCharsets.US_ASCII);
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
}
