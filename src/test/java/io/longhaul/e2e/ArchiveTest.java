package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive with a runtime of its own, started where there is no Java: in a root file system of its own that has a shell, the C and C++
 * libraries and nothing else, in namespaces of its own.
 */
class ArchiveTest {
    private static final Path ROOT = Path.of(System.getProperty("longhaul.root"));
    private static final long MOST_OCTETS = 60_000_000;

    /** Fills a folder with a shell, and what it and the runtime are linked to. */
    private static final String BARE = """
            set -e
            mkdir -p root/bin root/tmp root/proc root/dev root/usr root/opt
            tar -C root/opt -xzf *.tar.gz
            cp /bin/sh /usr/bin/readlink /usr/bin/mkdir /usr/bin/ln root/bin/
            for file in root/bin/* root/opt/*/runtime/bin/java root/opt/*/runtime/lib/*.so root/opt/*/runtime/lib/server/*.so
            do ldd "$file" | grep -o '/lib[^ ]*' || true
            done | sort -u | while read -r lib
            do if [ -e "$lib" ]; then mkdir -p "root${lib%/*}"; cp -L "$lib" "root$lib"; fi
            done
            """;

    @TempDir
    private static Path folder;

    private static Path archive = Path.of("");

    @BeforeAll
    static void pack() throws Exception {
        run(
                ROOT,
                ROOT.resolve("bin/archive").toString(),
                ROOT.resolve("cli/target/longhaul/lib").toString(),
                folder.toString(),
                "test");
        try (var files = Files.list(folder)) {
            archive = files.filter(file -> file.toString().endsWith(".tar.gz"))
                    .findFirst()
                    .orElseThrow();
        }
        run(folder, "sh", "-c", BARE);
    }

    private static String run(Path where, String... words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .directory(where.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private static List<String> inside(String line) {
        return List.of(
                "unshare",
                "--mount",
                "--pid",
                "--net",
                "--fork",
                "--kill-child",
                "sh",
                "-c",
                "mount -t proc proc root/proc && ip link set lo up && exec chroot root /bin/sh -c 'PATH=/bin:/usr/bin; "
                        + line + "'");
    }

    @Test
    void it_is_small_and_its_checksum_is_right() throws Exception {
        assertThat(Files.size(archive)).isLessThan(MOST_OCTETS);
        byte[] sum = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive));
        assertThat(Files.readString(Path.of(archive + ".sha256")))
                .isEqualTo(HexFormat.of().formatHex(sum) + "  " + archive.getFileName() + "\n");
    }

    @Test
    void it_runs_where_there_is_no_java_and_install_puts_it_on_the_path() throws Exception {
        String said = run(
                folder,
                inside("opt/*/install /usr && longhaul --version && longhaul certs init /tmp/pki")
                        .toArray(String[]::new));

        assertThat(said).contains("longhaul 0").contains("Made an authority in /tmp/pki");
        assertThat(folder.resolve("root/tmp/pki/authority.pem")).as(said).exists();
    }

    @Test
    void an_agent_starts_from_it() throws Exception {
        Process agent = new ProcessBuilder(inside("opt/*/bin/longhaul agent --orders-port 5202 --site lab:a"))
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = agent.inputReader(StandardCharsets.UTF_8)) {
            assertThat(out.readLine()).contains("Listening on 127.0.0.1:5201");
            assertThat(out.readLine()).contains("Taking orders at 127.0.0.1:5202");
        } finally {
            agent.destroy();
        }
    }
}
