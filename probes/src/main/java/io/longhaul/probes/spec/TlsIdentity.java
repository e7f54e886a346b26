package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;

/**
 * Who this end is and whom it trusts, for control connections over mutual TLS: both ends show a certificate of the same
 * authority, and the prober checks that the agent's is for the host it asked for. Data connections stay plain; they are known
 * by a cookie that only the control connection carried. Immutable; thread-safe.
 */
public final class TlsIdentity {
    private final SslContext server;
    private final SslContext client;

    private TlsIdentity(SslContext server, SslContext client) {
        this.server = server;
        this.client = client;
    }

    /**
     * Reads PEM files.
     *
     * @param certificate own chain, own certificate first
     * @param key of it, PKCS #8, without a password
     * @param authorities that the other end's certificate must come from
     * @throws InvalidInputException when a file cannot be read or is no PEM of its kind
     */
    public static TlsIdentity ofFiles(Path certificate, Path key, Path authorities) {
        for (Path file : List.of(certificate, key, authorities)) {
            if (!Files.isReadable(file)) {
                throw new InvalidInputException(
                        "There is no file " + file + " for TLS that can be read.",
                        "Check the name; longhaul certs issue makes a folder with all three.");
            }
        }
        try {
            SslContext server = SslContextBuilder.forServer(certificate.toFile(), key.toFile())
                    .sslProvider(SslProvider.JDK)
                    .trustManager(authorities.toFile())
                    .clientAuth(ClientAuth.REQUIRE)
                    .build();
            SslContext client = SslContextBuilder.forClient()
                    .sslProvider(SslProvider.JDK)
                    .keyManager(certificate.toFile(), key.toFile())
                    .trustManager(authorities.toFile())
                    .endpointIdentificationAlgorithm("HTTPS")
                    .build();
            return new TlsIdentity(server, client);
        } catch (SSLException | IllegalArgumentException e) {
            throw new InvalidInputException(
                    "The files for TLS (" + certificate + ", " + key + ", " + authorities + ") cannot be used: "
                            + e.getMessage(),
                    "Give PEM files: the certificate with its chain, its key as PKCS #8 without a password, the authority.",
                    e);
        }
    }

    /** For an accepted connection; asks for the client's certificate. */
    public SslHandler acceptor(ByteBufAllocator allocator) {
        return server.newHandler(allocator);
    }

    /** For an accepted connection; takes the client's certificate where there is one, and lets others prove themselves otherwise. */
    public SslHandler acceptorOfAny(ByteBufAllocator allocator) {
        SslHandler handler = server.newHandler(allocator);
        handler.engine().setWantClientAuth(true);
        return handler;
    }

    /** For connections that Java itself opens; whoever opens them checks that the certificate is for the host. */
    public SSLContext clientContext() {
        return ((JdkSslContext) client).context();
    }

    /** For a connection to a host, whose name or address the agent's certificate must have. */
    public SslHandler connector(ByteBufAllocator allocator, String host, int port) {
        return client.newHandler(allocator, host, port);
    }
}
