package io.longhaul.lab.faithful;

import io.longhaul.lab.topology.TopologyYaml;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Tells whoever connects how the lab is, one message a connection: health, truth, and what is needed to enter a site.
 * The socket lies in the lab's directory, so that only the same user can. Runs a thread until it is closed.
 */
final class StatusServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StatusServer.class);
    private static final JsonMapper JSON = new JsonMapper();

    private final LabHost host;
    private final ServerSocketChannel server;

    private StatusServer(LabHost host, ServerSocketChannel server) {
        this.host = host;
        this.server = server;
    }

    static StatusServer start(LabDirectory directory, LabHost host) throws IOException {
        var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(directory.status()));
        var status = new StatusServer(host, server);
        var thread = new Thread(status::serve, "lab-status");
        thread.setDaemon(true);
        thread.start();
        return status;
    }

    private void serve() {
        while (server.isOpen()) {
            try (SocketChannel client = server.accept()) {
                new LineWriter(client).write(status());
            } catch (ClosedChannelException e) {
                return;
            } catch (IOException | RuntimeException e) {
                LOG.warn("Somebody asked for the status and did not get it.", e);
            }
        }
    }

    private ObjectNode status() {
        ObjectNode status = JSON.createObjectNode();
        status.set("topology", JSON.readTree(TopologyYaml.writeJson(host.topology())));
        status.set("truth", HostMessages.truth(host.truth()));
        status.set("health", HostMessages.health(host.health()));
        ObjectNode namespaces = status.putObject("namespaces");
        host.namespaces().forEach((site, fd) -> namespaces.put(site.toString(), fd));
        ObjectNode addresses = status.putObject("addresses");
        host.addresses().forEach((site, address) -> addresses.put(site.toString(), address.getHostAddress()));
        return status;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
