package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An agent as its operator starts it: what is open to whom, what it may cost, and who is let in without a restart. */
class AgentCommandTest {
    private static final String ALICE = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    private static final String BOB = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";
    private static final int USAGE = 2;
    private static final int DAYS = 31;
    private static final int PATIENCE_SECONDS = 30;

    @TempDir
    private Path folder;

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** Words of a line, with files of this folder where a word begins with @. */
    private List<String> words(String line) {
        var words = new ArrayList<String>();
        for (String word : line.split(" ", -1)) {
            words.add(word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word);
        }
        return words;
    }

    private CommandProcess agent(String line) throws IOException {
        var words = new ArrayList<>(List.of("agent", "--port", "0", "--usage-file"));
        words.add(folder.resolve("usage").toString());
        words.addAll(words(line));
        return CommandProcess.start(folder, words);
    }

    private static String portOf(CommandProcess agent) throws IOException, InterruptedException {
        return agent.prints(Pattern.compile("Listening on \\S*:(\\d+)\n")).group(1);
    }

    private Command probe(String port, String more) {
        var words = new ArrayList<>(List.of("probe", "latency", "127.0.0.1:" + port, "--count", "1"));
        words.addAll(words(more));
        return Command.run(words.toArray(new String[0]));
    }

    /** Files are looked at once a second. */
    private void endsUp(int code, String port, String more) {
        Instant patience = Instant.now().plusSeconds(PATIENCE_SECONDS);
        Command last = probe(port, more);
        while (last.code() != code && Instant.now().isBefore(patience)) {
            last = probe(port, more);
        }
        last.exits(code);
    }

