package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * Addresses that begin alike, as {@code 10.0.0.0/8} or {@code 2001:db8::/32}; an address alone is a range of one. Immutable.
 *
 * @param first address of the range
 * @param bits that all have in common
 */
public record AddressRange(InetAddress first, int bits) {
    /** Nothing that could be taken for a name, so that no name is looked up. */
    private static final Pattern TEXT = Pattern.compile("([0-9.]+|[0-9a-fA-F:.]*:[0-9a-fA-F:.]*)(?:/(\\d{1,3}))?");

    /**
     * Reads the text.
     *
     * @throws InvalidInputException when it is not of that form
     */
    public static AddressRange parse(String text) {
        var matcher = TEXT.matcher(text.strip());
        if (matcher.matches()) {
            try {
                InetAddress first = InetAddress.getByName(matcher.group(1));
                int all = first.getAddress().length * Byte.SIZE;
                int bits = matcher.group(2) == null ? all : Integer.parseInt(matcher.group(2));
                boolean dotted =
                        matcher.group(1).indexOf(':') >= 0 || matcher.group(1).split("\\.", -1).length == 4;
                if (bits <= all && dotted) {
                    return new AddressRange(first, bits);
                }
            } catch (UnknownHostException malformed) {
                throw malformed(text);
            }
        }
        throw malformed(text);
    }

    private static InvalidInputException malformed(String text) {
        return new InvalidInputException(
                "The range of addresses (" + text + ") is not of the form ADDRESS/BITS.",
                "Write it like 10.0.0.0/8 or 2001:db8::/32.");
    }

    public boolean contains(InetAddress address) {
        byte[] ours = first.getAddress();
        byte[] theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> bit % Byte.SIZE;
            if ((ours[bit / Byte.SIZE] & mask) != (theirs[bit / Byte.SIZE] & mask)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public String toString() {
        return first.getHostAddress() + "/" + bits;
    }
}
