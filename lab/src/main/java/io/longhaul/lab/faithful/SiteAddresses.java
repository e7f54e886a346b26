package io.longhaul.lab.faithful;

/** The addresses of sites, by their number in the topology from 1. Stateless. */
final class SiteAddresses {
    private SiteAddresses() {}

    static String ipv4(int number) {
        return "10.66." + (number >> 8) + "." + (number & 255);
    }

    static String ipv6(int number) {
        return "fd66::" + Integer.toHexString(number);
    }
}
