package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.DeadlineOdds;
import io.longhaul.core.plan.Frontier;
import io.longhaul.core.plan.Hop;
import io.longhaul.core.plan.Leg;
import io.longhaul.core.plan.Movement;
import io.longhaul.core.plan.Offer;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanOutcome;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.RateBasis;
import io.longhaul.core.plan.Reasons;
import io.longhaul.core.plan.Recommendation;
import io.longhaul.core.plan.Recommendations;
import io.longhaul.core.plan.RelayCertificate;
import io.longhaul.core.plan.Sensitivity;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.TransferRequest;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.Link;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class PlanJsonTest {
    private static final SiteId FROM = SiteId.parse("azure:canadacentral");
    private static final SiteId RELAY = SiteId.parse("gcp:us-west1-a");
    private static final SiteId TO = SiteId.parse("gcp:asia-northeast1-a");
    private static final Bandwidth RATE = Bandwidth.ofGigabitsPerSecond(7);

    private final PlanJson json = new PlanJson();

    private static TransferRequest request() {
        return TransferRequest.of(FROM, TO, DataSize.ofGigabytes(100)).withRateAtLeast(RATE);
    }

    private static TransferPlan plan() {
        PlanCost cost = new PlanCost(Money.parse("USD 9.5"), Money.parse("USD 0.024127"), Money.ZERO);
        var from = new VmGroup(FROM, "");
        var relay = new VmGroup(RELAY, "");
        var large = new VmGroup(TO, "large");
        var onward = new Tree(
                List.of(
                        new Hop(
                                new Leg(new Link(FROM, RELAY, "interconnect"), from, relay),
                                40,
                                Optional.of(DataSize.ofMebibytes(7))),
                        new Hop(new Leg(new Link(RELAY, TO), relay, large), 51)),
                Bandwidth.ofGigabitsPerSecond(3),
                3.0 / 7);
        var movement = new Movement(
                FROM,
                List.of(TO),
                DataSize.ofGigabytes(100),
                List.of(
                        Tree.path(List.of(from, large), Bandwidth.ofGigabitsPerSecond(4), 4.0 / 7, List.of(64)),
                        onward),
                new TreeMap<>(Map.of(from, 1, relay, 1, large, 1, new VmGroup(TO, "small"), 1)),
                RATE,
                new PlanTime(
                        Duration.ofNanos(115_285_714_286L),
                        Optional.of(Duration.ofSeconds(130)),
                        Duration.ofNanos(114_285_714_286L)),
                cost);
        var reasons = new Reasons(
                List.of(new Offer(
                        Verdict.MORE_VMS.id(),
                        Optional.empty(),
                        List.of(new Link(FROM, TO)),
                        64,
                        2,
                        Bandwidth.ofGigabitsPerSecond(8),
                        Duration.ofSeconds(100),
                        cost,
                        true,
                        "Two VMs carry twice as much.")),
                List.of("Direct streams reach 4 Gbit/s."),
                Optional.of(new RelayCertificate(RATE, RATE, "No relay is faster.")),
                List.of(new Sensitivity(
                        new Link(FROM, RELAY),
                        RATE,
                        Bandwidth.ofGigabitsPerSecond(5),
                        Verdict.MORE_VMS,
                        "Then 2 VMs.")));
        return new TransferPlan(
                movement,
                Verdict.RELAY,
                new Proof(Optional.of(Money.parse("USD 9.52")), Optional.empty(), 1e-9),
                Optional.of(new DeadlineOdds(0.97, 0.95, 0.985, 0.95)),
                reasons);
    }

    private static PlanAnswer found() {
        return new PlanAnswer(request(), new PlanOutcome.Found(plan()), Duration.ofNanos(812_345));
    }

    @Test
    void readsBackThePlanItWrote(@TempDir Path directory) {
        Path file = directory.resolve("plan.json");
        json.write(file, found());
        assertThat(json.readPlan(file)).isEqualTo(plan());
    }

    @Test
    void writesTheFieldsOfTheContract() {
        JsonNode tree = new JsonMapper().readTree(json.toJson(found()));
        assertThat(tree.at("/outcome").stringValue()).isEqualTo("found");
        assertThat(tree.at("/cost_usd/total").doubleValue()).isEqualTo(9.524127);
        assertThat(tree.at("/time_s/expected").doubleValue()).isEqualTo(115.285714286);
        assertThat(tree.at("/vms/gcp:asia-northeast1-a").intValue()).isEqualTo(2);
        assertThat(tree.at("/relays/0").stringValue()).isEqualTo("gcp:us-west1-a");
        assertThat(tree.at("/routes/1/streams_by_hop/1").intValue()).isEqualTo(51);
        assertThat(tree.at("/routes/1/window_bytes_by_hop/0").intValue()).isEqualTo(7 << 20);
        assertThat(tree.at("/routes/1/window_bytes_by_hop/1").isNull()).isTrue();
        assertThat(tree.at("/do/0").stringValue()).contains("tcp_rmem='4096 131072 29360128'");
        assertThat(tree.at("/bound_usd").doubleValue()).isEqualTo(9.52);
        assertThat(tree.at("/deadline_probability").doubleValue()).isEqualTo(0.97);
        assertThat(tree.at("/offers/0/cost_usd").doubleValue()).isEqualTo(9.524127);
        assertThat(tree.at("/offers/0/via").isNull()).isTrue();
        assertThat(tree.at("/planning_ms").doubleValue()).isEqualTo(0.812345);
    }

    @Test
    void anInfeasibleAnswerHasTheSameFieldsWithNulls() {
        PlanOutcome no = new PlanOutcome.Infeasible(
                List.of("The sender's cap is 5 Gbit/s."), Optional.of(request().unconstrained()), Optional.of(plan()));
        String text = json.toJson(new PlanAnswer(request(), no, Duration.ZERO));
        JsonNode tree = new JsonMapper().readTree(text);
        JsonNode found = new JsonMapper().readTree(json.toJson(found()));
        assertThat(tree.propertyNames()).containsExactlyInAnyOrderElementsOf(found.propertyNames());
        assertThat(tree.at("/outcome").stringValue()).isEqualTo("infeasible");
        assertThat(tree.at("/cost_usd").isNull()).isTrue();
        assertThat(tree.at("/reasons/0").stringValue()).contains("5 Gbit/s");
        assertThat(tree.at("/nearest/plan/verdict").stringValue()).isEqualTo("relay");
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> json.planFrom(text, "p.json"))
                .withMessageContaining("p.json holds no plan: its outcome is infeasible");
    }

    @Test
    void anAnswerGivenUpKeepsTheBestSoFar() {
        PlanOutcome late = new PlanOutcome.GaveUp(Optional.of(plan()), List.of("The time limit of 1 s was reached."));
        String text = json.toJsonLine(new PlanAnswer(request(), late, Duration.ofSeconds(1)));
        assertThat(text).doesNotContain("\n").contains("\"outcome\":\"gave-up\"", "\"planning_ms\":1000");
        assertThat(json.planFrom(text, "p")).isEqualTo(plan());
    }

    @Test
    void aFrontierIsAListOfPoints() {
        Frontier frontier = new Frontier(
                List.of(new Frontier.Corner(
                        RATE, Duration.ofSeconds(115), Money.parse("USD 9.52"), Verdict.RELAY, plan(), true)),
                true);
        assertThat(new FrontierJson().toJsonLine(frontier))
                .startsWith("{\"format\":\"longhaul-frontier/1\"")
                .contains(
                        "\"points\":[{\"rate_bps\":7000000000,\"time_s\":115,\"cost_usd\":9.52,\"verdict\":\"relay\"");
    }

    @Test
    void recommendationsCarryEveryVerdictCount() {
        Recommendation link = new Recommendation(
                new Link(FROM, TO),
                Verdict.RELAY,
                Optional.of(RATE),
                Optional.of(RELAY),
                Optional.of(Bandwidth.ofGigabitsPerSecond(14)),
                OptionalDouble.of(2.0),
                OptionalDouble.of(Double.NaN),
                Optional.empty(),
                Optional.empty(),
                1,
                "The relay doubles the rate.",
                List.of("measure"));
        Recommendations.Summary summary =
                new Recommendations.Summary(1, 1, OptionalDouble.of(2), Map.of(Verdict.RELAY, 1));
        Recommendations answer = new Recommendations(
                RateBasis.MULTI_STREAM,
                List.of(link),
                summary,
                List.of(new Recommendations.Group("azure", "gcp", summary)),
                List.of(new Recommendations.RelayWorth(RELAY, 1, 1)));
        JsonNode tree = new JsonMapper().readTree(new RecommendationsJson().toJson(answer));
        assertThat(tree.at("/rates").stringValue()).isEqualTo("multi-stream");
        assertThat(tree.at("/links/0/gain").doubleValue()).isEqualTo(2);
        assertThat(tree.at("/links/0/price_ratio").isNull()).isTrue();
        assertThat(tree.at("/summary/relay_gain_at_least_1_5").intValue()).isEqualTo(1);
        assertThat(tree.at("/summary/verdicts").propertyNames())
                .containsExactlyInAnyOrder("direct", "more-streams", "more-vms", "relay", "measure-again");
        assertThat(tree.at("/links/0/do/0").stringValue()).isEqualTo("measure");
        assertThat(tree.at("/summary/verdicts/direct").intValue()).isZero();
    }

    @Test
    void anErrorSaysWhatToDo() {
        InvalidInputException error = new InvalidInputException("The site (eu) is \"wrong\".", "Write aws:eu-west-1.");
        assertThat(new ErrorJson().toJsonLine(ErrorJson.Failure.of(error)))
                .isEqualTo("{\"format\":\"longhaul-error/1\",\"error\":\"The site (eu) is \\\"wrong\\\".\","
                        + "\"advice\":\"Write aws:eu-west-1.\"}");
    }
}
