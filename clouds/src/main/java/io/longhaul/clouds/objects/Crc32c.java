package io.longhaul.clouds.objects;

import io.longhaul.clouds.CloudException;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** CRC-32C (RFC 3720, reflected polynomial 0x82f63b78) of octets, and of parts that stand in a row. Stateless. */
public final class Crc32c {
    private static final int POLYNOMIAL = 0x82f63b78;

    private Crc32c() {}

    /** Of what remains in a buffer, whose position stays. */
    public static int of(ByteBuffer octets) {
        var crc = new CRC32C();
        crc.update(octets.duplicate());
        return (int) crc.getValue();
    }

    /** As the stores write it: four octets, the highest first, in Base64. */
    public static String base64(int crc) {
        return Base64.getEncoder()
                .encodeToString(ByteBuffer.allocate(Integer.BYTES).putInt(crc).array());
    }

    /** Reads {@link #base64}; empty for what is none. */
    public static Optional<Integer> findBase64(String text) {
        try {
            byte[] octets = Base64.getDecoder().decode(text);
            return octets.length == Integer.BYTES
                    ? Optional.of(ByteBuffer.wrap(octets).getInt())
                    : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty();
        }
    }

    /** Of parts in the order of their numbers; empty when that of one is not known. */
    public static Optional<Integer> ofParts(List<ObjectStore.Part> parts) {
        int whole = 0;
        for (ObjectStore.Part part : parts.stream()
                .sorted(Comparator.comparingInt(ObjectStore.Part::number))
                .toList()) {
            if (part.crc32c().isEmpty()) {
                return Optional.empty();
            }
            whole = append(whole, part.crc32c().get(), part.size());
        }
        return Optional.of(whole);
    }

    /**
     * An object, which is what its parts are where both checksums are known.
     *
     * @throws CloudException {@code DAMAGED} when it is not
     */
    public static ObjectStore.StoredObject checked(ObjectStore.StoredObject whole, List<ObjectStore.Part> parts) {
        Optional<Integer> expected = ofParts(parts);
        if (whole.crc32c().isPresent()
                && expected.isPresent()
                && !whole.crc32c().equals(expected)) {
            throw new CloudException(
                    CloudException.Reason.DAMAGED,
                    "The object " + whole.key() + " is not what its parts are: its checksum is "
                            + base64(whole.crc32c().get()) + " in the place of " + base64(expected.get()) + ".",
                    "Write it again.");
        }
        return whole;
    }

    /**
     * Of octets and others after them: the first remainder is moved on by as many zero octets, by squaring, and the remainders
     * add. Conditioning before and after cancels out.
     */
    static int append(int first, int second, long secondLength) {
        int moved = first;
        int factor = 1 << (31 - Byte.SIZE); // x^8, the highest bit standing for x^0
        for (long left = secondLength; left > 0; left >>= 1) {
            if ((left & 1) == 1) {
                moved = product(moved, factor);
            }
            factor = product(factor, factor);
        }
        return moved ^ second;
    }

    /** Product of two polynomials modulo that of the checksum, bits reflected. */
    private static int product(int a, int b) {
        int sum = 0;
        int power = b;
        for (int bit = 31; bit >= 0; bit--) {
            if ((a >>> bit & 1) == 1) {
                sum ^= power;
            }
            power = (power >>> 1) ^ ((power & 1) == 1 ? POLYNOMIAL : 0);
        }
        return sum;
    }
}
