package io.longhaul.campaign.certs;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.probes.spec.Role;
import io.longhaul.probes.spec.TlsIdentity;
import io.longhaul.store.FileAccess;
import io.longhaul.store.StoreException;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.CertIOException;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.operator.jcajce.JcaContentVerifierProviderBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcaPKCS10CertificationRequest;

/**
 * A private authority: a key and a certificate in a folder, which issues certificates of short life to agents and coordinators. All keys
 * are of P-256. Key files can be read by their owner only. Immutable; safe for any thread, but a folder is for one process at a time.
 */
public final class CertificateAuthority {
    /** The authority's certificate, in its own folder and in that of every holder. */
    public static final String AUTHORITY = "authority.pem";

    /** A holder's certificate. */
    public static final String CERTIFICATE = "cert.pem";

    /** A holder's key, PKCS #8. */
    public static final String KEY = "key.pem";

    /** Which names of certificates mean an agent and which a coordinator, as {@code agent --tls-names} reads them. */
    public static final String NAMES = "names.txt";

    private static final String AUTHORITY_KEY = "authority.key";
    private static final String SIGNATURE = "SHA256withECDSA";
    private static final int SERIAL_BITS = 127;

    /** Clocks of VMs that have just started may be behind. */
    private static final Duration EARLIER = Duration.ofMinutes(10);

    private static final String NAME_LINES = "# ROLE NAME: who may measure, and who may give orders.\n" + "client *"
            + Holder.suffix(Role.CLIENT) + "\ncoordinator *" + Holder.suffix(Role.COORDINATOR) + "\n";

    private final Path folder;
    private final X509Certificate certificate;
    private final PrivateKey key;

    private CertificateAuthority(Path folder, X509Certificate certificate, PrivateKey key) {
        this.folder = folder;
        this.certificate = certificate;
        this.key = key;
    }

    /**
     * Makes an authority in a folder, which is made when it is missing.
     *
     * @param name of the authority, for people
     * @throws InvalidInputException when there is one already, or the validity reaches beyond what certificates can say
     * @throws StoreException when the files cannot be written
     */
    public static CertificateAuthority create(
            Path folder, String name, Duration validity, Instant now, SecureRandom random) {
        Path keyFile = folder.resolve(AUTHORITY_KEY);
        if (Files.exists(keyFile, LinkOption.NOFOLLOW_LINKS)) {
            throw new InvalidInputException(
                    "There is an authority in " + folder + " already.",
                    "Issue certificates with it, or make another in a new folder; nothing is replaced.");
        }
        KeyPair own = newKeys(random);
        var subject = new X500Principal("CN=" + escaped(name));
        X509Certificate certificate =
                sign(subject, subject, own.getPublic(), own.getPrivate(), now, end(now, validity), random, builder -> {
                    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
                    builder.addExtension(
                            Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
                    builder.addExtension(
                            Extension.subjectKeyIdentifier,
                            false,
                            new JcaX509ExtensionUtils().createSubjectKeyIdentifier(own.getPublic()));
                });
        writeSecret(keyFile, pem("PRIVATE KEY", own.getPrivate().getEncoded()));
        FileAccess.replace(folder.resolve(AUTHORITY), pemOf(certificate));
        FileAccess.replace(folder.resolve(NAMES), NAME_LINES);
        return new CertificateAuthority(folder, certificate, own.getPrivate());
    }

    /**
     * The authority that {@link #create} made in a folder.
     *
     * @throws InvalidInputException when there is none, or others than its owner may read the key
     */
    public static CertificateAuthority open(Path folder) {
        Path keyFile = folder.resolve(AUTHORITY_KEY);
        requireSecret(keyFile);
        String text = FileAccess.readText(keyFile);
        try (InputStream in = Files.newInputStream(folder.resolve(AUTHORITY))) {
            String body =
                    text.replaceAll("-----(BEGIN|END) PRIVATE KEY-----", "").replaceAll("\\s", "");
            PrivateKey key = KeyFactory.getInstance("EC")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(body)));
            var certificate =
                    (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
            return new CertificateAuthority(folder, certificate, key);
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new InvalidInputException(
                    "The files of the authority in " + folder + " cannot be used: " + e.getMessage() + ".",
                    "Restore " + AUTHORITY + " and " + AUTHORITY_KEY
                            + ", or make a new authority: longhaul certs init.",
                    e);
        } catch (IOException e) {
            throw FileAccess.unreadable(folder.resolve(AUTHORITY), e);
        }
    }

