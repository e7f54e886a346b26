package io.longhaul.cli.lab;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * While this is open, Ctrl-C is for the program on the terminal and not for this process. A handler that does nothing is
 * installed, and not the kernel's "ignore", which programs started from here would inherit. Without signals on the
 * platform nothing happens. Use with try-with-resources.
 */
public final class Foreground implements AutoCloseable {
    private final @Nullable Object before;

    private Foreground(@Nullable Object before) {
        this.before = before;
    }

    /** Leaves Ctrl-C to others from now on. */
    public static Foreground leave() {
        return new Foreground(handle(null));
    }

    @Override
    public void close() {
        if (before != null) {
            handle(before);
        }
    }

    /** By reflection: the class is outside the platform's API, though every platform has it in jdk.unsupported. */
    private static @Nullable Object handle(@Nullable Object handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> type = Class.forName("sun.misc.SignalHandler");
            Object none = Proxy.newProxyInstance(
                    Foreground.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> null);
            return signal.getMethod("handle", signal, type)
                    .invoke(
                            null,
                            signal.getConstructor(String.class).newInstance("INT"),
                            handler == null ? none : handler);
        } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException | InstantiationException e) {
            return null; // no signals here
        } catch (InvocationTargetException e) {
            return null; // somebody else owns this signal
        }
    }
}
