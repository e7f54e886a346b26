package io.longhaul.probes.server;

import io.longhaul.probes.control.Gatekeeper;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.wire.AccessProof;
import io.longhaul.probes.wire.ParameterExtension;
import io.longhaul.probes.wire.Parameters;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.util.Optional;

/**
 * Who may use an agent: who came by TLS, whose handshake has asked for a certificate of our authority; who knows the token;
 * everybody where neither is asked for. Thread-safe.
 */
final class Admission {
    private final AgentOptions options;
    private final Gatekeeper gatekeeper;

    Admission(AgentOptions options, Gatekeeper gatekeeper) {
        this.options = options;
        this.gatekeeper = gatekeeper;
    }

    /** On the channel's loop, after its first octets came through. */
    boolean admits(Channel control, byte[] firstOctets, Optional<AccessProof> proof) {
        if (control.pipeline().get(SslHandler.class) != null) {
            return true;
        }
        boolean onlyTls = options.tls().isPresent() && options.token().isEmpty();
        return !onlyTls && gatekeeper.admits(firstOctets, proof);
    }

    /** Whether a test may be had by whom asks for it; iperf3 can prove nothing. As above. */
    boolean admits(Channel control, byte[] cookie, Parameters asked) {
        boolean stranger = asked.extension().isEmpty();
        return (stranger && options.openToIperf3())
                || admits(control, cookie, asked.extension().flatMap(ParameterExtension::proof));
    }
}
