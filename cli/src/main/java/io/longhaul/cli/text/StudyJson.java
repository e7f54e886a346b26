package io.longhaul.cli.text;

import io.longhaul.lab.study.StudyReport;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** What studies found, {@code longhaul-lab-study/1}. */
public final class StudyJson {
    private StudyJson() {}

    private record Document(String format, List<StudyReport> studies) {}

    public static String of(List<StudyReport> reports) {
        return JsonMapper.shared()
                .writerWithDefaultPrettyPrinter()
                .writeValueAsString(new Document("longhaul-lab-study/1", reports));
    }
}
