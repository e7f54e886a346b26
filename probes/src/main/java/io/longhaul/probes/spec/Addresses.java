package io.longhaul.probes.spec;

import java.net.InetSocketAddress;

/** How an address and a port are written together, so that they can be read again. Stateless. */
public final class Addresses {
    private Addresses() {}

    /** {@code 10.0.0.7:5201}, or {@code [::1]:5201}. */
    public static String show(String host, int port) {
        return host.indexOf(':') >= 0 ? "[" + host + "]:" + port : host + ":" + port;
    }

    public static String show(InetSocketAddress address) {
        String host = address.isUnresolved()
                ? address.getHostString()
                : address.getAddress().getHostAddress();
        return show(host, address.getPort());
    }
}
