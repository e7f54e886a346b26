package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.JobSet;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.text.Grammar;
import io.longhaul.core.topology.SiteId;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Jobs that share a cluster, {@code longhaul-jobs/1}, in JSON or YAML; see {@code docs/formats/jobs.md}. Stateless, safe for any
 * thread.
 */
public final class JobsJson extends JsonFormat<JobSet> {
    private static final int MOST = 100_000;

    public JobsJson() {
        super("longhaul-jobs/1");
    }

    /**
     * Reads a file of either form: JSON where it begins with a brace, YAML else. A single job, {@code longhaul-job/1}, is a set of
     * one.
     *
     * @throws InvalidInputException when there is no such file, or it is not of this format
     */
    public JobSet readJsonOrYaml(Path file) {
        FieldReader in = readEither(file);
        var one = new JobJson();
        return one.isOf(in) ? JobSet.of(one.fromFields(in)) : fromFields(in);
    }

    @Override
    protected JobSet decode(FieldReader in) {
        in.knows("format", "name", "cluster", "jobs");
        Map<SiteId, SiteShare> cluster = in.object("cluster", JobJson::cluster);
        var jobs = in.objects("jobs", job -> {
            if (job.has("cluster")) {
                throw job.invalid("cluster", "stands in a job: all share the one beside them");
            }
            return JobJson.decode(job, Optional.of(cluster));
        });
        if (jobs.size() > MOST) {
            throw in.invalid("jobs", "are more than " + MOST);
        }
        return new JobSet(Grammar.NAME.require("The name", in.text("name")), jobs);
    }

    @Override
    protected void encode(FieldWriter out, JobSet jobs) {
        out.text("name", jobs.name())
                .object("cluster", jobs.cluster(), JobJson::encode)
                .objects("jobs", jobs.jobs(), (fields, job) -> {
                    fields.text("name", job.name());
                    JobJson.encodeShared(fields, job);
                });
    }
}
