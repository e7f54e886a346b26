package io.longhaul.lab.faithful;

import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.LabException;
import io.longhaul.lab.LabHealth;
import io.longhaul.lab.LabTruth;
import io.longhaul.lab.topology.LabTopology;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A faithful lab that some process of this user keeps running, seen from another process. Immutable: how it was when it was
 * asked.
 *
 * @param id tells it from this user's other labs
 * @param pid of its Java process, in this process's namespace
 * @param topology what it emulates
 * @param truth what it did
 * @param health whether it kept its promises
 * @param addresses of the sites
 * @param namespaces file descriptors of the sites' networks in its process
 */
public record RunningLab(
        String id,
        long pid,
        LabTopology topology,
        LabTruth truth,
        LabHealth health,
        Map<SiteId, String> addresses,
        Map<SiteId, Integer> namespaces) {
    private static final JsonMapper JSON = new JsonMapper();

    public RunningLab {
        addresses = Map.copyOf(addresses);
        namespaces = Map.copyOf(namespaces);
    }

    /** All labs of this user, oldest name first. */
    public static List<RunningLab> all() {
        var labs = new ArrayList<RunningLab>();
        for (LabDirectory directory : LabDirectory.all()) {
            ask(directory).ifPresent(labs::add);
        }
        return labs;
    }

    private static Optional<RunningLab> ask(LabDirectory directory) {
        try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(directory.status()))) {
            var reader = new BufferedReader(Channels.newReader(channel, StandardCharsets.UTF_8));
            String line = reader.readLine();
            Optional<Long> pid = pidOf(directory);
            return line == null ? Optional.empty() : pid.map(host -> parse(directory.id(), host, line));
        } catch (IOException e) {
            return Optional.empty(); // it has ended, or is another user's
        }
    }

    /**
     * The process of this user whose command line names the directory and is the first of its namespace of processes. Others
     * may start one that says the same, for somebody to enter.
     */
    private static Optional<Long> pidOf(LabDirectory directory) {
        return ProcessHandle.allProcesses()
                .filter(process -> process.info()
                        .arguments()
                        .filter(arguments -> List.of(arguments).contains(LabHostMain.class.getName()))
                        .filter(arguments ->
                                List.of(arguments).contains(directory.path().toString()))
                        .isPresent())
                .filter(process -> process.info().command().orElse("").endsWith("java"))
                .map(ProcessHandle::pid)
                .filter(pid -> LabDirectory.isMine(Path.of("/proc/" + pid)))
                .findFirst();
    }

    private static RunningLab parse(String id, long pid, String line) {
        JsonNode status = JSON.readTree(line);
        LabTopology topology =
                TopologyYaml.parseJson("lab " + id, status.path("topology").toString());
        var addresses = new LinkedHashMap<SiteId, String>();
        JsonNode named = status.path("addresses");
        named.propertyNames()
                .forEach(site ->
                        addresses.put(SiteId.parse(site), named.path(site).asString()));
        var namespaces = new LinkedHashMap<SiteId, Integer>();
        JsonNode fds = status.path("namespaces");
        fds.propertyNames()
                .forEach(site ->
                        namespaces.put(SiteId.parse(site), fds.path(site).asInt()));
        return new RunningLab(
                id,
                pid,
                topology,
                HostMessages.truth(topology, status.path("truth")),
                HostMessages.health(status.path("health")),
                addresses,
                namespaces);
    }

    /**
     * The command line that runs a program at a site, on the terminal of whoever starts it, in the same working directory.
     *
     * @throws LabException when the program {@code nsenter} is missing
     */
    public List<String> enter(SiteId site, List<String> command, Path directory) {
        topology.getSite(site);
        if (!LabCheck.isOnPath("nsenter")) {
            throw new LabException("The program nsenter is not on the path.", "Install util-linux.");
        }
        var line = new ArrayList<>(List.of("nsenter", "-t", Long.toString(pid), "-m", "-p", "-u", "-i"));
        if (!LabCheck.isRoot()) {
            line.addAll(List.of("-U", "--preserve-credentials"));
        }
        line.add("--net=/proc/" + pid + "/fd/" + namespaces.get(site));
        line.addAll(List.of("sh", "-c", "cd \"$1\" 2>/dev/null; shift; exec \"$@\"", "sh", directory.toString()));
        line.addAll(command);
        return line;
    }

    /** The address of a site, as text. */
    public String addressOf(SiteId site) {
        topology.getSite(site);
        return addresses.getOrDefault(site, "");
    }

    /** What programs at a site find in their environment. */
    public Map<String, String> environment(SiteId site) throws IOException {
        topology.getSite(site);
        var environment = new LinkedHashMap<String, String>();
        String all = new String(Files.readAllBytes(Path.of("/proc/" + pid + "/environ")), StandardCharsets.UTF_8);
        for (String variable : all.split("\0", -1)) {
            int equals = variable.indexOf('=');
            if (equals > 0 && (variable.startsWith("LONGHAUL_") || variable.startsWith("PATH="))) {
                environment.put(variable.substring(0, equals), variable.substring(equals + 1));
            }
        }
        environment.put("LONGHAUL_SITE", site.toString());
        environment.put("LONGHAUL_ADDRESS", addressOf(site));
        return environment;
    }
}
