package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;

/**
 * Who may use an agent: who knows one of the tokens, or shows a certificate that the names let in and no list revokes. Everybody
 * where there are neither tokens nor certificates. Immutable; thread-safe.
 *
 * @param tokens with their names
 * @param tls who the agent is, and whose certificates it trusts; empty serves plain control only
 * @param names that certificates must have; where there are none, every certificate of the authority is a client's
 * @param revoked lists of the authorities
 */
public record Access(List<Token> tokens, Optional<TlsIdentity> tls, List<Name> names, List<X509CRL> revoked) {
    /** Asks nobody for anything. */
    public static final Access OPEN = new Access(List.of(), Optional.empty(), List.of(), List.of());

    private static final int SAN_DNS = 2;
    private static final int SAN_URI = 6;

    /**
     * A token and whose it is. Immutable.
     *
     * @param name for the audit
     * @param role of who knows it
     * @param secret itself
     * @param onlyHere whether it is good from an address of this machine only
     */
    public record Token(String name, Role role, AccessToken secret, boolean onlyHere) {}

    /**
     * A name of certificates. Immutable.
     *
     * @param role of who has it
     * @param pattern a name, or {@code *.} and the end of one
     */
    public record Name(Role role, String pattern) {
        boolean fits(String name) {
            String own = name.toLowerCase(Locale.ROOT);
            String wanted = pattern.toLowerCase(Locale.ROOT);
            return wanted.startsWith("*.") ? own.endsWith(wanted.substring(1)) : own.equals(wanted);
        }
    }

    /** Who somebody is, and what they may do. Immutable. */
    public record Caller(String name, Role role) {}

    public Access {
        tokens = List.copyOf(tokens);
        names = List.copyOf(names);
        revoked = List.copyOf(revoked);
        var seen = new HashSet<String>();
        for (Token token : tokens) {
            if (!seen.add(token.name())) {
                throw new InvalidInputException(
                        "The name (" + token.name() + ") is that of two tokens.", "Give each token a name of its own.");
            }
        }
    }

    /** With one token, or certificates, or both: then either lets in. */
    public static Access of(Optional<AccessToken> token, Optional<TlsIdentity> tls) {
        return new Access(
                token.map(secret -> List.of(new Token("token", Role.CLIENT, secret, false)))
                        .orElse(List.of()),
                tls,
                List.of(),
                List.of());
    }

    /** Whether everybody is let in. */
    public boolean isOpen() {
        return tokens.isEmpty() && tls.isEmpty();
    }

    /** This, and one more token. */
    public Access with(Token token) {
        var all = new ArrayList<>(tokens);
        all.add(token);
        return new Access(all, tls, names, revoked);
    }

    /** Whose a chain is, own certificate first, that TLS found to come from the authority; empty when it lets nobody in. */
    public Optional<Caller> callerOf(List<? extends Certificate> chain) {
        boolean isRevoked = chain.stream().anyMatch(one -> revoked.stream().anyMatch(list -> list.isRevoked(one)));
        if (isRevoked || chain.isEmpty() || !(chain.get(0) instanceof X509Certificate own)) {
            return Optional.empty();
        }
        Set<String> shown = namesOf(own);
        String first = shown.stream().findFirst().orElse("unnamed");
        if (names.isEmpty()) {
            return Optional.of(new Caller(first, Role.CLIENT));
        }
        Optional<Caller> found = Optional.empty();
        for (Name name : names) {
            Optional<String> fitting = shown.stream().filter(name::fits).findFirst();
            if (fitting.isPresent() && (found.isEmpty() || name.role() == Role.COORDINATOR)) {
                found = Optional.of(new Caller(fitting.get(), name.role()));
            }
        }
        return found;
    }

    /** Common name, and alternative names of the kinds DNS and URI. */
    private static Set<String> namesOf(X509Certificate certificate) {
        var found = new java.util.LinkedHashSet<String>();
        try {
            new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(part -> part.getType().equalsIgnoreCase("CN"))
                            .forEach(part -> found.add(String.valueOf(part.getValue())));
            Collection<List<?>> others = certificate.getSubjectAlternativeNames();
            for (List<?> other : others == null ? List.<List<?>>of() : others) {
                if (other.get(0) instanceof Integer kind && (kind == SAN_DNS || kind == SAN_URI)) {
                    found.add(String.valueOf(other.get(1)));
                }
            }
        } catch (InvalidNameException | CertificateParsingException odd) {
            return found;
        }
        return found;
    }

    /**
     * Reads a file of tokens: one token alone, or lines {@code NAME ROLE TOKEN}, and {@code #} before a remark.
     *
     * @throws InvalidInputException when it cannot be read or has another form
     */
    public static List<Token> tokensOf(Path file) {
        List<String> lines = lines(file, "token file");
        if (lines.size() == 1 && lines.get(0).split("\\s+", -1).length != 3) {
            return List.of(new Token("token", Role.CLIENT, AccessToken.of(lines.get(0)), false));
        }
        var tokens = new ArrayList<Token>();
        for (String line : lines) {
            String[] words = line.split("\\s+", -1);
            if (words.length != 3) {
                throw new InvalidInputException(
                        "A line of the token file (" + file + ") has " + words.length + " words.",
                        "Write one token alone, or lines NAME ROLE TOKEN, as: alice client $(openssl rand -hex 32)");
            }
            tokens.add(new Token(words[0], Role.parse(words[1]), AccessToken.of(words[2]), false));
        }
        if (tokens.isEmpty()) {
            throw new InvalidInputException(
                    "The token file (" + file + ") has no token.", "Make one with: openssl rand -hex 32");
        }
        return tokens;
    }

    /**
     * Reads a file of names that certificates must have: lines {@code ROLE NAME}, where a name may be {@code *.} and the end of one.
     *
     * @throws InvalidInputException when it cannot be read or has another form
     */
    public static List<Name> namesOf(Path file) {
        var names = new ArrayList<Name>();
        for (String line : lines(file, "file of names")) {
            String[] words = line.split("\\s+", -1);
            if (words.length != 2) {
                throw new InvalidInputException(
                        "A line of the file of names (" + file + ") has " + words.length + " words.",
                        "Write lines ROLE NAME, as: client *.probes.example.org");
            }
            names.add(new Name(Role.parse(words[0]), words[1]));
        }
        if (names.isEmpty()) {
            throw new InvalidInputException(
                    "The file of names (" + file + ") lets nobody in.",
                    "Write lines ROLE NAME, or leave the file away.");
        }
        return names;
    }

    /**
     * Reads lists of revoked certificates (PEM or DER).
     *
     * @throws InvalidInputException when it cannot be read or is none
     */
    public static List<X509CRL> revokedOf(Path file) {
        try (var in = Files.newInputStream(file)) {
            List<X509CRL> lists = CertificateFactory.getInstance("X.509").generateCRLs(in).stream()
                    .map(X509CRL.class::cast)
                    .toList();
            if (!lists.isEmpty()) {
                return lists;
            }
        } catch (IOException | GeneralSecurityException e) {
            throw noList(file, e);
        }
        throw noList(file, new IOException("no list in it"));
    }

    private static InvalidInputException noList(Path file, Exception cause) {
        return new InvalidInputException(
                "The list of revoked certificates (" + file + ") cannot be used: " + cause.getMessage(),
                "Give the list of the authority as PEM: openssl ca -gencrl.",
                cause);
    }

    private static List<String> lines(Path file, String what) {
        try {
            return Files.readAllLines(file).stream()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new InvalidInputException(
                    "The " + what + " (" + file + ") cannot be read.", "Check that it is there and yours to read.", e);
        }
    }
}
