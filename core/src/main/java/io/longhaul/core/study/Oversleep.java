package io.longhaul.core.study;

import java.time.Duration;

/**
 * How late a thread wakes that asked to sleep for 0.1 ms: long delays say that others share the processor (Xu, Musgrave,
 * Noble and Bailey, "Bobtail: Avoiding Long Tails in the Cloud", NSDI 2013, section 4). Immutable.
 *
 * @param samples sleeps taken
 * @param over1Millis that lasted more than one millisecond too long
 * @param over10Millis that lasted more than ten milliseconds too long
 * @param p999 99.9th percentile of the delay
 */
public record Oversleep(long samples, long over1Millis, long over10Millis, Duration p999) {}
