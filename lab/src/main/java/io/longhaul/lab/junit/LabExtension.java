package io.longhaul.lab.junit;

import io.longhaul.lab.faithful.FaithfulLab;
import io.longhaul.lab.faithful.LabCheck;
import io.longhaul.lab.topology.TopologyYaml;
import java.util.List;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * What {@link OnLab} does: the condition, and the lab as a parameter, which ends with its class. Keeps to what JUnit 5.11 and 6
 * both have. Stateless; JUnit's store keeps the lab.
 */
public final class LabExtension implements ExecutionCondition, ParameterResolver, AfterAllCallback {
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
        ExtensionContext.Store store = context.getParent().orElse(context).getStore(STORE);
        synchronized (STORE) {
            FaithfulLab lab = store.get(test, FaithfulLab.class);
            if (lab == null) {
                lab = start(wanted);
                store.put(test, lab);
            }
            return lab;
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        FaithfulLab lab = context.getStore(STORE).remove(context.getRequiredTestClass(), FaithfulLab.class);
        if (lab != null) {
            lab.close();
        }
    }

    private static FaithfulLab start(OnLab wanted) {
        var options = FaithfulLab.Options.defaults();
        return FaithfulLab.start(
                TopologyYaml.load(wanted.value()),
                wanted.agents().isEmpty() ? options : options.withAgents(wanted.agents()));
    }
}
