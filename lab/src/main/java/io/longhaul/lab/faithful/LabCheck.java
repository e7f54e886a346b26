package io.longhaul.lab.faithful;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Whether this machine can run a faithful lab, and if not, what is missing. Stateless. */
public final class LabCheck {
    private static final Path TUN = Path.of("/dev/net/tun");
    private static final long SECONDS = 10;

    private LabCheck() {}

    /** What is missing, one sentence with its remedy each; empty when a faithful lab can run here. */
    public static List<String> missing() {
        var missing = new ArrayList<String>();
        if (!System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux")) {
            missing.add("The faithful lab needs Linux; use the portable one here.");
            return missing;
        }
        for (String tool : List.of("unshare", "ip", "mount", "sh")) {
            if (!isOnPath(tool)) {
                missing.add("The program " + tool + " is not on the path: install "
                        + (tool.equals("ip") ? "iproute2" : "util-linux") + ".");
            }
        }
        if (!Files.exists(TUN)) {
            missing.add("There is no /dev/net/tun: load the tun module (modprobe tun), or give the container the device"
                    + " (--device /dev/net/tun).");
        } else if (!Files.isReadable(TUN) || !Files.isWritable(TUN)) {
            missing.add(
                    "/dev/net/tun may not be opened by this user: make it mode 0666, as udev does, or run as root.");
        }
        if (missing.isEmpty()) {
            checkNamespaces(missing);
        }
        return missing;
    }

    /** Whether to make namespaces as root, without a namespace of users. */
    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /** The arguments of {@code unshare} that make the outer namespaces. */
    static List<String> unshare(boolean asRoot) {
        return List.of("unshare", asRoot ? "-nm" : "-Urnm", "--uts", "--ipc", "--pid", "--fork", "--kill-child");
    }

    /** What to do about what the lab's process said as it failed to start. */
    static String adviceFor(String said) {
        if (said.contains("/etc/hosts")) {
            return "The lab needs to mount its own /etc/hosts over the machine's: in a container, give it CAP_SYS_ADMIN.";
        }
        if (said.contains("RTNETLINK") || said.contains("Cannot open netlink")) {
            return "The lab may not set up its network here: in a container, give it CAP_NET_ADMIN.";
        }
        return "What its process said stands in the message; longhaul lab check says what this machine lacks.";
    }

    private static void checkNamespaces(List<String> missing) {
        var command = new ArrayList<>(unshare(isRoot()));
        command.add("true");
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            boolean done = process.waitFor(SECONDS, TimeUnit.SECONDS);
            if (!done) {
                process.destroyForcibly();
            }
            if (!done || process.exitValue() != 0) {
                String said = done
                        ? new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()
                        : "no answer";
                missing.add("Namespaces cannot be made here (" + said + "): allow user namespaces"
                        + " (kernel.apparmor_restrict_unprivileged_userns=0, user.max_user_namespaces above 0), run as"
                        + " root, or give the container CAP_SYS_ADMIN and CAP_NET_ADMIN.");
            }
        } catch (IOException e) {
            missing.add("The program unshare cannot be run: " + e.getMessage() + ".");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            missing.add("Interrupted while namespaces were tried.");
        }
    }

    static boolean isOnPath(String tool) {
        for (String directory :
                System.getenv().getOrDefault("PATH", "/usr/bin:/bin").split(":", -1)) {
            if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, tool))) {
                return true;
            }
        }
        return false;
    }
}
