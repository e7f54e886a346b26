package io.longhaul.lab.faithful;

import io.longhaul.core.error.LonghaulException;
import io.longhaul.lab.topology.TopologyYaml;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The lab's own process, started inside fresh namespaces by {@link FaithfulLab}. It takes requests, a JSON object a line,
 * from a UNIX domain socket, and ends at once when that is closed: it cannot outlive its owner. As first process of
 * its namespace of processes it takes everything it started with it.
 */
public final class LabHostMain {
    private static final JsonMapper JSON = new JsonMapper();

    private LabHostMain() {}

    /**
     * Runs the lab.
     *
     * @param args directory of the lab, seed, name of the agent factory or empty
     */
    public static void main(String[] args) throws IOException {
        var directory = new LabDirectory(Path.of(args[0]));
        LabLock lock = LabLock.take(directory, LabLock.Holder.LAB);
        try {
            run(directory, Long.parseLong(args[1]), args[2]);
        } finally {
            directory.delete(); // the owner may have been killed: then nobody else removes it
            lock.close();
            Runtime.getRuntime().halt(0);
        }
    }

    private static void run(LabDirectory directory, long seed, String agentFactory) throws IOException {
        SocketChannel control = SocketChannel.open(UnixDomainSocketAddress.of(directory.control()));
        var writer = new LineWriter(control);
        LabHost host;
        ObjectNode ready = JSON.createObjectNode().put("id", 0);
        try {
            String topology = Files.readString(directory.topology());
            host = new LabHost(TopologyYaml.parseJson(directory.topology().toString(), topology), seed);
            if (!agentFactory.isEmpty()) {
                host.startAgents(agentFactory);
            }
        } catch (LonghaulException e) {
            writer.write(ready.put("error", e.message()).put("advice", e.advice()));
            return;
        }
        ExecutorService workers = Executors.newCachedThreadPool(task -> {
            var thread = new Thread(task, "lab-request");
            thread.setDaemon(true);
            return thread;
        });
        try (var status = StatusServer.start(directory, host)) {
            ObjectNode addresses = ready.putObject("addresses");
            host.addresses().forEach((site, address) -> addresses.put(site.toString(), address.getHostAddress()));
            writer.write(ready);
            var requests = new HostRequests(host, writer);
            var reader = new BufferedReader(Channels.newReader(control, StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                JsonNode request = JSON.readTree(line);
                workers.execute(() -> requests.answer(request));
            }
            host.close();
        }
    }
}
