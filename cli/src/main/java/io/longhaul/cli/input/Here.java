package io.longhaul.cli.input;

import io.longhaul.clouds.WhereAmI;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;

/**
 * Where this machine stands, as the cloud it runs in says: what {@code auto} means for a site or a VM type. Nobody is asked
 * unless that word is given, so a command off a cloud waits for nothing. Asked once. Safe for any thread.
 */
public final class Here {
    /** Longer than a service one hop away needs, and short enough that nobody notices. */
    private static final Duration PATIENCE = Duration.ofMillis(500);

    /** Another address to ask, for tests; what is there answers, however busy the machine. */
    private static final String SERVICE = "longhaul.metadata";

    private static final Duration PATIENCE_THERE = Duration.ofSeconds(30);

    private static final String AUTO = "auto";
    private static final SiteId ANYWHERE = new SiteId(AUTO, AUTO);

    private static WhereAmI.@Nullable Answer known;

    private Here() {}

    /** What the metadata services say. */
    public static synchronized WhereAmI.Answer ask() {
        String service = System.getProperty(SERVICE);
        if (service != null) {
            return new WhereAmI(URI.create(service), PATIENCE_THERE).ask();
        }
        if (known == null) {
            known = new WhereAmI(WhereAmI.USUAL, PATIENCE).ask();
        }
        return known;
    }

    private static WhereAmI.Place place() {
        WhereAmI.Answer answer = ask();
        return answer.place()
                .orElseThrow(() -> new InvalidInputException(
                        "The value auto needs a VM of AWS, Google Cloud or Azure, and no metadata service answers here ("
                                + answer.silent().entrySet().stream()
                                        .map(each -> each.getKey() + ": " + each.getValue())
                                        .sorted()
                                        .collect(Collectors.joining("; "))
                                + ").",
                        "Name the site and the VM type, as aws:us-east-1 and m5.8xlarge."));
    }

    /** The site that an option names. */
    public static Optional<SiteId> site(@Nullable SiteId given) {
        return Optional.ofNullable(given).map(site -> site.equals(ANYWHERE) ? place().site() : site);
    }

    /** The VM type that an option names. */
    public static Optional<String> vmType(@Nullable String given) {
        return Optional.ofNullable(given).map(type -> type.equals(AUTO) ? place().vmType() : type);
    }

    /** {@code provider:region}, or {@code auto}, which is asked for when the command runs. */
    public static final class Site implements ITypeConverter<SiteId> {
        @Override
        public SiteId convert(String text) {
            return text.equals(AUTO)
                    ? ANYWHERE
                    : Converters.converter(SiteId::parse).convert(text);
        }
    }
}
