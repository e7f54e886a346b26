package io.longhaul.clouds.fleet;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import io.longhaul.store.json.FieldReader;
import io.longhaul.store.json.YamlText;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Fleets as people write them, {@code longhaul-fleet/1}; see {@code docs/formats/fleet.md}. Stateless. */
public final class FleetFile {
    /** The first field of every fleet file. */
    public static final String FORMAT = "longhaul-fleet/1";

    /** As short and plain as the strictest cloud wants names that are made of it. */
    private static final Pattern NAME = Pattern.compile("[a-z]([a-z0-9-]{0,18}[a-z0-9])?");

    private static final Pattern CIDR = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,3}){3})/(\\d{1,2})");
    private static final Pattern CLOUD_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9:/._-]{0,255}");
    private static final Pattern SHA256 = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern IDENTITY =
            Pattern.compile("/subscriptions/[0-9a-f-]{36}/resource[Gg]roups/[A-Za-z0-9._-]{1,90}"
                    + "/providers/Microsoft.ManagedIdentity/userAssignedIdentities/[A-Za-z0-9_-]{3,128}");
    private static final Pattern CONGESTION = Pattern.compile("[a-z][a-z0-9_]{1,15}");
    private static final List<String> CLOUDS = List.of("aws", "azure", "gcp");
    private static final int MOST_VMS = 200;
    private static final Duration SHORTEST = Duration.ofMinutes(10);
    private static final Duration LONGEST = Duration.ofDays(7);

    private FleetFile() {}

    /**
     * Reads a file.
     *
     * @throws InvalidInputException when there is none, or it is no fleet; the message says the field and its line
     */
    public static Fleet read(Path file) {
        return of(YamlText.read(file));
    }

    /**
     * Reads a text.
     *
     * @param source where it comes from, for messages
     */
    public static Fleet parse(String text, String source) {
        return of(YamlText.parse(text, source));
    }

    private static Fleet of(FieldReader top) {
        return top.decode(in -> {
            in.knows(
                    "format",
                    "name",
                    "lifetime",
                    "longest",
                    "budget",
                    "reach",
                    "archive",
                    "vms",
                    "elsewhere",
                    "tuning",
                    "azure_identity");
            if (!in.text("format").equals(FORMAT)) {
                throw in.invalid("format", "is not " + FORMAT);
            }
            String name = in.text("name");
            if (!NAME.matcher(name).matches()) {
                throw in.invalid("name", "is no name of 1 to 20 lower-case letters, digits and dashes");
            }
            Duration lifetime =
                    in.findParsed("lifetime", Durations::parse).orElseThrow(() -> in.invalid("lifetime", "is missing"));
            bounded(in, "lifetime", lifetime);
            Duration longest = in.findParsed("longest", Durations::parse).orElse(lifetime);
            bounded(in, "longest", longest);
            if (longest.compareTo(lifetime) < 0) {
                throw in.invalid("longest", "is shorter than the lifetime");
            }
            Optional<Money> budget = in.findParsed("budget", Money::parse);
            if (budget.isPresent() && budget.get().nanoDollars() <= 0) {
                throw in.invalid("budget", "is not above zero");
            }
            List<Fleet.Group> groups = in.objects("vms", each -> group(each, true));
            if (groups.isEmpty()) {
                throw in.invalid("vms", "names no VM");
            }
            if (groups.stream().mapToInt(Fleet.Group::candidates).sum() > MOST_VMS) {
                throw in.invalid("vms", "asks for more than " + MOST_VMS + " VMs");
            }
            Optional<Fleet.Archive> archive = in.findObject("archive", FleetFile::archive);
            if (archive.isEmpty() && groups.stream().anyMatch(Fleet.Group::isScreened)) {
                throw in.invalid("vms", "has candidates, and without an archive VMs cannot screen themselves");
            }
            return new Fleet(
                    name,
                    lifetime,
                    longest,
                    budget,
                    reach(in),
                    archive,
                    groups,
                    in.objects("elsewhere", each -> group(each, false)),
                    in.findObject("tuning", FleetFile::tuning).orElse(Fleet.Tuning.NONE),
                    identity(in));
        });
    }

    private static void bounded(FieldReader in, String field, Duration time) {
        if (time.compareTo(SHORTEST) < 0 || time.compareTo(LONGEST) > 0) {
            throw in.invalid(field, "is not in " + Durations.format(SHORTEST) + " to " + Durations.format(LONGEST));
        }
    }

    private static List<String> reach(FieldReader in) {
        List<String> networks = in.textOrTexts("reach");
        if (networks.isEmpty()) {
            throw in.invalid("reach", "is missing: whence do you reach the agents, as 203.0.113.7/32");
        }
        for (String network : networks) {
            var parts = CIDR.matcher(network);
            boolean address = parts.matches() && Integer.parseInt(parts.group(2)) <= 32;
            if (!address
                    || List.of(parts.group(1).split("\\.")).stream().anyMatch(part -> Integer.parseInt(part) > 255)) {
                throw in.invalid("reach", "is no IPv4 network like 203.0.113.7/32");
            }
            if (Integer.parseInt(parts.group(2)) < 8) {
                throw in.invalid(
                        "reach", "opens the agents to most of the Internet; give the networks that you come from");
            }
        }
        return networks;
    }

    private static Fleet.Group group(FieldReader in, boolean counted) {
        if (counted) {
            in.knows("site", "type", "count", "candidates", "image", "subnet", "spot");
        } else {
            in.knows("site", "type", "image", "subnet", "spot");
        }
        SiteId site = in.site("site");
        if (!CLOUDS.contains(site.provider())) {
            throw in.invalid("site", "is in no cloud that VMs are made in: " + String.join(", ", CLOUDS));
        }
        int count = counted ? in.findSmallInteger("count").orElse(1) : 0;
        if (counted && (count < 1 || count > MOST_VMS)) {
            throw in.invalid("count", "is not in 1 to " + MOST_VMS);
        }
        int candidates = counted ? in.findSmallInteger("candidates").orElse(count) : 0;
        if (candidates < count || candidates > MOST_VMS) {
            throw in.invalid("candidates", "is not in the count, " + count + ", to " + MOST_VMS);
        }
        return new Fleet.Group(
                site,
                cloudName(in, "type", in.text("type")),
                count,
                candidates,
                in.findText("image").map(text -> cloudName(in, "image", text)),
                in.findText("subnet").map(text -> cloudName(in, "subnet", text)),
                in.findFlag("spot").orElse(false));
    }

    private static String cloudName(FieldReader in, String field, String name) {
        if (!CLOUD_NAME.matcher(name).matches()) {
            throw in.invalid(field, "is no name of a cloud's");
        }
        return name;
    }

    private static Fleet.Archive archive(FieldReader in) {
        in.knows("url", "sha256");
        String url = in.text("url");
        if (!isAddress(url)) {
            throw in.invalid("url", "is no address that begins with https:// and has no blanks and quotes");
        }
        String sum = in.text("sha256");
        if (!SHA256.matcher(sum).matches()) {
            throw in.invalid("sha256", "is no checksum of 64 hexadecimal digits; sha256sum prints it");
        }
        return new Fleet.Archive(url, sum);
    }

    private static boolean isAddress(String url) {
        try {
            URI uri = URI.create(url);
            return "https".equals(uri.getScheme()) && uri.getHost() != null && !url.contains("'");
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static Optional<String> identity(FieldReader in) {
        Optional<String> identity = in.findText("azure_identity");
        if (identity.isPresent() && !IDENTITY.matcher(identity.get()).matches()) {
            throw in.invalid(
                    "azure_identity", "is no id of a user-assigned identity; az identity show --query id prints it");
        }
        return identity;
    }

    private static Fleet.Tuning tuning(FieldReader in) {
        in.knows("congestion", "window");
        Optional<String> congestion = in.findText("congestion");
        if (congestion.isPresent() && !CONGESTION.matcher(congestion.get()).matches()) {
            throw in.invalid("congestion", "is no name of a congestion control, as bbr or cubic");
        }
        Optional<DataSize> window = in.findParsed("window", DataSize::parse);
        if (window.isPresent() && (window.get().bytes() < 65_536 || window.get().bytes() > Integer.MAX_VALUE)) {
            throw in.invalid("window", "is not in 64KiB to 2GiB");
        }
        return new Fleet.Tuning(congestion, window.map(DataSize::bytes));
    }
}
