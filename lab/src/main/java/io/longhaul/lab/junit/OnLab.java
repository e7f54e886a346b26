package io.longhaul.lab.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs the tests of a class on a faithful lab, which they get as a parameter of type {@link
 * io.longhaul.lab.faithful.FaithfulLab}. One lab serves the whole class. Where the machine cannot run a lab, the class is
 * skipped with the reason.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(LabExtension.class)
public @interface OnLab {
    /** Name of a ready-made topology, or path of a topology file. */
    String value();

    /** Class name of an {@link io.longhaul.lab.AgentFactory} that starts an agent at every site; none if empty. */
    String agents() default "";
}
