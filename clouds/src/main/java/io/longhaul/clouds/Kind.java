package io.longhaul.clouds;

import java.util.Arrays;
import java.util.Locale;

/** Kinds of things that belong to a fleet, in the order in which they are deleted: what others stand on comes last. */
public enum Kind {
    VM,
    /** The cloud's own timer that ends a VM; it stays until the VM is gone. */
    SCHEDULE,
    INTERFACE,
    DISK,
    ADDRESS,
    SUBNET,
    FIREWALL,
    NETWORK,
    /** What holds all others, on Azure. */
    GROUP;

    /** As it is written in files: {@code vm}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static Kind ofId(String id) {
        return Arrays.stream(values())
                .filter(kind -> kind.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no kind of thing is called so"));
    }
}
