package io.longhaul.lab.virtual;

/**
 * How the streams of a flow get to its end: what they use, and how fast one of them may go. Values are those in force when
 * asked. Confined to one thread.
 */
interface Way {
    /** Numbers of the resources it uses, each once. */
    int[] uses();

    /** Numbers of the resources its acknowledgements use. */
    int[] wayBack();

    /** Seconds from sender to receiver. */
    double oneWay();

    /** Seconds there and back; zero when streams are at their full rate at once. */
    double roundTrip();

    /** What one stream has in flight at most, in octets. */
    double window();

    /** What one stream carries at most, in bit/s. */
    double flowCap();

    /** Whether a sender spreads its window over the round trip; others send it in a burst. */
    boolean paces();

    /** Whether its values stay, its senders pace, and acknowledgements take nothing of any resource. */
    boolean isSteady();
}
