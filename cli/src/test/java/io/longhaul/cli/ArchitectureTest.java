package io.longhaul.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between the rooms, as ARCHITECTURE.md draws them. */
@AnalyzeClasses(packages = "io.longhaul", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
    private static final String JDK = "java..";
    private static final String NULLNESS = "org.jspecify.annotations..";

    @ArchTest
    static final ArchRule core_sees_the_jdk_and_statistics_see_commons_math = classes()
            .that()
            .resideInAPackage("io.longhaul.core..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.longhaul.core..", JDK, NULLNESS, "org.apache.commons.math3..");

    @ArchTest
    static final ArchRule only_statistics_see_commons_math = noClasses()
            .that()
            .resideInAPackage("io.longhaul.core..")
            .and()
            .resideOutsideOfPackage("io.longhaul.core.stats..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.apache.commons.math3..");

    @ArchTest
    static final ArchRule the_planner_sees_core_and_nothing_else = classes()
            .that()
            .resideInAPackage("io.longhaul.planner..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("io.longhaul.planner..", "io.longhaul.core..", JDK, NULLNESS);

    @ArchTest
    static final ArchRule planning_and_estimating_read_no_clock_no_file_and_no_chance = noClasses()
            .that()
            .resideInAnyPackage("io.longhaul.planner..", "io.longhaul.core..")
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
                    "io.longhaul.probes..", "io.longhaul.planner..", "io.longhaul.lab..", "io.longhaul.cli..")
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
                    "io.longhaul.store..", "io.longhaul.planner..", "io.longhaul.lab..", "io.longhaul.cli..");

    @ArchTest
    static final ArchRule the_lab_sees_core = noClasses()
            .that()
            .resideInAPackage("io.longhaul.lab..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "io.longhaul.store..", "io.longhaul.planner..", "io.longhaul.probes..", "io.longhaul.cli..");

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
