package io.longhaul.core.units;

import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;

/** {@code a * b / c} without overflow in between; the result must fit or {@link ArithmeticException} is thrown. */
final class Wide {
    private static final BigInteger NANOS_PER_SECOND = BigInteger.valueOf(1_000_000_000L);

    private Wide() {}

    static long multiplyDivideFloor(long a, long b, long c) {
        return multiplyDivide(a, b, c, RoundingMode.FLOOR).longValueExact();
    }

    static long multiplyDivideCeiling(long a, long b, long c) {
        return multiplyDivide(a, b, c, RoundingMode.CEILING).longValueExact();
    }

    static Duration multiplyDivideCeilingNanos(long a, long b, long c) {
        BigInteger[] parts = multiplyDivide(a, b, c, RoundingMode.CEILING).divideAndRemainder(NANOS_PER_SECOND);
        return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValueExact());
    }

    private static BigInteger multiplyDivide(long a, long b, long c, RoundingMode rounding) {
        if (c == 0) {
            throw new ArithmeticException("division by zero: " + a + " * " + b + " / 0");
        }
        BigInteger[] parts =
                BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)).divideAndRemainder(BigInteger.valueOf(c));
        boolean up = rounding == RoundingMode.CEILING && parts[1].signum() != 0;
        return up ? parts[0].add(BigInteger.ONE) : parts[0];
    }
}
