package io.longhaul.clouds.fleet;

import io.longhaul.clouds.Label;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a VM does at its first boot, as cloud-init reads it: the timer that ends it, the kernel's settings, and the agent with a certificate
 * that it fetches by a token good once. Immutable, safe for any thread.
 */
public final class CloudInit {
    /** Where the end of the lease is looked up, by provider: each cloud tells a VM its own tags. */
    private static final Map<String, String> LOOK = Map.of("aws", """
            token=$(curl -fsS -m 5 -X PUT -H 'X-aws-ec2-metadata-token-ttl-seconds: 60' http://169.254.169.254/latest/api/token)
            new=$(curl -fsS -m 5 -H "X-aws-ec2-metadata-token: $token" http://169.254.169.254/latest/meta-data/tags/instance/LABEL)
            """, "gcp", """
            new=$(curl -fsS -m 5 -H 'Metadata-Flavor: Google' http://169.254.169.254/computeMetadata/v1/instance/attributes/LABEL)
            """, "azure", """
            new=$(curl -fsS -m 5 -H 'Metadata: true' 'http://169.254.169.254/metadata/instance/compute/tags?api-version=2021-02-01&format=text' |
              tr ';' '\\n' | sed -n 's/^LABEL://p')
            """);

    private final Fleet fleet;
    private final Optional<Home> home;

    /**
     * Where a VM asks for its certificate.
     *
     * @param address host and port
     * @param authority certificate (PEM) that the host shows
     * @param names which names of certificates may do what
     */
    public record Home(String address, String authority, String names) {}

    /** For the VMs of a fleet; without a home, agents have no certificates, and none is started. */
    public CloudInit(Fleet fleet, Optional<Home> home) {
        this.fleet = fleet;
        this.home = home;
    }

    /** How a VM ends itself: on Azure a machine that is shut down goes on costing, so it has itself deleted where it may. */
    private static String end(Optional<String> identity) {
        return identity.map("""
                vm=$(curl -fsS -m 5 -H 'Metadata: true' 'http://169.254.169.254/metadata/instance/compute/resourceId?api-version=2021-02-01&format=text')
                token=$(curl -fsS -m 20 -H 'Metadata: true' 'http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&resource=https%%3A%%2F%%2Fmanagement.azure.com%%2F&mi_res_id=%s' |
                  sed -n 's/.*"access_token" *: *"\\([^"]*\\)".*/\\1/p')
                printf 'header = "Authorization: Bearer %%s"\\n' "$token" |
                  curl -fsS -m 60 -X DELETE -K - "https://management.azure.com$vm?api-version=2024-03-01"
                """::formatted).orElse("shutdown -h now\n");
    }

    /**
     * The script that ends the VM a minute after the end of its lease; a minute apart, for ever.
     *
     * @param identity that the VM may delete itself by; empty where it shuts itself down
     */
    static String leaseScript(String provider, Optional<String> identity) {
        return """
                #!/bin/sh
                # Ends this VM when its lease is over. The end stands in the VM's own tags; the last one known counts.
                file=${LONGHAUL_LEASE:-/etc/longhaul-lease}
                end=$(cat "$file")
                %scase $new in
                  [0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]) echo "$new" >"$file"; end=$new ;;
                esac
                [ "$(date +%%s)" -ge $((end + 60)) ] || exit 0
                %s""".formatted(LOOK.getOrDefault(provider, "new=\n").replace("LABEL", Label.EXPIRES), end(identity));
    }

    /**
     * The user data of a VM.
     *
     * @param token good once, for its certificate; it is all that is secret here
     */
    public String of(String name, Fleet.Group group, Label label, String token) {
        Fleet.Tuning tuning = fleet.tuning();
        Optional<Fleet.Archive> archive = fleet.archive();
        List<String> files = new ArrayList<>();
        files.add(file("/etc/longhaul-lease", "0644", label.expires().getEpochSecond() + "\n"));
        files.add(file(
                "/usr/local/sbin/longhaul-lease",
                "0755",
                leaseScript(group.site().provider(), fleet.identity(group.site()))));
        files.add(file("/etc/systemd/system/longhaul-lease.service", "0644", """
                [Unit]
                Description=Ends this VM when its lease is over

                [Service]
                Type=oneshot
                ExecStart=/usr/local/sbin/longhaul-lease
                """));
        files.add(file("/etc/systemd/system/longhaul-lease.timer", "0644", """
                [Unit]
                Description=Looks every minute whether the lease of this VM is over

                [Timer]
                OnBootSec=60
                OnUnitActiveSec=60

                [Install]
                WantedBy=timers.target
                """));
        if (tuning.congestion().isPresent() || tuning.window().isPresent()) {
            files.add(file("/etc/sysctl.d/90-longhaul.conf", "0644", sysctl(tuning)));
        }
        List<String> run = new ArrayList<>();
        // first of all, so that a boot that breaks later has its end already
        run.add("[systemctl, enable, --now, longhaul-lease.timer]");
        if (tuning.congestion().isPresent() || tuning.window().isPresent()) {
            run.add("[sysctl, --system]");
        }
        if (archive.isPresent()) {
            files.add(file("/usr/local/sbin/longhaul-fetch", "0755", fetchScript(archive.get())));
            run.add("[/usr/local/sbin/longhaul-fetch]");
        }
        if (home.isPresent() && archive.isPresent()) {
            files.add(file("/etc/longhaul/authority.pem", "0644", home.get().authority()));
            files.add(file("/etc/longhaul/names.txt", "0644", home.get().names()));
            files.add(file(
                    "/usr/local/sbin/longhaul-enrol",
                    "0700",
                    enrolScript(home.get(), name, token, group.isScreened())));
            files.add(file(
                    "/etc/systemd/system/longhaul-agent.service", "0644", agentUnit(options(group), "User=longhaul")));
            run.add("[/usr/local/sbin/longhaul-enrol]");
            run.add("[systemctl, enable, --now, longhaul-agent]");
        }
        return "#cloud-config\nwrite_files:\n"
                + String.join("", files)
                + "runcmd:\n"
                + run.stream().map(line -> "  - " + line + "\n").collect(Collectors.joining());
    }

