package io.longhaul.store.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.plan.JointOutcome;
import io.longhaul.core.plan.JointPlan;
import io.longhaul.core.plan.JointProblem;
import io.longhaul.core.plan.JointProblem.Item;
import io.longhaul.core.plan.Movement;
import io.longhaul.core.plan.NetworkModel;
import io.longhaul.core.plan.PlanCost;
import io.longhaul.core.plan.PlanOutcome.Ending;
import io.longhaul.core.plan.PlanTime;
import io.longhaul.core.plan.Proof;
import io.longhaul.core.plan.SiteModel;
import io.longhaul.core.plan.TransferPlan;
import io.longhaul.core.plan.Tree;
import io.longhaul.core.plan.Verdict;
import io.longhaul.core.plan.VmGroup;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.topology.VmCaps;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Money;
import io.longhaul.core.units.PricePerHour;
import io.longhaul.store.grid.RequestsReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests are read, and the answer for several transfers keeps its schema. */
class JointJsonTest {
    private static final SiteId FROM = SiteId.parse("aws:a");
    private static final SiteId TO = SiteId.parse("gcp:b");

    @TempDir
    private Path folder;

    private static Schema schema() throws IOException {
        try (InputStream in = JointJson.class.getResourceAsStream("/io/longhaul/store/json/plans.schema.json")) {
            if (in == null) {
                throw new IllegalStateException("no schema");
            }
            return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(new String(in.readAllBytes(), StandardCharsets.UTF_8), InputFormat.JSON);
        }
    }

    private List<Item> requests(String... lines) throws IOException {
        return RequestsReader.read(Files.write(folder.resolve("requests.csv"), List.of(lines)));
    }

    private static JointPlan plan() {
        var cost = new PlanCost(Money.parse("USD 20"), Money.parse("USD 0.5"), Money.ZERO);
        var rate = Bandwidth.ofGigabitsPerSecond(8);
        var from = new VmGroup(FROM, "");
        var to = new VmGroup(TO, "");
        var single = new TransferPlan(
                new Movement(
                        FROM,
                        List.of(TO),
                        DataSize.ofGigabytes(1000),
                        List.of(Tree.path(List.of(from, to), rate, 1, List.of(64))),
                        new TreeMap<>(Map.of(from, 1, to, 1)),
                        rate,
                        new PlanTime(Duration.ofSeconds(1000), Optional.empty(), Duration.ofSeconds(1000)),
                        cost),
                Verdict.DIRECT,
                Proof.ofCost(Money.ZERO, cost.total()));
        return new JointPlan(
                List.of(new JointPlan.Part("nightly", Duration.ofSeconds(60), single)),
                cost,
                Proof.ofCost(cost.total(), cost.total()));
    }

    @Test
    void anAnswerKeepsItsSchema() throws IOException {
        List<Item> items = requests("from,to,size", "aws:a,gcp:b,1TB");
        var caps = VmCaps.of(Bandwidth.ofGigabitsPerSecond(8), Bandwidth.ofGigabitsPerSecond(8));
        var sites = List.of(
                SiteModel.of(FROM, caps, PricePerHour.ofDollars(1)), SiteModel.of(TO, caps, PricePerHour.ofDollars(1)));
        var problem = new JointProblem(items, new NetworkModel(sites, List.of()), true);
        var some = new JointOutcome(
                Ending.INFEASIBLE, Optional.of(plan()), Map.of("logs", List.of("No VMs are left.")), List.of());
        String json = new JointJson().toJson(new JointAnswer(problem, some, Duration.ofMillis(3)));
        assertThat(schema().validate(json, InputFormat.JSON)).isEmpty();
        assertThat(json).contains("\"start_s\": 60", "\"end_s\": 1060", "No VMs are left.");
        var none = new JointOutcome(Ending.INFEASIBLE, Optional.empty(), Map.of("logs", List.of("No way.")), List.of());
        String empty = new JointJson().toJson(new JointAnswer(problem, none, Duration.ofMillis(3)));
        assertThat(schema().validate(empty, InputFormat.JSON)).isEmpty();
        assertThat(schema().validate(json.replace("left_out", "left"), InputFormat.JSON))
                .isNotEmpty();
    }

    @Test
    void requestsHaveNamesDeadlinesRatesAndWeights() throws IOException {
        List<Item> items = requests(
                "name,from,to,size,deadline,rate,weight",
                "nightly,aws:a,gcp:b,20TB,6h,2Gbit/s,3",
                ",aws:a,gcp:b,5GB,,,");
        assertThat(items.get(0).name()).isEqualTo("nightly");
        assertThat(items.get(0).weight()).isEqualTo(3);
        assertThat(items.get(0).request().deadline()).contains(Duration.ofHours(6));
        assertThat(items.get(0).request().rate()).contains(Bandwidth.parse("2Gbit/s"));
        assertThat(items.get(1).name()).isEqualTo("line 3");
        assertThat(items.get(1).weight()).isEqualTo(1);
        assertThat(items.get(1).request().deadline()).isEmpty();
    }

    @Test
    void whatCannotBeUsedIsNamedWithItsPlace() {
        assertThatThrownBy(() -> requests("from,to,size,deadline", "aws:a,gcp:b,5GB,soon"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("soon");
        assertThatThrownBy(() -> requests("from,to,size,weight", "aws:a,gcp:b,5GB,0"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("weight");
    }
}
