package io.longhaul.lab.faithful;

import java.io.IOException;
import java.net.ConnectException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** What tests run at sites: servers and clients in plain Java, result on standard output. */
public final class SiteProgram {
    private static final int PORT = 7007;

    private SiteProgram() {}

    /** Runs {@code echo}, {@code sink}, {@code await}, {@code ping}, {@code send}, {@code udp},
     * {@code greet} or {@code connect}. */
    public static void main(String[] args) throws Exception {
        System.out.println(
                switch (args[0]) {
                    case "echo" -> serve(true);
                    case "sink" -> serve(false);
                    case "await" -> await(args[1]);
                    case "ping" -> ping(args[1]);
                    case "send" -> send(args[1], Integer.parseInt(args[2]));
                    case "udp" -> udp(args[1]);
                    case "greet" -> greet(args[1]);
                    case "connect" -> connect(args[1]);
                    default -> throw new IllegalArgumentException(args[0]);
                });
    }

    private static String serve(boolean echo) throws IOException {
        daemon(() -> reflect());
        try (var server = new ServerSocket(PORT, 128)) {
            while (true) {
                Socket client = server.accept();
                daemon(() -> {
                    client.setTcpNoDelay(true);
                    byte[] buffer = new byte[1 << 16];
                    for (int n = client.getInputStream().read(buffer);
                            n >= 0;
                            n = client.getInputStream().read(buffer)) {
                        if (echo) {
                            client.getOutputStream().write(buffer, 0, n);
                        }
                    }
                });
            }
        }
    }

    private static void reflect() throws IOException {
        try (var socket = new DatagramSocket(PORT)) {
            var packet = new DatagramPacket(new byte[100], 100);
            while (true) {
                socket.receive(packet);
                socket.send(packet);
            }
        }
    }

    private interface Body {
        void run() throws IOException;
    }

    private static void daemon(Body body) {
        var thread = new Thread(() -> {
            try {
                body.run();
            } catch (IOException e) {
                System.err.println(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static String await(String host) throws IOException {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (true) {
            try (var socket = new Socket(host, PORT)) {
                return "up " + socket.getPort();
            } catch (ConnectException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
        }
    }

    private static String ping(String host) throws IOException {
        double[] connects = new double[9];
        double[] echoes = new double[9];
        for (int i = 0; i < connects.length; i++) {
            try (var socket = new Socket()) {
                long begin = System.nanoTime();
                socket.connect(new InetSocketAddress(host, PORT), 5_000);
                connects[i] = (System.nanoTime() - begin) / 1e6;
                socket.setTcpNoDelay(true);
                begin = System.nanoTime();
                socket.getOutputStream().write(1);
                socket.getInputStream().read();
                echoes[i] = (System.nanoTime() - begin) / 1e6;
            }
        }
        Arrays.sort(connects);
        Arrays.sort(echoes);
        return connects[0] + " " + echoes[0];
    }

    private static String send(String host, int seconds) throws IOException {
        try (var socket = new Socket(host, PORT)) {
            byte[] buffer = new byte[1 << 16];
            long warm = System.nanoTime() + 2_000_000_000L;
            while (System.nanoTime() < warm) {
                socket.getOutputStream().write(buffer);
            }
            long begin = System.nanoTime();
            long bytes = 0;
            while (System.nanoTime() < begin + (2L + seconds) * 1_000_000_000L) {
                socket.getOutputStream().write(buffer);
                bytes += buffer.length;
            }
            return Double.toString(bytes * 8e9 / (System.nanoTime() - begin));
        }
    }

    private static String udp(String host) throws IOException {
        try (var socket = new DatagramSocket()) {
            socket.setSoTimeout(5_000);
            int back = 0;
            for (int i = 0; i < 20; i++) {
                socket.send(new DatagramPacket(new byte[] {(byte) i}, 1, InetAddress.getByName(host), PORT));
            }
            for (int i = 0; i < 20; i++) {
                socket.receive(new DatagramPacket(new byte[8], 8));
                back++;
            }
            return Integer.toString(back);
        }
    }

    private static String greet(String host) throws IOException {
        try (var socket = new Socket(host, 7008)) {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    private static String connect(String host) throws IOException {
        try (var socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, PORT), 5_000);
            return "connected";
        } catch (SocketException e) {
            return e.toString().toLowerCase(Locale.ROOT).replace("no route to host", "unreachable");
        }
    }
}
