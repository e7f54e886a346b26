package io.longhaul.lab.study;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;

/** A relay that ends TCP on both sides: port to listen on, host and port to go on to. */
public final class RelayProgram {
    private RelayProgram() {}

    /** Relays until it is killed. */
    public static void main(String[] args) throws IOException {
        try (var server = new ServerSocket(Integer.parseInt(args[0]), 128)) {
            System.out.println("listening");
            while (true) {
                Socket in = server.accept();
                Socket out = new Socket(args[1], Integer.parseInt(args[2]));
                in.setTcpNoDelay(true);
                out.setTcpNoDelay(true);
                pump(in, out);
                pump(out, in);
            }
        }
    }

    private static void pump(Socket from, Socket to) {
        var thread = new Thread(() -> {
            try (from;
                    to) {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                byte[] buffer = new byte[1 << 17];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                System.err.println(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
