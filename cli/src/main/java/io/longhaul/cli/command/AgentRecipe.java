package io.longhaul.cli.command;

import io.longhaul.clouds.fleet.CloudInit;
import io.longhaul.core.error.InvalidInputException;
import java.util.List;
import java.util.stream.Collectors;

/** Files that start an agent, of the options it shall have: for systemd, for cloud-init, for containers. */
enum AgentRecipe {
    /** A unit that restarts the agent and lets it write nothing but its own state. */
    SYSTEMD {
        @Override
        String of(List<String> options) {
            return CloudInit.agentUnit(words(options).replace("%", "%%").replace("$", "$$"), "DynamicUser=yes");
        }
    },

    /** User data of a VM that fetches the archive from where you have put it, and runs the unit. */
    CLOUD_INIT {
        @Override
        String of(List<String> options) {
            return """
                    #cloud-config
                    # Put longhaul.tar.gz (mvn -Parchive package -pl cli -am) where the VM can fetch it, and its address here.
                    write_files:
                      - path: /etc/systemd/system/longhaul-agent.service
                        content: |
                    %s
                    runcmd:
                      - [sh, -c, "mkdir -p /opt/longhaul && curl -fsSL ADDRESS/longhaul.tar.gz | tar -xz -C /opt/longhaul --strip-components=1"]
                      - [/opt/longhaul/install]
                      - [systemctl, enable, --now, longhaul-agent]
                    """.formatted(SYSTEMD.of(options)
                    .lines()
                    .map(line -> line.isEmpty() ? "" : "      " + line)
                    .collect(Collectors.joining("\n")));
        }
    },

    /** For any builder of images; the base needs the GNU C library and nothing else. */
    CONTAINER {
        @Override
        String of(List<String> options) {
            return """
                    # podman build -t longhaul-agent . && podman run --network host longhaul-agent
                    FROM debian:stable-slim
                    ADD longhaul.tar.gz /opt/
                    RUN /opt/longhaul-*/install && useradd --system --create-home longhaul
                    USER longhaul
                    EXPOSE 5201/tcp 5201/udp 5202/tcp
                    ENTRYPOINT ["longhaul", "agent"%s]
                    """.formatted(options.stream()
                    .map(option -> ", \"" + option.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                    .collect(Collectors.joining()));
        }
    };

    /**
     * The file.
     *
     * @param options of the agent
     */
    abstract String of(List<String> options);

    private static String words(List<String> options) {
        return options.stream()
                .map(option -> option.matches("[A-Za-z0-9@%+=:,./$_-]+")
                        ? option
                        : "\"" + option.replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .collect(Collectors.joining(" "));
    }

    /** What cannot stand in one line of a file is refused. */
    static List<String> checked(List<String> options) {
        if (options.stream().anyMatch(option -> option.chars().anyMatch(Character::isISOControl))) {
            throw new InvalidInputException(
                    "An option of the agent has characters that no file of one line holds.", "Leave them out.");
        }
        return options;
    }
}
