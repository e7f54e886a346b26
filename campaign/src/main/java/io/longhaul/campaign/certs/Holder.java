package io.longhaul.campaign.certs;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.Role;
import io.netty.util.NetUtil;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whom a certificate is for. Immutable.
 *
 * @param name lower-case letters, digits and dashes; the name of the folder that is made, and the first label of {@link #domain()}
 * @param role an agent is a client of other agents; a coordinator gives orders
 * @param hosts names and addresses at which others reach it; empty for who reaches others only
 * @param validity from now on
 */
public record Holder(String name, Role role, List<String> hosts, Duration validity) {
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?");
    private static final Pattern HOST = Pattern.compile("(?=.{1,253}$)" + LABEL + "(\\." + LABEL + ")*");
    private static final Duration SHORTEST = Duration.ofMinutes(1);

    /**
     * @throws InvalidInputException when the name, a host or the validity cannot be one
     */
    public Holder {
        hosts = List.copyOf(hosts);
        if (!LABEL.matcher(name).matches()) {
            throw new InvalidInputException(
                    "The name (" + name + ") is no label of a host name.",
                    "Take lower-case letters, digits and dashes, as aws-us-east-1.");
        }
        if (validity.compareTo(SHORTEST) < 0) {
            throw new InvalidInputException(
                    "The validity (" + validity.toMillis() + "ms) is shorter than a minute.", "Give some days, as 7d.");
        }
        for (String host : hosts) {
            if (!isAddress(host) && !HOST.matcher(host).matches()) {
                throw new InvalidInputException(
                        "The host (" + host + ") is neither an address nor a name of a host.",
                        "Give what agents are reached by, as 10.0.0.7 or vm1.example.org.");
            }
        }
        if (role == Role.CLIENT && hosts.isEmpty()) {
            throw new InvalidInputException(
                    "An agent's certificate (" + name + ") names no host: nobody could know the agent by it.",
                    "Give --host with the addresses and names at which others reach the VM.");
        }
    }

    static boolean isAddress(String host) {
        return NetUtil.isValidIpV4Address(host) || NetUtil.isValidIpV6Address(host);
    }

    /** What every certificate of a role is called, by which agents tell who gives orders. */
    public static String suffix(Role role) {
        return switch (role) {
            case CLIENT -> ".agent.longhaul.internal";
            case COORDINATOR -> ".coordinator.longhaul.internal";
        };
    }

    /** The name in the certificate that says the role. */
    public String domain() {
        return name + suffix(role);
    }
}
