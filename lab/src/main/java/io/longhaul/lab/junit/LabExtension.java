package io.longhaul.lab.junit;

import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.List;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** What {@link OnLab} does: the condition, and the lab as a parameter. Stateless; JUnit's store keeps the lab. */
public final class LabExtension implements ExecutionCondition, ParameterResolver {
    private static final ExtensionContext.Namespace STORE = ExtensionContext.Namespace.create(LabExtension.class);

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (context.getTestMethod().isPresent()) {
            return ConditionEvaluationResult.enabled("decided for the class");
        }
        List<String> missing = LabCheck.missing();
        return missing.isEmpty()
                ? ConditionEvaluationResult.enabled("a faithful lab can run here")
                : ConditionEvaluationResult.disabled("No faithful lab on this machine: " + String.join(" ", missing));
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType().equals(FaithfulLab.class);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> test = context.getRequiredTestClass();
        OnLab wanted = test.getAnnotation(OnLab.class);
        if (wanted == null) {
            throw new IllegalStateException(test + " uses LabExtension without saying @OnLab(\"topology\")");
        }
        ExtensionContext ofClass = context.getParent().orElse(context);
        return ofClass.getStore(STORE).computeIfAbsent(test, key -> start(wanted), FaithfulLab.class);
    }

    private static FaithfulLab start(OnLab wanted) {
        var options = FaithfulLab.Options.defaults();
        return FaithfulLab.start(
                TopologyYaml.load(wanted.value()),
                wanted.agents().isEmpty() ? options : options.withAgents(wanted.agents()));
    }
}
