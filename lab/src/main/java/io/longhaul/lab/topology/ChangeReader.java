package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One entry under {@code changes}. Stateless. */
final class ChangeReader {
    private ChangeReader() {}

    static List<Change> read(Fields fields) {
        Target target = target(fields);
        var changes = new ArrayList<Change>();
        if (fields.has("at")) {
            Duration at = fields.read("at", Durations::parse);
            for (Setting setting : Setting.values()) {
                if (fields.has(setting.key())) {
                    changes.add(new Change(target, setting, new Course.Step(at, value(fields, setting))));
                }
            }
        } else if (fields.has("vary")) {
            changes.add(new Change(target, setting(fields), course(fields)));
        }
        if (changes.isEmpty()) {
            throw new InvalidInputException(
                    fields.where() + " changes nothing.",
                    "Write at and a setting, as {at: 10s, site: aws:us-east-1, egress: 50Mbit/s}, or vary with diurnal"
                            + " or random_walk.");
        }
        fields.refuseUnknown();
        return changes;
    }

    private static Target target(Fields fields) {
        if (fields.has("site")) {
            return new Target.OfSite(fields.read("site", SiteId::parse));
        }
        return new Target.OfLink(new Link(fields.read("from", SiteId::parse), fields.read("to", SiteId::parse)));
    }

    private static double value(Fields fields, Setting setting) {
        return switch (setting.kind()) {
            case RATE -> fields.read(setting.key(), Bandwidth::parse).bitsPerSecond();
            case SIZE -> fields.read(setting.key(), DataSize::parse).bytes();
            case TIME -> Durations.seconds(fields.read(setting.key(), Durations::parse));
            case SHARE -> fields.read(setting.key(), Fields::share);
        };
    }

    private static Setting setting(Fields fields) {
        String key = fields.text("vary").toLowerCase(Locale.ROOT);
        for (Setting setting : Setting.values()) {
            if (setting.key().equals(key)) {
                return setting;
            }
        }
        throw new InvalidInputException(
                fields.where() + ".vary is " + key + ", which is no setting.",
                "The settings of a site are egress, ingress and per_flow, of a link path_cap, one_way, loss and jitter.");
    }

    private static Course course(Fields fields) {
        if (fields.has("diurnal")) {
            Fields sine = fields.mapping("diurnal");
            var course = new Course.Diurnal(
                    sine.findDuration("period").orElse(Duration.ofHours(24)),
                    sine.read("amplitude", Fields::share),
                    sine.findDuration("peak").orElse(Duration.ZERO));
            sine.refuseUnknown();
            return course;
        }
        Fields walk = fields.mapping("random_walk");
        var course = new Course.RandomWalk(
                walk.read("every", Durations::parse),
                walk.read("step", Fields::share),
                walk.read("low", Fields::share),
                walk.read("high", Fields::share),
                Math.round(walk.findNumber("seed").orElse(1.0)));
        walk.refuseUnknown();
        return course;
    }
}
