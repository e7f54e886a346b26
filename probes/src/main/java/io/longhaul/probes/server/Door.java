package io.longhaul.probes.server;

import io.longhaul.probes.control.Bond;
import io.longhaul.probes.spec.Access;
import io.longhaul.probes.spec.AccessToken;
import io.longhaul.probes.spec.AgentOptions;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.wire.Challenge;
import io.longhaul.probes.wire.PeerText;
import io.longhaul.probes.wire.Service;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.security.cert.Certificate;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Who is let in, and as whom: who proves a token, whose certificate has a name that is let in, everybody where the agent is open, and
 * clients of iperf3 where it is open to them. Thread-safe.
 */
final class Door {
    private static final int IDENTITY = 16;

    private final AgentOptions options;
    private final Optional<Access.Token> admin;
    private final InstantSource clock;
    private final SecureRandom random = new SecureRandom();
    private final String identity;
    private final Instant started;

    /**
     * Who somebody is. Immutable.
     *
     * @param name for the audit
     * @param role what he may do
     * @param proven whether he showed anything at all, or was not asked to
     * @param secret he proved, from which the cookies of his data connections come
     */
    record Guest(String name, Role role, boolean proven, Optional<AccessToken> secret) {}

    /**
     * @param admin a token made for this run of the agent
     */
    Door(AgentOptions options, Optional<Access.Token> admin, InstantSource clock) {
        this.options = options;
        this.admin = admin;
        this.clock = clock;
        this.started = clock.instant();
        byte[] own = new byte[IDENTITY];
        random.nextBytes(own);
        this.identity = HexFormat.of().formatHex(own);
    }

    Challenge challenge(Service service) {
        boolean token =
                service == Service.ADMIN || !options.access().get().tokens().isEmpty();
        return Challenge.of(identity, started, clock.instant(), token, random);
    }

    /** On the channel's loop, after the octets came through it; empty when he is not let in. A wrong proof is worse than none. */
    Optional<Guest> admit(Channel control, Bond bond, byte[] proof) {
        Access access = options.access().get();
        Access all = admin.map(access::with).orElse(access);
        if (!isEmpty(proof)) {
            boolean here = Lobby.addressOf(control).isLoopbackAddress();
            return all.tokens().stream()
                    .filter(token -> (here || !token.onlyHere()) && bond.isProof(proof, token.secret()))
                    .findFirst()
                    .map(token -> new Guest("token:" + token.name(), token.role(), true, Optional.of(token.secret())));
        }
        SslHandler tls = control.pipeline().get(SslHandler.class);
        if (tls != null) {
            return access.callerOf(chain(tls))
                    .map(caller -> new Guest(
                            "certificate:" + PeerText.of(caller.name()), caller.role(), true, Optional.empty()));
        }
        return access.isOpen()
                ? Optional.of(new Guest("anybody", Role.CLIENT, true, Optional.empty()))
                : Optional.empty();
    }

    private static boolean isEmpty(byte[] proof) {
        int any = proof.length == Bond.PROOF_LENGTH ? 0 : 1;
        for (byte octet : proof) {
            any |= octet;
        }
        return any == 0;
    }

    private static List<Certificate> chain(SslHandler tls) {
        try {
            return List.of(tls.engine().getSession().getPeerCertificates());
        } catch (SSLPeerUnverifiedException nobody) {
            return List.of();
        }
    }

    /** A client of iperf3, which can prove nothing. */
    Optional<Guest> stranger(InetAddress from) {
        if (options.access().get().isOpen()) {
            return Optional.of(new Guest("anybody", Role.CLIENT, true, Optional.empty()));
        }
        boolean mayCome =
                options.allowed().isEmpty() || options.allowed().stream().anyMatch(range -> range.contains(from));
        return options.openToIperf3() && mayCome
                ? Optional.of(new Guest("stranger", Role.CLIENT, false, Optional.empty()))
                : Optional.empty();
    }
}
