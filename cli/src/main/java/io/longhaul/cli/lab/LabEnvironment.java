package io.longhaul.cli.lab;

import io.longhaul.probes.spec.AccessToken;
import java.io.File;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;

/** What programs in a lab find in their environment besides what the user has in his. Stateless. */
public final class LabEnvironment {
    private static final int TOKEN_OCTETS = 16;

    /** Sites have no hardware address to make an id of, and Netty warns of that. */
    private static final String NETTY_ID = "-Dio.netty.machineId=02:00:0a:42:00:00:00:02";

    private LabEnvironment() {}

    /**
     * A token of the lab's own, that agents ask for and probes present; and the command {@code longhaul} on the path, which
     * does not build.
     */
    public static Map<String, String> create(Map<String, String> outside, SecureRandom random) {
        byte[] token = new byte[TOKEN_OCTETS];
        random.nextBytes(token);
        var inside = new LinkedHashMap<String, String>();
        inside.put(AccessToken.VARIABLE, HexFormat.of().formatHex(token));
        String home = System.getProperty("longhaul.home", "");
        if (!home.isEmpty()) {
            inside.put("LONGHAUL_NO_BUILD", "1");
            inside.put("LONGHAUL_JAVA_OPTS", (outside.getOrDefault("LONGHAUL_JAVA_OPTS", "") + " " + NETTY_ID).strip());
            inside.put("PATH", home + File.pathSeparator + outside.getOrDefault("PATH", "/usr/bin:/bin"));
        }
        return inside;
    }
}
