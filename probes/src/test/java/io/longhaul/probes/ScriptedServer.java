package io.longhaul.probes;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server that asks for parameters, as it should, and then says what the test wants, whatever the client does. */
final class ScriptedServer implements AutoCloseable {
    private static final int COOKIE = 37;
    private static final int PARAM_EXCHANGE = 9;
    private static final int LIMIT_MILLIS = 20_000;

    private final ServerSocket listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();
    private final byte[] answer;
    private final boolean hangUp;

    /**
     * @param hangUp whether it closes the control connection then
     * @param answer to the parameters
     */
    ScriptedServer(boolean hangUp, int... answer) throws IOException {
        this.hangUp = hangUp;
        this.answer = new byte[answer.length];
        for (int i = 0; i < answer.length; i++) {
            this.answer[i] = (byte) answer[i];
        }
        Thread thread = new Thread(this::serve, "scripted-server");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    private void serve() {
        try {
            converse(accept());
            while (!listening.isClosed()) {
                accept();
            }
        } catch (IOException e) {
            if (!listening.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Socket accept() throws IOException {
        Socket socket = listening.accept();
        socket.setSoTimeout(LIMIT_MILLIS);
        accepted.add(socket);
        return socket;
    }

    private void converse(Socket control) throws IOException {
        var in = new DataInputStream(control.getInputStream());
        in.readNBytes(COOKIE);
        control.getOutputStream().write(PARAM_EXCHANGE);
        in.readNBytes(in.readInt());
        control.getOutputStream().write(answer);
        if (hangUp) {
            control.close();
        }
    }

    /** Connections that came, once each has been closed by the client. */
    int connectionsAllClosedByTheClient() throws IOException {
        listening.close();
        for (Socket socket : accepted) {
            untilClosed(socket);
        }
        return accepted.size();
    }

    private static void untilClosed(Socket socket) throws IOException {
        try {
            socket.getInputStream().transferTo(java.io.OutputStream.nullOutputStream());
        } catch (java.net.SocketTimeoutException open) {
            throw new AssertionError("still open: " + socket, open);
        } catch (java.net.SocketException reset) {
            // closed all the same
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : accepted) {
            socket.close();
        }
    }
}
