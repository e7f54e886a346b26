package io.longhaul.cli.fleet;

import io.longhaul.campaign.certs.CertificateAuthority;
import io.longhaul.campaign.certs.Enrolment;
import io.longhaul.campaign.certs.Holder;
import io.longhaul.campaign.run.AgentCallException;
import io.longhaul.campaign.run.HttpAgent;
import io.longhaul.clouds.Label;
import io.longhaul.clouds.Resource;
import io.longhaul.clouds.fleet.CloudInit;
import io.longhaul.clouds.fleet.Fleet;
import io.longhaul.clouds.fleet.FleetActor;
import io.longhaul.clouds.fleet.Pace;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.text.Printable;
import io.longhaul.probes.spec.HostPort;
import io.longhaul.probes.spec.Role;
import io.longhaul.store.FileAccess;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The agents on a fleet's VMs: certificates when the VMs ask for them, and a look at each until it answers. Without an archive in the file
 * there are none, and the VMs have nothing but the timer that ends them. Confined to one thread, but for {@link #stop}.
 */
public final class FleetAgents implements FleetActor.FirstBoot, AutoCloseable {
    private static final int ORDERS_PORT = 5202;
    /** Certificates outlive the longest lease, since clocks of VMs differ. */
    private static final Duration LONGER = Duration.ofDays(1);

    private static final Duration AUTHORITY = Duration.ofDays(365);

    private final CloudInit cloudInit;
    private final Optional<Enrolment> enrolment;
    private final Path folder;
    private volatile boolean stopped;

    private FleetAgents(CloudInit cloudInit, Optional<Enrolment> enrolment, Path folder) {
        this.cloudInit = cloudInit;
        this.enrolment = enrolment;
        this.folder = folder;
    }

    /**
     * Begins to give certificates, where the file has an archive.
     *
     * @param home where VMs reach this process
     * @param folder of the fleet, for its authority
     */
    public static FleetAgents of(Fleet fleet, Optional<HostPort> home, Path folder, PrintWriter err) {
        if (fleet.archive().isEmpty() || home.isEmpty()) {
            return new FleetAgents(new CloudInit(fleet, Optional.empty()), Optional.empty(), folder);
        }
        Path pki = folder.resolve("pki");
        Duration validity = fleet.longest().plus(LONGER);
        var random = new SecureRandom();
        CertificateAuthority authority;
        if (Files.exists(pki.resolve(CertificateAuthority.AUTHORITY))) {
            authority = CertificateAuthority.open(pki);
        } else {
            authority = CertificateAuthority.create(pki, "Fleet " + fleet.name(), AUTHORITY, Instant.now(), random);
        }
        authority.issue(new Holder("coordinator", Role.COORDINATOR, List.of(), validity), pki, Instant.now(), random);
        var enrolment = new Enrolment(authority, pki, home.get(), validity, (name, host, more) -> {
            err.println(name + " has its certificate, at " + host + ".");
            if (!more.isEmpty()) {
                screened(folder, name, more).ifPresent(err::println);
            }
            err.flush();
        });
        var address = home.get().port() == 0 ? new HostPort(home.get().host(), enrolment.port()) : home.get();
        return new FleetAgents(
                new CloudInit(
                        fleet,
                        Optional.of(new CloudInit.Home(
                                address.toString(), authority.certificatePem(), CertificateAuthority.names()))),
                Optional.of(enrolment),
                folder);
    }

    @Override
    public String of(String name, Fleet.Group group, Label label) {
        return cloudInit.of(
                name, group, label, enrolment.map(door -> door.token(name)).orElse(""));
    }

    /** Where the coordinator's certificate is, below a fleet's folder. */
    static Path coordinator(Path folder) {
        return folder.resolve("pki").resolve("coordinator");
    }

    private static Path screening(Path folder, String name) {
        return folder.resolve("screened").resolve(name + ".json");
    }

    /** Keeps what a VM says of itself, if that can be read; says why not otherwise. */
    private static Optional<String> screened(Path folder, String name, String text) {
        try {
            Screening.parse(text, "the screening of " + name);
            Path file = screening(folder, name);
            Files.createDirectories(file.getParent());
            FileAccess.replace(file, text);
            return Optional.empty();
        } catch (InvalidInputException e) {
            return Optional.of(Printable.of(e.message()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Puts VMs first that answer and wake in time, by what their screening said at the first boot; the last are those that said nothing.
     *
     * @param silent names of VMs whose agents do not answer
     */
    public Comparator<Resource> better(Set<String> silent) {
        return Comparator.<Resource, Boolean>comparing(vm -> silent.contains(vm.name()))
                .thenComparing(vm -> Screening.read(screening(folder, vm.name())))
                .thenComparing(Resource::name);
    }

    /** Ends {@link #await} soon. */
    public void stop() {
        stopped = true;
    }

    /**
     * Waits until the agents answer, each shown by its certificate.
     *
     * @return names of those that do not, with the reason
     */
    public Map<String, String> await(List<Resource> vms, Pace pace) throws InterruptedException {
        if (enrolment.isEmpty()) {
            return Map.of();
        }
        HttpClient client = HttpAgent.client(Optional.of(CertificateAuthority.identity(coordinator(folder))));
        Map<String, String> silent = new LinkedHashMap<>();
        List<Resource> open = new ArrayList<>(vms);
        Instant end = Instant.now().plus(pace.boot());
        while (!open.isEmpty() && Instant.now().isBefore(end) && !stopped) {
            for (Resource vm : List.copyOf(open)) {
                try {
                    new HttpAgent(client, true, vm.address().orElseThrow(), ORDERS_PORT, Optional.empty()).health();
                    open.remove(vm);
                    silent.remove(vm.name());
                } catch (AgentCallException e) {
                    silent.put(vm.name(), vm.name() + ": its agent does not answer: " + e.message());
                }
            }
            if (!open.isEmpty()) {
                Thread.sleep(pace.poll().toMillis());
            }
        }
        return silent;
    }

    /** Writes a campaign file over the VMs; empty when they have no agents. */
    public Optional<Path> campaign(List<Resource> vms) {
        if (enrolment.isEmpty() || vms.size() < 2) {
            return Optional.empty();
        }
        String agents = vms.stream()
                .map(vm -> "  " + vm.name() + ": {site: \"" + vm.site() + "\", orders: \""
                        + vm.address().orElseThrow() + ":" + ORDERS_PORT + "\"}\n")
                .collect(Collectors.joining());
        Path file = folder.resolve("campaign.yaml");
        FileAccess.replace(file, """
                format: longhaul-campaign/1
                name: fleet
                agents:
                %sprobes:
                  rtt:
                    latency: {count: 20}
                  rate:
                    throughput: {streams: 32, duration: 10s, volume: 2GB}
                """.formatted(agents));
        return Optional.of(file);
    }

    @Override
    public void close() {
        enrolment.ifPresent(Enrolment::close);
    }
}
