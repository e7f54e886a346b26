package io.longhaul.clouds.fleet;

import io.longhaul.clouds.CloudException;
import java.time.Instant;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Where calls to clouds go, and what time it is. What comes of a call is handed back to the thread that waits, so that who decides is one
 * thread only. Confined to that thread.
 */
public interface Calls {
    Instant now();

    /**
     * Begins a call beside all others.
     *
     * @param done gets the answer, inside {@link #await}
     * @param failed gets the failure, inside {@link #await}
     */
    <T> void begin(Supplier<T> call, Consumer<T> done, Consumer<CloudException> failed);

    /** Hands over what has ended. Returns when something did, or at that time. */
    void await(Instant until) throws InterruptedException;
}
