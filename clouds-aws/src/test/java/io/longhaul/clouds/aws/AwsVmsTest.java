package io.longhaul.clouds.aws;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.clouds.CloudAccess;
import io.longhaul.clouds.CloudVms;
import io.longhaul.clouds.CloudVmsContract;
import io.longhaul.clouds.catalog.CloudCatalog;
import io.longhaul.clouds.catalog.Patience;
import io.longhaul.clouds.fleet.Permissions;
import io.longhaul.clouds.hostile.AwsFace;
import io.longhaul.clouds.hostile.HostileCloud;
import io.longhaul.clouds.hostile.HttpFace;
import io.longhaul.core.topology.SiteId;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** EC2 by the real SDK. */
class AwsVmsTest extends CloudVmsContract {
    static {
        // the SDK's default chain looks here first; there is no account behind these
        System.setProperty("aws.accessKeyId", "AKIDEXAMPLE");
        System.setProperty("aws.secretAccessKey", "an-example-that-opens-nothing");
    }

    @Override
    protected HttpFace face(HostileCloud cloud) throws IOException {
        return new AwsFace(cloud);
    }

    @Override
    protected CloudCatalog catalog(HttpFace face) {
        return new AwsProvider()
                .catalog(CloudAccess.DEFAULT.at(face.address()), Patience.usual(new SplittableRandom(1)));
    }

    @Override
    protected CloudVms open(HttpFace face) {
        return new AwsProvider().vms(CloudAccess.DEFAULT.at(face.address()));
    }

    @Override
    protected SiteId site() {
        return SiteId.parse("aws:us-east-1");
    }

    @Override
    protected String type() {
        return "m5.large";
    }

    @Override
    protected String createCall() {
        return "RunInstances";
    }

    @Test
    void the_policy_allows_what_is_called_and_no_more() {
        Set<String> called = everyCall().stream()
                .map(call -> call.endsWith("Schedule") || call.endsWith("Schedules")
                        ? "scheduler:" + call
                        : call.endsWith("ServiceQuotas")
                                ? "servicequotas:" + call
                                : call.equals("GetCallerIdentity") ? "sts:" + call : "ec2:" + call)
                .collect(Collectors.toCollection(TreeSet::new));
        // for a group in a given subnet; EC2 and EventBridge ask these two themselves, for the image and for the
        // timer's role
        called.addAll(List.of("ec2:DescribeSubnets", "ssm:GetParameters", "iam:PassRole"));
        assertThat(allowed("aws-fleets.json")).isEqualTo(called);
    }

    /** What EventBridge does for a schedule is what its role may, and nobody else may be it. */
    @Test
    void the_timers_role_may_do_what_its_schedules_ask_for() {
        everyCall();
        String target = said().stream()
                .filter(request -> request.startsWith("POST /schedules/"))
                .map(request -> new JsonMapper().readTree(request.substring(request.indexOf('\n') + 1)))
                .map(schedule -> schedule.get("Target"))
                .peek(one -> assertThat(one.get("RoleArn").asString()).endsWith(":role/longhaul-fleet-timer"))
                .map(one -> one.get("Arn").asString())
                .distinct()
                .collect(Collectors.joining());
        assertThat(target).isEqualTo("arn:aws:scheduler:::aws-sdk:ec2:terminateInstances");
        assertThat(allowed("aws-timer.json")).containsExactly("ec2:TerminateInstances");
        assertThat(allowed("aws-timer-trust.json")).containsExactly("sts:AssumeRole");
        assertThat(statements("aws-timer-trust.json").get(0).get("Principal").toString())
                .isEqualTo("{\"Service\":\"scheduler.amazonaws.com\"}");
    }

    private static JsonNode statements(String file) {
        return Permissions.of("aws").stream()
                .filter(document -> document.file().equals(file))
                .map(document -> new JsonMapper().readTree(document.text()).get("Statement"))
                .findFirst()
                .orElseThrow();
    }

    private static Set<String> allowed(String file) {
        Set<String> allowed = new TreeSet<>();
        for (JsonNode statement : statements(file)) {
            JsonNode action = statement.get("Action");
            if (action.isArray()) {
                action.forEach(one -> allowed.add(one.asString()));
            } else {
                allowed.add(action.asString());
            }
        }
        return allowed;
    }
}
