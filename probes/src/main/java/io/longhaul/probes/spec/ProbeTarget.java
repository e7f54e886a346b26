package io.longhaul.probes.spec;

import io.longhaul.core.topology.Link;
import java.util.Optional;

/**
 * Which agent a probe talks to, and whose link that measures. Immutable.
 *
 * @param host name or address of the agent
 * @param port of the agent
 * @param link from the probing site to the agent's site, whichever way the data goes
 * @param localVmType type of the probing VM; empty when unknown
 * @param remoteVmType type of the agent's VM; empty when unknown
 * @param campaign the run belongs to; empty for a single run
 * @param token that the agent asks for; empty when it asks for none
 * @param tls who this end is, when the agent asks for mutual TLS
 */
public record ProbeTarget(
        String host,
        int port,
        Link link,
        Optional<String> localVmType,
        Optional<String> remoteVmType,
        Optional<String> campaign,
        Optional<AccessToken> token,
        Optional<TlsIdentity> tls) {
    /** An agent of plain control. */
    public ProbeTarget(
            String host,
            int port,
            Link link,
            Optional<String> localVmType,
            Optional<String> remoteVmType,
            Optional<String> campaign,
            Optional<AccessToken> token) {
        this(host, port, link, localVmType, remoteVmType, campaign, token, Optional.empty());
    }

    public ProbeTarget {
        Checks.inRange("port", port, 1, 65_535, "Ports are 1 to 65535; agents listen on 5201 unless told otherwise.");
    }

    /** An agent that asks for no token, outside any campaign. */
    public static ProbeTarget of(String host, int port, Link link) {
        return new ProbeTarget(
                host, port, link, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }

    public ProbeTarget withToken(AccessToken token) {
        return new ProbeTarget(host, port, link, localVmType, remoteVmType, campaign, Optional.of(token), tls);
    }

    /** The same host by another port. */
    public ProbeTarget withPort(int other) {
        return new ProbeTarget(host, other, link, localVmType, remoteVmType, campaign, token, tls);
    }

    /** Control over mutual TLS. */
    public ProbeTarget withTls(TlsIdentity identity) {
        return new ProbeTarget(host, port, link, localVmType, remoteVmType, campaign, token, Optional.of(identity));
    }
}
