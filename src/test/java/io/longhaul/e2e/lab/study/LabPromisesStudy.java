package io.longhaul.e2e.lab.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.longhaul.e2e.StudyTable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * Does the faithful lab keep its promises on this machine, by the real iperf3? {@code -Dlonghaul.study=lab}; a test for
 * each experiment, or for those whose name {@code -Dlonghaul.study.names} matches; {@code -Dlonghaul.study.runs} of each
 * cell. The tables of docs/evidence/lab.md are its own.
 */
class LabPromisesStudy {
    @TestFactory
    @EnabledIfSystemProperty(named = "longhaul.study", matches = "lab")
    Stream<DynamicTest> keeps_its_promises() {
        String wanted = System.getProperty("longhaul.study.names", ".*");
        var all = new ArrayList<Experiment>(WindowStudy.all());
        all.addAll(List.of(
                new RelayStudy(),
                new SharingStudy(),
                new FlowCapStudy(),
                new CreditStudy(),
                new LossStudy(),
                new DelayStudy(),
                new LoadStudy(),
                new ScaleStudy(),
                new AgreementStudy()));
        return all.stream()
                .filter(experiment -> experiment.name().matches(wanted))
                .map(experiment -> DynamicTest.dynamicTest(experiment.name(), () -> carryOut(experiment)));
    }

    private static void carryOut(Experiment experiment) {
        StudyReport report = experiment.run(Integer.getInteger("longhaul.study.runs", 3), System.err::println);
        StudyTable.write("lab-" + experiment.name() + ".md", report.toMarkdown());
        assertThat(report.checks()).as(report.toMarkdown()).allMatch(StudyReport.Check::holds);
    }
}