    private static void requireSecret(Path keyFile) {
        if (!Files.isRegularFile(keyFile, LinkOption.NOFOLLOW_LINKS)) {
            throw new InvalidInputException(
                    "There is no authority in " + keyFile.toAbsolutePath().getParent() + ".",
                    "Make one with: longhaul certs init FOLDER");
        }
        try {
            Set<PosixFilePermission> rights = Files.getPosixFilePermissions(keyFile, LinkOption.NOFOLLOW_LINKS);
            if (!PosixFilePermissions.fromString("rw-------").containsAll(rights)) {
                throw new InvalidInputException(
                        "Others may read or write the authority's key (" + keyFile + ").",
                        "Run chmod 600 on it; if others could have read it, make a new authority.");
            }
        } catch (IOException e) {
            throw FileAccess.unreadable(keyFile, e);
        }
    }

    /**
     * Who shows the certificate of a folder that {@link #issue} made.
     *
     * @throws InvalidInputException when a file of it is missing, or cannot be used
     */
    public static TlsIdentity identity(Path issued) {
        return TlsIdentity.ofFiles(issued.resolve(CERTIFICATE), issued.resolve(KEY), issued.resolve(AUTHORITY));
    }

    /** What {@link #issue} has made. Immutable. */
    public record Issued(Path folder, X509Certificate certificate) {}

    /**
     * Issues a certificate with a new key: a folder of the holder's name below {@code into}, which holds all that the holder needs. An
     * earlier one is replaced, file by file, the key first.
     *
     * @throws InvalidInputException when the authority ends before the certificate would
     * @throws StoreException when the files cannot be written
     */
    public Issued issue(Holder holder, Path into, Instant now, SecureRandom random) {
        Instant end = end(now, holder.validity());
        if (end.isAfter(certificate.getNotAfter().toInstant())) {
            throw new InvalidInputException(
                    "The certificate would be good until " + end + ", and the authority only is until "
                            + certificate.getNotAfter().toInstant() + ".",
                    "Give a shorter --valid, or make a new authority.");
        }
        KeyPair own = newKeys(random);
        X509Certificate issued = certificateFor(holder, own.getPublic(), now, end, random);
        Path made = into.resolve(holder.name());
        writeSecret(made.resolve(KEY), pem("PRIVATE KEY", own.getPrivate().getEncoded()));
        FileAccess.replace(made.resolve(CERTIFICATE), pemOf(issued));
        FileAccess.replace(made.resolve(AUTHORITY), pemOf(certificate));
        FileAccess.replace(made.resolve(NAMES), FileAccess.readText(folder.resolve(NAMES)));
        return new Issued(made, issued);
    }

    /**
     * A certificate (PEM) for a key that was made elsewhere and stays there.
     *
     * @param request PKCS #10 (PEM), signed by that key; only the key is taken from it
     * @throws InvalidInputException when it is no such request, or the authority ends before the certificate would
     */
    public String endorse(String request, Holder holder, Instant now, SecureRandom random) {
        Instant end = end(now, holder.validity());
        if (end.isAfter(goodUntil())) {
            throw new InvalidInputException(
                    "The certificate would be good until " + end + ", and the authority only is until " + goodUntil()
                            + ".",
                    "Make a new authority.");
        }
        PublicKey other;
        boolean signed;
        try {
            String body = request.replaceAll("-----(BEGIN|END) (NEW )?CERTIFICATE REQUEST-----", "")
                    .replaceAll("\\s", "");
            var asked = new JcaPKCS10CertificationRequest(Base64.getDecoder().decode(body));
            other = asked.getPublicKey();
            signed = other.getAlgorithm().equals("EC")
                    && asked.isSignatureValid(new JcaContentVerifierProviderBuilder().build(other));
        } catch (IOException
                | GeneralSecurityException
                | OperatorCreationException
                | PKCSException
                | RuntimeException e) {
            // Bouncy Castle throws more than it says at octets that are no request
            throw new InvalidInputException(
                    "The request for a certificate of " + holder.name() + " cannot be read: " + e.getMessage() + ".",
                    "Make it with openssl req -new.",
                    e);
        }
        if (!signed) {
            throw new InvalidInputException(
                    "The request for a certificate of " + holder.name() + " is not signed by an EC key.",
                    "Make it with openssl req -new.");
        }
        return pemOf(certificateFor(holder, other, now, end, random));
    }

