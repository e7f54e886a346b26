package io.longhaul.store.json;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.job.Dataset;
import io.longhaul.core.job.Job;
import io.longhaul.core.job.Repeat;
import io.longhaul.core.job.SiteShare;
import io.longhaul.core.job.Stage;
import io.longhaul.core.job.Terms;
import io.longhaul.core.text.Grammar;
import io.longhaul.core.topology.SiteId;
import io.longhaul.core.units.DataSize;
import io.longhaul.core.units.Durations;
import io.longhaul.core.units.Money;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A job, {@code longhaul-job/1}, in JSON or YAML; see {@code docs/formats/job.md}. Stateless, safe for any thread.
 */
public final class JobJson extends JsonFormat<Job> {
    /** A graph of more is no query. */
    private static final int MOST = 10_000;

    public JobJson() {
        super("longhaul-job/1");
    }

    /**
     * Reads a file of either form: JSON where it begins with a brace, YAML else.
     *
     * @throws InvalidInputException when there is no such file, or it is not of this format
     */
    public Job readJsonOrYaml(Path file) {
        return fromFields(readEither(file));
    }

    @Override
    protected Job decode(FieldReader in) {
        return decode(in, in.findObject("cluster", JobJson::cluster));
    }

    /**
     * A job's fields.
     *
     * @param shared what it runs on; empty for one VM wherever its data lie or are written to
     */
    static Job decode(FieldReader in, Optional<Map<SiteId, SiteShare>> shared) {
        in.knows(
                "format",
                "name",
                "cluster",
                "datasets",
                "stages",
                "alternatives",
                "repeat",
                "arrival",
                "deadline",
                "budget",
                "weight");
        List<Dataset> datasets = in.objects("datasets", JobJson::dataset);
        List<Stage> stages = in.objects("stages", JobJson::stage);
        List<List<Stage>> alternatives = in.objects("alternatives", fields -> {
            fields.knows("stages");
            return fields.objects("stages", JobJson::stage);
        });
        int most = alternatives.stream().mapToInt(List::size).sum() + stages.size();
        if (most > MOST || alternatives.size() > MOST || datasets.size() > MOST) {
            throw in.invalid("stages", "and datasets are more than " + MOST);
        }
        Map<SiteId, SiteShare> cluster = shared.orElseGet(() -> alone(datasets, stages));
        return new Job(name(in, "name"), datasets, stages, alternatives, cluster, repeat(in), terms(in));
    }

    private static Repeat repeat(FieldReader in) {
        return in.findObject("repeat", fields -> {
                    fields.knows("rounds", "factor");
                    return new Repeat(
                            fields.findSmallInteger("rounds").orElse(1),
                            fields.findDecimal("factor").orElse(1));
                })
                .orElse(Repeat.ONCE);
    }

    private static Terms terms(FieldReader in) {
        return new Terms(
                in.findParsed("arrival", Durations::parse).orElse(Duration.ZERO),
                in.findParsed("deadline", Durations::parse),
                in.findParsed("budget", Money::parse),
                in.findDecimal("weight").orElse(1));
    }

    private static String name(FieldReader in, String field) {
        return Grammar.NAME.require("The name", in.text(field));
    }

    private static Dataset dataset(FieldReader in) {
        in.knows("name", "sizes", "may_not_go");
        Map<SiteId, DataSize> sizes = in.object("sizes", fields -> {
            var bySite = new TreeMap<SiteId, DataSize>();
            for (String site : fields.names()) {
                fields.findParsed(site, JobJson::size).ifPresent(size -> bySite.put(SiteId.parse(site), size));
            }
            return bySite;
        });
        var forbidden = new HashSet<SiteId>();
        in.texts("may_not_go").forEach(site -> forbidden.add(SiteId.parse(site)));
        return new Dataset(name(in, "name"), sizes, forbidden);
    }

    private static DataSize size(String text) {
        DataSize size = DataSize.parse(text);
        if (size.bytes() > FieldReader.MOST_BYTES) {
            throw new InvalidInputException("The size (" + text + ") is above 10^18 octets.", "Check its unit.");
        }
        return size;
    }

