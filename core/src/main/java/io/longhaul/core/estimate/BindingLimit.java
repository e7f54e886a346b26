package io.longhaul.core.estimate;

import io.longhaul.core.error.InvalidInputException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Which term of T(n, W) binds: what one would have to change to go faster. */
public enum BindingLimit {
    RECEIVE_WINDOW,
    SEND_BUFFER,
    PER_FLOW_CAP,
    VM_EGRESS_CAP,
    VM_INGRESS_CAP,
    PATH_CAP,
    TOKEN_BUCKET,
    LOSS,
    ENDPOINT_CPU,
    NOT_IDENTIFIED;

    /** The name in files, as {@code receive-window}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The name in sentences, as {@code receive window}. */
    public String words() {
        return switch (this) {
            case VM_EGRESS_CAP -> "the sender VM's egress cap";
            case VM_INGRESS_CAP -> "the receiver VM's ingress cap";
            case NOT_IDENTIFIED -> "not identified";
            case PER_FLOW_CAP -> "a cap per flow";
            case PATH_CAP -> "the path";
            case LOSS -> "loss";
            case ENDPOINT_CPU -> "the CPU of an end";
            default -> "the " + id().replace('-', ' ');
        };
    }

    public static BindingLimit ofId(String id) {
        return Arrays.stream(values())
                .filter(limit -> limit.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "The limit (" + id + ") is not known.",
                        "Known limits are "
                                + Arrays.stream(values()).map(BindingLimit::id).collect(Collectors.joining(", "))
                                + "."));
    }
}