    private X509Certificate certificateFor(
            Holder holder, PublicKey holders, Instant now, Instant end, SecureRandom random) {
        return sign(
                new X500Principal("CN=" + holder.domain()),
                certificate.getSubjectX500Principal(),
                holders,
                key,
                now,
                end,
                random,
                builder -> {
                    var identifiers = new JcaX509ExtensionUtils();
                    builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
                    builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
                    builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes(holder)));
                    builder.addExtension(Extension.subjectAlternativeName, false, names(holder));
                    builder.addExtension(
                            Extension.subjectKeyIdentifier, false, identifiers.createSubjectKeyIdentifier(holders));
                    builder.addExtension(
                            Extension.authorityKeyIdentifier,
                            false,
                            identifiers.createAuthorityKeyIdentifier(certificate));
                });
    }

    /** A token for a purpose, always the same: nobody without the authority's key can know it. */
    public String tokenFor(String purpose) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getEncoded(), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(purpose.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has HmacSHA256", e);
        }
    }

    /** The authority's own certificate (PEM). */
    public String certificatePem() {
        return pemOf(certificate);
    }

    /** Which names mean what, as agents read it. */
    public static String names() {
        return NAME_LINES;
    }

    /** Until when it issues. */
    public Instant goodUntil() {
        return certificate.getNotAfter().toInstant();
    }

    private static KeyPurposeId[] purposes(Holder holder) {
        return holder.hosts().isEmpty()
                ? new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth}
                : new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
    }

    private static GeneralNames names(Holder holder) {
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.dNSName, holder.domain()));
        for (String host : holder.hosts()) {
            names.add(new GeneralName(
                    Holder.isAddress(host) ? GeneralName.iPAddress : GeneralName.dNSName,
                    host.toLowerCase(Locale.ROOT)));
        }
        return new GeneralNames(names.toArray(new GeneralName[0]));
    }

    private static Instant end(Instant now, Duration validity) {
        Instant last = Instant.parse("9999-12-31T23:59:59Z");
        if (validity.compareTo(Duration.between(now, last)) > 0) {
            throw new InvalidInputException(
                    "The validity (" + validity.toDays() + "d) reaches beyond the year 9999.",
                    "Give some days, as 365d.");
        }
        return now.plus(validity);
    }

    private static String escaped(String name) {
        if (name.isBlank() || name.length() > 64 || name.chars().anyMatch(c -> c < ' ' || c == 127)) {
            throw new InvalidInputException(
                    "The authority's name has " + name.length() + " characters, or some that cannot be shown.",
                    "Give a short name, as 'Longhaul of data platform'.");
        }
        return '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    private static KeyPair newKeys(SecureRandom random) {
        try {
            KeyPairGenerator keys = KeyPairGenerator.getInstance("EC");
            keys.initialize(new ECGenParameterSpec("secp256r1"), random);
            return keys.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has P-256", e);
        }
    }

    private interface Extensions {
        void addTo(JcaX509v3CertificateBuilder builder) throws CertIOException, GeneralSecurityException;
    }

    private static X509Certificate sign(
            X500Principal subject,
            X500Principal issuer,
            PublicKey subjectKey,
            PrivateKey issuerKey,
            Instant now,
            Instant end,
            SecureRandom random,
            Extensions extensions) {
        try {
            var builder = new JcaX509v3CertificateBuilder(
                    issuer,
                    new BigInteger(SERIAL_BITS, random).setBit(SERIAL_BITS - 1),
                    Date.from(now.minus(EARLIER)),
                    Date.from(end),
                    subject,
                    subjectKey);
            extensions.addTo(builder);
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder(SIGNATURE)
                            .setSecureRandom(random)
                            .build(issuerKey)));
        } catch (CertIOException | GeneralSecurityException | OperatorCreationException e) {
            throw new IllegalStateException("a certificate of P-256 can be signed", e);
        }
    }

    private static String pemOf(X509Certificate certificate) {
        try {
            return pem("CERTIFICATE", certificate.getEncoded());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a certificate just made can be encoded", e);
        }
    }

    private static String pem(String kind, byte[] octets) {
        String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
        return "-----BEGIN " + kind + "-----\n" + body + "\n-----END " + kind + "-----\n";
    }

    /** Nobody else can read it at any moment; what stood there before is replaced in one step. */
    private static void writeSecret(Path file, String text) {
        Path temporary = FileAccess.beside(file.toAbsolutePath());
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.createFile(
                    temporary, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(temporary, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            StoreException failed = FileAccess.unwritable(file, e);
            try {
                Files.deleteIfExists(temporary);
            } catch (IOException leftBehind) {
                failed.addSuppressed(leftBehind);
            }
            throw failed;
        }
    }
}