    @Test
    void a_public_agent_asks_for_a_token() {
        assertThat(Command.run("agent", "--public", "--port", "0").exits(USAGE).err())
                .contains("token", "certificate");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--public --open-to-iperf3",
                "--bind 0.0.0.0 --open-to-iperf3",
                "--bind 0.0.0.0 --open-to-iperf3 --allow 10.0.0.0/8",
                "--bind 0.0.0.0 --open-to-iperf3 --allow 10.0.0.0/8 --max-rate 1Gbit/s",
                "--bind 0.0.0.0 --open-to-iperf3 --max-rate 1Gbit/s --max-volume-per-day 1GB"
            })
    void iperf3_is_served_from_known_addresses_and_within_limits_only(String line) throws IOException {
        file("token", ALICE);
        var words = new ArrayList<>(List.of("agent", "--port", "0"));
        words.addAll(words(line + " --token-file @token --usage-file @usage"));

        assertThat(Command.run(words.toArray(new String[0])).exits(USAGE).err())
                .contains("--allow", "--max-rate and --max-volume-per-day");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--max-cost-per-month 50USD --usage-file @usage | What octets cost is not known",
                "--max-volume-per-day 1GB | needs a file",
                "--max-volume-per-day 0B --usage-file @usage | --max-volume-per-day",
                "--max-rate-total 0bit/s | --max-rate-total",
                "--allow 10.0.0.0/33 | 10.0.0.0/33",
                "--tls-names @missing | mean nothing without TLS",
                "--token-file @missing | cannot be read"
            })
    void what_would_not_limit_anything_is_refused(String line, String told) {
        var words = new ArrayList<>(List.of("agent", "--port", "0"));
        words.addAll(words(line));

        assertThat(Command.run(words.toArray(new String[0])).exits(USAGE).err()).contains(told);
    }

    @Test
    void a_public_agent_says_what_is_open_to_whom_and_what_a_month_may_cost() throws Exception {
        file("tokens", "alice client " + ALICE + "\nbob coordinator " + BOB + "\n");
        String line = "--public --token-file @tokens --site aws:us-east-1 --open-to-iperf3 --allow 192.0.2.0/24";
        try (CommandProcess agent = agent(line)) {
            Matcher cost = agent.prints(
                    Pattern.compile("A month may cost up to USD ([\\d.]+): 3.1TB sent at USD ([\\d.]+)/GB"));

            assertThat(new BigDecimal(cost.group(1)))
                    .isEqualByComparingTo(new BigDecimal(cost.group(2)).multiply(BigDecimal.valueOf(DAYS * 100)));
            agent.prints(Pattern.compile(
                    "Open to: who knows a token \\(alice, bob\\);" + " anybody from 192\\.0\\.2\\.0/24, by iperf3\\."));
            agent.prints(Pattern.compile("Each test: 1min, 1Gbit/s, any volume. All together: 2Gbit/s, 100GB a day."));
        }
    }

    @Test
    void money_is_a_limit() throws Exception {
        file("token", ALICE);
        try (CommandProcess agent = agent("--public --token-file @token --price 0.10USD --max-cost-per-month 50USD")) {
            agent.prints(Pattern.compile("A month may cost up to USD 50.00: 500GB sent at USD 0.10/GB\\."));
        }
    }

    @Test
    void a_public_agent_refuses_long_tests_and_strangers() throws Exception {
        file("token", ALICE);
        file("other", BOB);
        try (CommandProcess agent = agent("--public --token-file @token")) {
            String port = portOf(agent);
            var words = new ArrayList<>(List.of("probe", "throughput", "127.0.0.1:" + port, "-t", "61s"));
            words.addAll(words("--token-file @token"));
            assertThat(Command.run(words.toArray(new String[0])).exits(1).err()).contains("duration");
            probe(port, "--token-file @other").exits(1);
            probe(port, "--token-file @token").exits(0);

            agent.says(Pattern.compile("longhaul.audit - refused token:token from 127.0.0.1 port \\d+: .*duration"));
            agent.says(Pattern.compile("longhaul.audit - refused unknown from 127.0.0.1 port \\d+: "));
            agent.says(Pattern.compile("longhaul.audit - served token:token from 127.0.0.1 port \\d+: "));
        }
    }

    @Test
    void tokens_and_their_roles_change_without_a_restart() throws Exception {
        file("alice", ALICE);
        file("bob", BOB);
        file("tokens", "alice client " + ALICE + "\n");
        try (CommandProcess agent = agent("--token-file @tokens")) {
            String port = portOf(agent);
            probe(port, "--token-file @alice").exits(0);
            probe(port, "--token-file @bob").exits(1);
            file("tokens", "bob coordinator " + BOB + "\n");
            endsUp(0, port, "--token-file @bob");
            probe(port, "--token-file @alice").exits(1);
            file("tokens", "alice client " + ALICE + "\nbob coordinator " + BOB + "\n");
            endsUp(0, port, "--token-file @alice");

            String tests = "agent tests 127.0.0.1:" + port + " --token-file @";
            assertThat(Command.run(words(tests + "bob").toArray(new String[0]))
                            .exits(0)
                            .out())
                    .contains("No tests.");
            Command.run(words(tests + "alice").toArray(new String[0])).exits(1);
        }
    }

    private void identity(String name, X509Bundle issuer, X509Bundle own) throws IOException {
        Files.copy(own.toTempCertChainPem().toPath(), folder.resolve(name + ".pem"), REPLACE);
        Files.copy(own.toTempPrivateKeyPem().toPath(), folder.resolve(name + ".key"), REPLACE);
        Files.copy(issuer.toTempRootCertPem().toPath(), folder.resolve("ca.pem"), REPLACE);
    }

    private static final java.nio.file.CopyOption REPLACE = java.nio.file.StandardCopyOption.REPLACE_EXISTING;

    private static X509Bundle of(X509Bundle issuer, String name, String address) throws Exception {
        return new CertificateBuilder()
                .subject("CN=" + name)
                .addSanDnsName(name)
                .addSanIpAddress(address)
                .buildIssuedBy(issuer);
    }

    private void revoke(X509Bundle issuer, List<X509Certificate> revoked) throws Exception {
        var list = new JcaX509v2CRLBuilder(issuer.getCertificate().getSubjectX500Principal(), Date.from(Instant.now()));
        revoked.forEach(one -> list.addCRLEntry(one.getSerialNumber(), Date.from(Instant.now()), 1));
        X509CRL signed = new JcaX509CRLConverter()
                .getCRL(list.build(new JcaContentSignerBuilder("SHA256withECDSA")
                        .build(issuer.getKeyPair().getPrivate())));
        Files.write(folder.resolve("revoked"), signed.getEncoded());
    }

    @Test
    void certificates_their_names_and_their_revocation_change_without_a_restart() throws Exception {
        X509Bundle authority = new CertificateBuilder()
                .subject("CN=ours")
                .setIsCertificateAuthority(true)
                .buildSelfSigned();
        X509Bundle lost = of(authority, "lost.probes.example", "127.0.0.1");
        identity("vm", authority, of(authority, "vm.example", "127.0.0.1"));
        identity("lost", authority, lost);
        identity("ctl", authority, of(authority, "ctl.example", "127.0.0.1"));
        identity("other", authority, of(authority, "other.example", "127.0.0.1"));
        file("names", "client *.probes.example\ncoordinator ctl.example\n");
        revoke(authority, List.of());
        String as = "--tls-ca @ca.pem --tls-cert @%1$s.pem --tls-key @%1$s.key";
        try (CommandProcess agent = agent(as.formatted("vm") + " --tls-names @names --tls-revoked @revoked")) {
            String port = portOf(agent);
            probe(port, as.formatted("lost")).exits(0);
            probe(port, as.formatted("other")).exits(1);
            String tests = "agent tests 127.0.0.1:" + port + " ";
            Command.run(words(tests + as.formatted("ctl")).toArray(new String[0]))
                    .exits(0);
            Command.run(words(tests + as.formatted("lost")).toArray(new String[0]))
                    .exits(1);

            revoke(authority, List.of(lost.getCertificate()));
            endsUp(1, port, as.formatted("lost"));
            file("names", "client other.example\n");
            endsUp(0, port, as.formatted("other"));
            identity("vm", authority, of(authority, "vm.example", "192.0.2.1"));
            endsUp(1, port, as.formatted("other"));
            identity("vm", authority, of(authority, "vm.example", "127.0.0.1"));
            endsUp(0, port, as.formatted("other"));
        }
    }

    @Test
    void it_prints_what_starts_it_elsewhere() {
        String unit = Command.run(
                        "agent",
                        "--public",
                        "--token-file",
                        "/etc/my token",
                        "--orders-port",
                        "5202",
                        "--print",
                        "systemd")
                .exits(0)
                .out();
        assertThat(unit)
                .contains(
                        "ExecStart=/usr/local/bin/longhaul agent --public --token-file \"/etc/my token\" --orders-port"
                                + " 5202\n")
                .doesNotContain("--print");
        assertThat(Command.run("agent", "--print=cloud-init", "--public")
                        .exits(0)
                        .out())
                .startsWith("#cloud-config")
                .contains("      ExecStart=/usr/local/bin/longhaul agent --public\n");
        assertThat(Command.run("agent", "--print", "container", "--port", "5300")
                        .exits(0)
                        .out())
                .contains("ENTRYPOINT [\"longhaul\", \"agent\", \"--port\", \"5300\"]");
        Command.run("agent", "--print", "cron").exits(2);
    }
}
