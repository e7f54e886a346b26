package io.longhaul.core.plan;

import io.longhaul.core.units.Money;
import java.time.Duration;
import java.util.Optional;

/**
 * How good a plan provably is. The bound comes from dual prices checked apart from the search. Immutable.
 *
 * @param costBound no plan that meets the request costs less; empty when time was minimised
 * @param timeBound no plan that meets the request is faster; empty when cost was minimised
 * @param gap distance of the plan from its bound, over the plan's value; zero or more
 */
public record Proof(Optional<Money> costBound, Optional<Duration> timeBound, double gap) {}
