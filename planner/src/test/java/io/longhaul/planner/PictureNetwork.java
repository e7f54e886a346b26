package io.longhaul.planner;

import io.longhaul.core.plan.LinkModel;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCheck;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanningProblem;
import io.longhaul.core.plan.RateCurve;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.price.EgressPrice;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerGigabyte;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.core.units.Show;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Networks drawn as text, and plans shown as one line. */
public final class PictureNetwork {
    private static final Pattern LINK =
            Pattern.compile("(\\S+) -> (\\S+)\\s+(\\S+ \\S+bit/s)(?: by (\\d+))?\\s+USD (\\S+)/GB");
    private static final Pattern SITE =
            Pattern.compile("(\\S+)\\s+out (\\S+ \\S+bit/s)\\s+in (\\S+ \\S+bit/s)\\s+USD (\\S+)/h");

    private PictureNetwork() {}

    /**
     * A line {@code a -> b  5 Gbit/s  USD 0.02/GB} is a link at 64 streams, {@code … by 8} at others (several lines make a
     * curve); a line {@code a  out 5 Gbit/s  in 10 Gbit/s  USD 0.54/h} a site. Sites without a line have 100 Gbit/s free VMs.
     */
    public static NetworkModel network(String picture) {
        var curves = new TreeMap<Link, TreeMap<Integer, Bandwidth>>();
        var prices = new TreeMap<Link, EgressPrice>();
        var sites = new TreeMap<SiteId, SiteModel>();
        for (String line : picture.strip().lines().toList()) {
            Matcher link = LINK.matcher(line.strip());
            Matcher site = SITE.matcher(line.strip());
            if (link.matches()) {
                Link between = Link.between(link.group(1), link.group(2));
                int streams = link.group(4) == null ? 64 : Integer.parseInt(link.group(4));
                curves.computeIfAbsent(between, any -> new TreeMap<>()).put(streams, Bandwidth.parse(link.group(3)));
                var price = PricePerGigabyte.ofDollars(Double.parseDouble(link.group(5)));
                prices.put(between, EgressPrice.flat(between, price, "picture", Optional.empty()));
            } else if (site.matches()) {
                SiteId id = SiteId.parse(site.group(1));
                var caps = VmCaps.of(Bandwidth.parse(site.group(2)), Bandwidth.parse(site.group(3)));
                sites.put(id, SiteModel.of(id, caps, PricePerHour.ofDollars(Double.parseDouble(site.group(4)))));
            } else {
                throw new IllegalArgumentException("neither link nor site: " + line);
            }
        }
        var links = new ArrayList<LinkModel>();
        var ends = new TreeSet<SiteId>();
        curves.forEach((link, points) -> {
            ends.addAll(List.of(link.from(), link.to()));
            EgressPrice price = Objects.requireNonNull(prices.get(link));
            LinkModel model = LinkModel.of(link, RateCurve.of(points), price);
            Optional<Bandwidth> single = Optional.ofNullable(points.get(1));
            links.add(single.map(model::withSingleFlow).orElse(model));
        });
        var wide = VmCaps.of(Bandwidth.ofGigabitsPerSecond(100), Bandwidth.ofGigabitsPerSecond(100));
        ends.forEach(end -> sites.putIfAbsent(end, SiteModel.of(end, wide, PricePerHour.FREE)));
        return new NetworkModel(sites.values(), links);
    }

    /** {@code aws:a ~ gcp:r ~ aws:b  5.00 Gbit/s  2 min 40 s  USD 10.00}, checked by PlanCheck. */
    public static String line(PlanningProblem problem, PlanOutcome outcome) {
        return outcome.fold(
                found -> line(problem, found.best()),
                no -> "infeasible: " + String.join(" ", no.reasons()),
                late -> "gave up: "
                        + late.best().map(plan -> line(problem, plan)).orElse("nothing"));
    }

    private static String line(PlanningProblem problem, TransferPlan plan) {
        List<String> violations = PlanCheck.violations(problem, plan);
        if (!violations.isEmpty()) {
            throw new AssertionError("refused: " + violations);
        }
        String routes = plan.trees().size() == 1
                ? plan.trees().get(0).toString()
                : plan.trees().stream()
                        .map(route -> Show.percent(route.share()) + " " + route)
                        .collect(Collectors.joining(" | "));
        int most =
                plan.vms().values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return routes + (most > 1 ? "  " + plan.vms().values() + " VMs" : "") + "  " + Show.rate(plan.rate()) + "  "
                + Show.time(plan.time().expected()) + "  " + Show.money(total(plan));
    }

    private static Money total(TransferPlan plan) {
        return plan.cost().total();
    }

    /** The routes alone. */
    public static List<String> routes(TransferPlan plan) {
        return plan.trees().stream().map(Tree::toString).toList();
    }
}
