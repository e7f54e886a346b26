package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an agent listens: {@code HOST}, {@code HOST:PORT} or {@code [IPV6]:PORT}. Immutable.
 *
 * @param host name or address
 * @param port 1 to 65535
 */
public record HostPort(String host, int port) {
    private static final Pattern TEXT =
            Pattern.compile("(?:\\[([0-9a-fA-F:.]+(?:%[A-Za-z0-9._-]+)?)]|([^\\s:\\[\\]]+))(?::(\\d{1,5}))?");
    private static final int LARGEST_PORT = 65_535;

    /**
     * Reads the text; the port of iperf3 when none is given.
     *
     * @throws InvalidInputException when it is not of that form
     */
    public static HostPort parse(String text) {
        return parse(text, AgentOptions.DEFAULT_PORT);
    }

    /**
     * Reads the text; a given port when it has none.
     *
     * @throws InvalidInputException when it is not of that form
     */
    public static HostPort parse(String text, int usualPort) {
        Matcher matcher = TEXT.matcher(text.strip());
        if (!matcher.matches()) {
            throw malformed(text);
        }
        String host = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
        int port = matcher.group(3) == null ? usualPort : Integer.parseInt(matcher.group(3));
        if (host == null || port < 1 || port > LARGEST_PORT) {
            throw malformed(text);
        }
        return new HostPort(host, port);
    }

    private static InvalidInputException malformed(String text) {
        return new InvalidInputException(
                "The address (" + text + ") is not of the form HOST:PORT.",
                "Write it like 10.0.0.7:5201 or [::1]:5201.");
    }

    /** The site that a host of a lab stands for, as {@code eu-central-1.aws}; a lab knows the names of its addresses. */
    public Optional<SiteId> asLabSite() {
        String name = host;
        try {
            name = InetAddress.getByName(host).getCanonicalHostName();
        } catch (UnknownHostException unknown) {
            // the name as it was given may still say it
        }
        int dot = name.lastIndexOf('.');
        boolean named = dot > 0 && dot < name.length() - 1 && Character.isLetter(name.charAt(dot + 1));
        return named ? Optional.of(new SiteId(name.substring(dot + 1), name.substring(0, dot))) : Optional.empty();
    }

    /** Whether it is this machine, without asking for the name. */
    public boolean isLoopback() {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("::1");
    }

    /** {@code HOST:PORT}, which {@link #parse(String)} reads back. */
    @Override
    public String toString() {
        return Addresses.show(host, port);
    }

    /** A site that stands for this host when the user names none. */
    public SiteId asSite() {
        String name = host.replaceAll("[^A-Za-z0-9._-]", "-");
        return new SiteId("host", Character.isLetterOrDigit(name.charAt(0)) ? name : "ip" + name);
    }
}
