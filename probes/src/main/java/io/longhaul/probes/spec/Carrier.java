package io.longhaul.probes.spec;

/** What carries the octets of a throughput run. */
public enum Carrier {
    /** Streams of octets, as fast as TCP goes. */
    TCP,
    /** Datagrams at a rate, to see what is lost. */
    UDP
}