    private static Stage stage(FieldReader in) {
        in.knows(
                "name", "kind", "inputs", "selectivity", "output", "seconds_per_gb", "tasks", "seconds_per_task", "at");
        Optional<DataSize> output = in.findParsed("output", JobJson::size);
        Stage.Kind kind = in.findParsed("kind", Stage.Kind::ofId).orElseThrow(() -> in.invalid("kind", "is missing"));
        if (output.isPresent() && in.has("selectivity")) {
            throw in.invalid("output", "stands beside a selectivity: one of the two says what comes out");
        }
        return new Stage(
                name(in, "name"),
                kind,
                in.texts("inputs"),
                in.findDecimal("selectivity").orElse(1),
                output,
                in.findSeconds("seconds_per_gb").orElse(Duration.ZERO),
                in.findSmallInteger("tasks").orElse(0),
                in.findSeconds("seconds_per_task").orElse(Duration.ZERO),
                in.findParsed("at", SiteId::parse));
    }

    static Map<SiteId, SiteShare> cluster(FieldReader in) {
        var cluster = new TreeMap<SiteId, SiteShare>();
        for (String site : in.names()) {
            cluster.put(SiteId.parse(site), in.object(site, fields -> {
                fields.knows("vms", "slots", "type");
                return new SiteShare(
                        fields.findSmallInteger("vms").orElse(1),
                        fields.findSmallInteger("slots").orElse(0),
                        fields.findText("type"));
            }));
        }
        return cluster;
    }

    /** One VM wherever data lie or are written to. */
    private static Map<SiteId, SiteShare> alone(List<Dataset> datasets, List<Stage> stages) {
        var cluster = new TreeMap<SiteId, SiteShare>();
        datasets.forEach(dataset -> dataset.sizes().keySet().forEach(site -> cluster.put(site, new SiteShare(1, 0))));
        stages.forEach(stage -> stage.at().ifPresent(site -> cluster.put(site, new SiteShare(1, 0))));
        return cluster;
    }

    @Override
    protected void encode(FieldWriter out, Job job) {
        out.text("name", job.name()).object("cluster", job.cluster(), JobJson::encode);
        encodeShared(out, job);
    }

    static void encode(FieldWriter out, Map<SiteId, SiteShare> cluster) {
        cluster.forEach((site, share) -> out.object(
                site.toString(),
                share,
                (row, has) -> row.integer("vms", has.vms())
                        .integer("slots", has.slots())
                        .text("type", has.type())));
    }

    /** All of a job but its name and cluster. */
    static void encodeShared(FieldWriter out, Job job) {
        out.objects(
                        "datasets",
                        job.datasets(),
                        (fields, dataset) -> fields.text("name", dataset.name())
                                .object(
                                        "sizes",
                                        dataset.sizes(),
                                        (row, sizes) -> sizes.forEach(
                                                (site, size) -> row.text(site.toString(), size.toString())))
                                .texts(
                                        "may_not_go",
                                        dataset.mayNotGo().stream().sorted().toList()))
                .objects("stages", job.stages(), JobJson::encode)
                .objects(
                        "alternatives",
                        job.alternatives(),
                        (fields, stages) -> fields.objects("stages", stages, JobJson::encode))
                .object(
                        "repeat",
                        job.repeat(),
                        (fields, repeat) ->
                                fields.integer("rounds", repeat.rounds()).decimal("factor", repeat.factor()))
                .text("arrival", Durations.format(job.terms().arrival()))
                .text("deadline", job.deadline().map(Durations::format))
                .text("budget", job.terms().budget().map(Money::toString))
                .decimal("weight", job.terms().weight());
    }

    private static void encode(FieldWriter out, Stage stage) {
        out.text("name", stage.name()).text("kind", stage.kind().id()).texts("inputs", stage.inputs());
        if (stage.output().isPresent()) {
            out.text("output", stage.output().map(DataSize::toString));
        } else {
            out.decimal("selectivity", stage.selectivity());
        }
        out.seconds("seconds_per_gb", stage.perGigabyte())
                .integer("tasks", stage.tasks())
                .seconds("seconds_per_task", stage.perTask())
                .text("at", stage.at().map(SiteId::toString));
    }
}
