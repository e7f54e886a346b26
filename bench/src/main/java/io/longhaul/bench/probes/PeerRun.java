package io.longhaul.bench.probes;

/**
 * What one run of one program moved and used. Immutable.
 *
 * @param octets received
 * @param seconds it took
 * @param senderCpu core seconds of the sending process
 * @param receiverCpu core seconds of the receiving process
 */
record PeerRun(double octets, double seconds, double senderCpu, double receiverCpu) {
    double gigabits() {
        return octets * 8 / seconds / 1e9;
    }

    double senderPerGigabyte() {
        return senderCpu / octets * 1e9;
    }

    double receiverPerGigabyte() {
        return receiverCpu / octets * 1e9;
    }
}
