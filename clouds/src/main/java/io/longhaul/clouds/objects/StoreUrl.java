package io.longhaul.clouds.objects;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where objects are: {@code s3://bucket/prefix}, {@code gs://bucket/prefix} or {@code az://account/container/prefix}.
 * Immutable.
 *
 * @param scheme {@code s3}, {@code gs} or {@code az}
 * @param account of Azure; empty elsewhere
 * @param bucket bucket or container
 * @param prefix that names begin with; may be empty
 */
public record StoreUrl(String scheme, Optional<String> account, String bucket, String prefix) {
    private static final Map<String, String> PROVIDERS = Map.of("s3", "aws", "gs", "gcp", "az", "azure");
    private static final String NAME = "[A-Za-z0-9][A-Za-z0-9._-]{1,221}";
    private static final Pattern FORM =
            Pattern.compile("(?<scheme>s3|gs)://(?<bucket>" + NAME + ")(/(?<prefix>\\P{Cntrl}*))?");
    private static final Pattern AZURE = Pattern.compile(
            "(?<scheme>az)://(?<account>[a-z0-9]{3,24})/(?<bucket>\\$?[a-z0-9-]{3,63})(/(?<prefix>\\P{Cntrl}*))?");

    /**
     * Reads an address.
     *
     * @throws InvalidInputException when the text is none
     */
    public static StoreUrl parse(String text) {
        Matcher plain = FORM.matcher(text);
        Matcher azure = AZURE.matcher(text);
        if (plain.matches()) {
            return new StoreUrl(
                    String.valueOf(plain.group("scheme")), Optional.empty(), plain.group("bucket"), rest(plain));
        }
        if (azure.matches()) {
            return new StoreUrl("az", Optional.of(azure.group("account")), azure.group("bucket"), rest(azure));
        }
        throw new InvalidInputException(
                "The address (" + text + ") names no bucket of an object store.",
                "Write it like s3://bucket/prefix, gs://bucket/prefix or az://account/container/prefix.");
    }

    private static String rest(Matcher matcher) {
        String prefix = matcher.group("prefix");
        return prefix == null ? "" : prefix;
    }

    /** Whose store it is, as in a site: {@code aws}. */
    public String provider() {
        return String.valueOf(PROVIDERS.get(scheme));
    }

    /** The bucket as an end of a measurement, as {@code s3:bucket}. */
    public SiteId site() {
        return new SiteId(scheme, account.map(name -> name + ".").orElse("") + bucket.replace("$", ""));
    }

    @Override
    public String toString() {
        return scheme + "://" + account.map(name -> name + "/").orElse("") + bucket
                + (prefix.isEmpty() ? "" : "/" + prefix);
    }
}