    private static String file(String path, String mode, String content) {
        return "  - path: " + path + "\n    permissions: '" + mode + "'\n    content: |\n"
                + content.lines()
                        .map(line -> line.isEmpty() ? "\n" : "      " + line + "\n")
                        .collect(Collectors.joining());
    }

    private static String sysctl(Fleet.Tuning tuning) {
        List<String> lines = new ArrayList<>();
        tuning.congestion().ifPresent(name -> lines.add("net.ipv4.tcp_congestion_control = " + name));
        tuning.window().ifPresent(octets -> {
            lines.add(String.format(Locale.ROOT, "net.core.rmem_max = %d", octets));
            lines.add(String.format(Locale.ROOT, "net.core.wmem_max = %d", octets));
            lines.add(String.format(Locale.ROOT, "net.ipv4.tcp_rmem = 4096 131072 %d", octets));
            lines.add(String.format(Locale.ROOT, "net.ipv4.tcp_wmem = 4096 65536 %d", octets));
        });
        return String.join("\n", lines) + "\n";
    }

    private static String fetchScript(Fleet.Archive archive) {
        return """
                #!/bin/sh
                set -e
                umask 022
                file=$(mktemp)
                curl -fsSL --retry 10 --retry-delay 3 -o "$file" '%s'
                echo '%s  '"$file" | sha256sum -c -
                mkdir -p /opt/longhaul
                tar -xzf "$file" -C /opt/longhaul --strip-components=1
                rm "$file"
                /opt/longhaul/install
                """.formatted(archive.url(), archive.sha256());
    }

    /** Goes with the request; a machine that is not fit says so by its figures, not by its code. */
    private static final String SCREEN =
            "PATH=$PATH:/usr/local/bin longhaul screen --format json >>request.pem || true\n";

    /** The key is made on the VM and never leaves it; the token dies with its first use, and this file with it. */
    private static String enrolScript(Home home, String name, String token, boolean screened) {
        return """
                #!/bin/sh
                set -e
                umask 077
                cd "${LONGHAUL_CONF:-/etc/longhaul}"
                trap 'rm -f ask.conf request.pem' EXIT
                openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out key.pem
                openssl req -new -key key.pem -subj '/CN=%s' -out request.pem
                %secho 'header = "Authorization: Bearer %s"' >ask.conf
                curl -fsS --retry 60 --retry-delay 5 --retry-connrefused -K ask.conf --cacert authority.pem \\
                  --data-binary @request.pem -o cert.pem 'https://%s/certificate'
                rm -f "$0"
                [ -n "$LONGHAUL_CONF" ] || { useradd --system longhaul; chown -R longhaul: .; }
                """.formatted(name, screened ? SCREEN : "", token, home.address());
    }

    private static String options(Fleet.Group group) {
        return "--bind 0.0.0.0 --site " + group.site() + " --vm " + group.type()
                + " --orders-port 5202 --tls-cert /etc/longhaul/cert.pem --tls-key /etc/longhaul/key.pem"
                + " --tls-ca /etc/longhaul/authority.pem --tls-names /etc/longhaul/names.txt";
    }

    /**
     * The unit of systemd that restarts an agent and lets it write nothing but its own state.
     *
     * @param options of the agent, as the unit has them
     * @param user line that says who runs it
     */
    public static String agentUnit(String options, String user) {
        return """
                [Unit]
                Description=Longhaul agent
                Wants=network-online.target
                After=network-online.target

                [Service]
                ExecStart=/usr/local/bin/longhaul agent %s
                Restart=always
                RestartSec=5
                %s
                StateDirectory=longhaul
                Environment=XDG_STATE_HOME=/var/lib/longhaul
                WorkingDirectory=/var/lib/longhaul
                NoNewPrivileges=yes
                ProtectSystem=strict
                ProtectHome=yes
                PrivateTmp=yes
                LimitNOFILE=65536

                [Install]
                WantedBy=multi-user.target
                """.formatted(options, user);
    }
}
