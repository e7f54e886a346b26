package io.longhaul.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.cli.Main;
import io.longhaul.core.topology.SiteId;
import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.SiteProcess;
import io.longhaul.lab.topology.LabSite;
import io.longhaul.lab.topology.LabTopology;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A faithful lab whose sites are VMs as a person has them: at each an agent, a process of its own with a certificate of its own, and at
 * the first also the coordinator.
 */
final class LabVms implements AutoCloseable {
    /** Programs of many sites share the machine. */
    private static final Duration START = Duration.ofMinutes(5);

    /** As the lab's own programs have it: sites have no hardware address to make an id of, and Netty warns of that. */
    private static final String NETTY_ID = "-Dio.netty.machineId=02:00:0a:42:00:00:00:02";

    private final FaithfulLab lab;
    private final List<String> longhaul;
    private final Path folder;
    private final Map<SiteId, SiteProcess> agents = new LinkedHashMap<>();

    private LabVms(FaithfulLab lab, List<String> longhaul, Path folder) {
        this.lab = lab;
        this.longhaul = longhaul;
        this.folder = folder;
    }

    /** The command as this build has it, as a process. */
    static List<String> built() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                NETTY_ID,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName());
    }

    /** The command of an archive that was unpacked. */
    static List<String> ofArchive(Path home) {
        return List.of(
                "env",
                "LONGHAUL_JAVA_OPTS=" + NETTY_ID,
                home.resolve("bin/longhaul").toString());
    }

    /**
     * Starts the lab, and an agent at every site.
     *
     * @param longhaul first words of a command line
     * @param folder for certificates, campaign files and logs
     */
    static LabVms start(LabTopology topology, List<String> longhaul, Path folder) {
        var vms = new LabVms(FaithfulLab.start(topology, FaithfulLab.Options.defaults()), longhaul, folder);
        try {
            vms.longhaul("certs", "init", vms.file("pki"));
            vms.longhaul("certs", "issue", vms.file("pki"), "me", "--role", "coordinator");
            for (LabSite site : topology.sites()) {
                vms.longhaul("certs", "issue", vms.file("pki"), name(site.id()), "--host", vms.address(site.id()));
                vms.startAgent(site);
            }
            vms.agents.values().forEach(agent -> agent.awaitOutput("Taking orders at", START));
            return vms;
        } catch (RuntimeException failed) {
            vms.close();
            throw failed;
        }
    }

    private void startAgent(LabSite site) {
        List<String> line = new ArrayList<>(List.of("env", "XDG_STATE_HOME=" + file("state-" + name(site.id()))));
        line.addAll(longhaul);
        line.addAll(List.of(
                "agent",
                "--public",
                "--identity",
                file("pki/" + name(site.id())),
                "--site",
                site.id().toString(),
                "--vm",
                vmType(site),
                "--orders-port",
                "5202"));
        agents.put(site.id(), lab.exec(site.id(), line));
    }

    /** Not the name of the real type: what is documented of that does not hold for the emulated one. */
    static String vmType(LabSite site) {
        return "lab-" + site.vmType();
    }

    /** Ends an agent as kill -9 does, and starts another in its place. */
    void startAnew(SiteId site) {
        kill(site);
        startAgent(lab.topology().getSite(site));
        agent(site).awaitOutput("Taking orders at", START);
    }

    /** As kill -9 does. */
    void kill(SiteId site) {
        agent(site).kill();
    }

    private SiteProcess agent(SiteId site) {
        return Optional.ofNullable(agents.get(site)).orElseThrow();
    }

    FaithfulLab lab() {
        return lab;
    }

    /** A path in the folder. */
    String file(String name) {
        return folder.resolve(name).toString();
    }

    private String address(SiteId site) {
        return lab.address(site).getHostAddress();
    }

    static String name(SiteId site) {
        return site.toString().replace(':', '-');
    }

    /** A campaign file between all agents; the rest of it is given. */
    String campaign(String name, String rest) {
        var text = new StringBuilder("format: longhaul-campaign/1\nname: " + name + "\nagents:\n");
        for (LabSite site : lab.topology().sites()) {
            text.append("  ")
                    .append(name(site.id()))
                    .append(": {site: \"")
                    .append(site.id())
                    .append("\", vm: ")
                    .append(vmType(site))
                    .append(", orders: \"")
                    .append(address(site.id()))
                    .append("\"}\n");
        }
        try {
            return Files.writeString(folder.resolve(name + ".yaml"), text.append(rest), StandardCharsets.UTF_8)
                    .toString();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Starts a line at the first site. */
    SiteProcess begin(String... words) {
        List<String> line = new ArrayList<>(longhaul);
        line.addAll(List.of(words));
        return lab.exec(lab.topology().sites().get(0).id(), line);
    }

    /** Runs a line at the first site to a good end. */
    SiteProcess.Result longhaul(String... words) {
        return done(begin(words), START);
    }

    static SiteProcess.Result done(SiteProcess process, Duration patience) {
        SiteProcess.Result result = process.await(patience);
        assertThat(result.exitCode())
                .as("%s%n%s", result.output(), result.errors())
                .isZero();
        return result;
    }

    static JsonNode json(SiteProcess.Result result) {
        return JsonMapper.shared().readTree(result.output());
    }

    @Override
    public void close() {
        lab.close();
    }
}
