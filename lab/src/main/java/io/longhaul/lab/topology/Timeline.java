package io.longhaul.lab.topology;

import io.longhaul.core.topology.TokenBucket;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The values of all changing settings at a time. Deterministic: the same topology and the same time give the same
 * values. Asked with times that do not go back. Confined to one thread.
 */
public final class Timeline {
    /** How often a setting that moves all the time is set anew. */
    public static final Duration GRAIN = Duration.ofMillis(100);

    private final List<Track> tracks = new ArrayList<>();

    public Timeline(LabTopology topology) {
        var byKey = new LinkedHashMap<Key, Track>();
        for (Change change : topology.changes()) {
            var key = new Key(change.target(), change.setting());
            byKey.computeIfAbsent(key, k -> new Track(k, base(topology, k))).add(change.course());
        }
        tracks.addAll(byKey.values());
    }

    /** Whether the topology changes at all. */
    public boolean isEmpty() {
        return tracks.isEmpty();
    }

    /** The settings whose value at this time is not what was last reported. */
    public List<Value> advanceTo(Duration time) {
        var changed = new ArrayList<Value>();
        for (Track track : tracks) {
            track.advance(time, changed);
        }
        return changed;
    }

    /** One setting's value from a time on; its unit is that of {@link Setting}. */
    public record Value(Target target, Setting setting, double value) {}

    private record Key(Target target, Setting setting) {}

    private static double base(LabTopology topology, Key key) {
        if (key.target() instanceof Target.OfSite of) {
            LabSite site = topology.getSite(of.site());
            return switch (key.setting()) {
                case EGRESS ->
                    site.caps()
                            .egressBucket()
                            .map(TokenBucket::high)
                            .orElse(site.caps().egress())
                            .bitsPerSecond();
                case INGRESS -> site.caps().ingress().bitsPerSecond();
                case PER_FLOW ->
                    site.caps().perFlow().map(Bandwidth::bitsPerSecond).orElse(Long.MAX_VALUE);
                default ->
                    site.caps()
                            .egressBucket()
                            .map(TokenBucket::budget)
                            .map(DataSize::bytes)
                            .orElse(0L);
            };
        }
        LabLink link = topology.getLink(((Target.OfLink) key.target()).link());
        return switch (key.setting()) {
            case PATH_CAP -> link.pathCap().map(Bandwidth::bitsPerSecond).orElse(Long.MAX_VALUE);
            case ONE_WAY -> Durations.seconds(link.oneWay());
            case LOSS -> link.loss();
            default -> Durations.seconds(link.jitter());
        };
    }

    /** One setting of one target: its last step, and the product of its varying courses. */
    private static final class Track {
        private final Key key;
        private final List<Course.Step> steps = new ArrayList<>();
        private final List<Course.Diurnal> sines = new ArrayList<>();
        private final List<Walk> walks = new ArrayList<>();
        private double base;
        private double reported;

        Track(Key key, double base) {
            this.key = key;
            this.base = base;
            this.reported = base;
        }

        void add(Course course) {
            if (course instanceof Course.Step step) {
                steps.add(step);
                steps.sort((a, b) -> a.at().compareTo(b.at()));
            } else if (course instanceof Course.Diurnal diurnal) {
                sines.add(diurnal);
            } else if (course instanceof Course.RandomWalk walk) {
                walks.add(new Walk(walk));
            }
        }

        void advance(Duration time, List<Value> changed) {
            boolean stepped = false;
            while (!steps.isEmpty() && steps.get(0).at().compareTo(time) <= 0) {
                base = steps.remove(0).value();
                stepped = true;
            }
            double value = base;
            for (Course.Diurnal sine : sines) {
                value *= sine.factorAt(time);
            }
            for (Walk walk : walks) {
                value *= walk.factorAt(time);
            }
            if (value != reported || stepped) {
                reported = value;
                changed.add(new Value(key.target(), key.setting(), value));
            }
        }
    }

    private static final class Walk {
        private final Course.RandomWalk course;
        private final SplittableRandom random;
        private final double low;
        private final double high;
        private double logarithm;
        private long steps;

        Walk(Course.RandomWalk course) {
            this.course = course;
            this.random = new SplittableRandom(course.seed());
            this.low = Math.log(course.low());
            this.high = Math.log(course.high());
        }

        double factorAt(Duration time) {
            long due = time.dividedBy(course.every());
            for (; steps < due; steps++) {
                logarithm += course.step() * random.nextGaussian();
                if (logarithm > high) {
                    logarithm = 2 * high - logarithm;
                }
                if (logarithm < low) {
                    logarithm = 2 * low - logarithm;
                }
                logarithm = Math.max(low, Math.min(high, logarithm));
            }
            return Math.exp(logarithm);
        }
    }
}
