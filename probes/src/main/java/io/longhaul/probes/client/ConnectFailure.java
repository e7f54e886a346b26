package io.longhaul.probes.client;

import io.longhaul.probes.spec.FailureReason;
import io.netty.channel.ConnectTimeoutException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.concurrent.CompletionException;

/**
 * Why a connection could not be made, in the words of the log. Immutable.
 *
 * @param reason for programs
 * @param message for people
 */
record ConnectFailure(FailureReason reason, String message) {
    static ConnectFailure of(Throwable thrown, String peer) {
        Throwable cause =
                thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
        if (cause instanceof ConnectTimeoutException) {
            return new ConnectFailure(
                    FailureReason.TIMED_OUT, peer + " did not answer the connection attempt in time.");
        }
        if (cause instanceof UnknownHostException) {
            return new ConnectFailure(FailureReason.UNKNOWN_HOST, "The host of " + peer + " is not known.");
        }
        String text = String.valueOf(cause.getMessage());
        if (cause instanceof NoRouteToHostException || text.contains("unreachable") || text.contains("No route")) {
            return new ConnectFailure(FailureReason.UNREACHABLE, peer + " cannot be reached: " + text);
        }
        if (text.contains("timed out")) {
            return new ConnectFailure(
                    FailureReason.TIMED_OUT, peer + " did not answer the connection attempt in time.");
        }
        if (cause instanceof ConnectException) {
            return new ConnectFailure(FailureReason.CONNECT_REFUSED, "Nobody listens at " + peer + ".");
        }
        return new ConnectFailure(FailureReason.UNREACHABLE, peer + " cannot be reached: " + text);
    }
}
