package io.longhaul.store.json;

import io.longhaul.stats.sum.Provisioning;

/**
 * How many VMs a total takes, {@code longhaul-provisioning/1}; see {@code docs/formats/provisioning.md}. Stateless, safe
 * for any thread.
 */
public final class ProvisioningJson extends JsonDocument<ProvisioningJson.Answer> {
    /**
     * What is written. Immutable.
     *
     * @param vms the counts
     * @param target total asked for, bit/s or the unit of the samples
     * @param confidence asked for
     * @param together VMs needed if all vary together; infinite when no number is enough
     */
    public record Answer(Provisioning vms, double target, double confidence, double together) {}

    public ProvisioningJson() {
        super("longhaul-provisioning/1");
    }

    @Override
    protected void encode(FieldWriter out, Answer answer) {
        out.decimal("target", answer.target)
                .decimal("confidence", answer.confidence)
                .integer("vms", answer.vms.count())
                .integer("vms_not_below", answer.vms.notBelow())
                .integer("vms_not_above", answer.vms.notAbove())
                .decimal("probability", answer.vms.probability())
                .integer("best_case", answer.vms.bestCase())
                .decimal("factor", answer.vms.factor())
                .decimal("vms_if_together", answer.together);
    }
}
