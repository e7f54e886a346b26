package io.longhaul.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between the rooms, as ARCHITECTURE.md draws them. */
@AnalyzeClasses(packages = "io.longhaul", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String JDK = "java..";
    private static final String NULLNESS = "org.jspecify.annotations..";

    @ArchTest
    static final ArchRule core_sees_the_jdk = room("core", "io.longhaul.core..");

    @ArchTest
    static final ArchRule statistics_see_core_and_commons_math =
            room("stats", "io.longhaul.core..", "org.apache.commons.math3..");

    @ArchTest
    static final ArchRule the_estimator_sees_core_and_statistics =
            room("estimator", "io.longhaul.core..", "io.longhaul.stats..");

    @ArchTest
    static final ArchRule the_planner_sees_core_and_statistics =
            room("planner", "io.longhaul.core..", "io.longhaul.stats..");

    private static ArchRule room(String name, String... sees) {
        String own = "io.longhaul." + name + "..";
        String[] allowed = Stream.concat(Stream.of(own, JDK, NULLNESS), Arrays.stream(sees))
                .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(own)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(allowed);
    }

    @ArchTest
    static final ArchRule planning_and_estimating_read_no_clock_no_file_and_no_chance = noClasses()
            .that()
            .resideInAnyPackage(
                    "io.longhaul.planner..", "io.longhaul.core..", "io.longhaul.stats..", "io.longhaul.estimator..")
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(Math.class, "random")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("java.nio.file..");

    @ArchTest
    static final ArchRule rooms_meet_only_in_core = noClasses()
            .that()
            .resideInAPackage("io.longhaul.store..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.longhaul.probes..",
                    "io.longhaul.estimator..",
                    "io.longhaul.planner..",
                    "io.longhaul.lab..",
                    "io.longhaul.campaign..",
                    "io.longhaul.clouds..",
                    "io.longhaul.cli..")
            .orShould()
            .dependOnClassesThat()
            .resideInAPackage("io.netty..");

    @ArchTest
    static final ArchRule probes_see_core_and_netty = noClasses()
            .that()
            .resideInAPackage("io.longhaul.probes..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.longhaul.store..",
                    "io.longhaul.estimator..",
                    "io.longhaul.planner..",
                    "io.longhaul.lab..",
                    "io.longhaul.campaign..",
                    "io.longhaul.clouds..",
                    "io.longhaul.cli..");

    @ArchTest
    static final ArchRule campaigns_see_what_measures_and_what_keeps = noClasses()
            .that()
            .resideInAPackage("io.longhaul.campaign..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.longhaul.planner..", "io.longhaul.lab..", "io.longhaul.clouds..", "io.longhaul.cli..");

    @ArchTest
    static final ArchRule only_certificates_know_bouncy_castle = noClasses()
            .that()
            .resideOutsideOfPackage("io.longhaul.campaign.certs..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bouncycastle..");

    @ArchTest
    static final ArchRule the_port_of_clouds_sees_core_and_store_and_no_sdk = noClasses()
            .that()
            .resideInAPackage("io.longhaul.clouds..")
            .and()
            .resideOutsideOfPackages(
                    "io.longhaul.clouds.aws..", "io.longhaul.clouds.gcp..", "io.longhaul.clouds.azure..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.longhaul.stats..",
                    "io.longhaul.estimator..",
                    "io.longhaul.planner..",
                    "io.longhaul.probes..",
                    "io.longhaul.lab..",
                    "io.longhaul.campaign..",
                    "io.longhaul.cli..",
                    "software.amazon..",
                    "com.google..",
                    "com.azure..");

    /** The command opens them by a class loader of their own, so that nobody pays for a cloud who needs none. */
    @Test
    void no_sdk_of_a_cloud_is_on_the_class_path() {
        for (String type : List.of(
                "software.amazon.awssdk.core.SdkClient",
                "com.google.cloud.compute.v1.InstancesClient",
                "com.azure.core.http.HttpPipeline")) {
            assertThatThrownBy(() -> Class.forName(type)).as(type).isInstanceOf(ClassNotFoundException.class);
        }
    }

    @ArchTest
    static final ArchRule the_lab_sees_core = noClasses()
            .that()
            .resideInAPackage("io.longhaul.lab..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.longhaul.store..",
                    "io.longhaul.stats..",
                    "io.longhaul.estimator..",
                    "io.longhaul.planner..",
                    "io.longhaul.probes..",
                    "io.longhaul.campaign..",
                    "io.longhaul.clouds..",
                    "io.longhaul.cli..");

    @ArchTest
    static final ArchRule only_the_cli_prints_and_exits = noClasses()
            .that()
            .resideOutsideOfPackage("io.longhaul.cli..")
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(System.class, "exit", int.class);

    @ArchTest
    static final ArchRule rooms_have_no_cycles_inside =
            slices().matching("io.longhaul.(*).(*)..").should().beFreeOfCycles();
}
