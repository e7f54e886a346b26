package io.longhaul.probes.spec;

import io.longhaul.core.error.InvalidInputException;
import io.longhaul.core.units.Bandwidth;
import io.longhaul.core.units.DataSize;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What all clients of an agent together, or all from one address, may have, however many tests they make of it. Days and months are
 * those of UTC. Addresses of IPv6 count together that have the first 64 bits in common. Immutable.
 *
 * @param rate of all tests together, all octets of any five seconds, both directions; empty is no limit
 * @param ratePerAddress the same, of one address
 * @param volumePerDay of all tests, both directions together
 * @param volumePerDayPerAddress the same, of one address
 * @param sentPerMonth octets that the agent may send in a month, which is what clouds charge for
 * @param file where the count is kept over restarts; empty begins anew at each start
 */
public record AgentBudget(
        Optional<Bandwidth> rate,
        Optional<Bandwidth> ratePerAddress,
        Optional<DataSize> volumePerDay,
        Optional<DataSize> volumePerDayPerAddress,
        Optional<DataSize> sentPerMonth,
        Optional<Path> file) {
    public static final AgentBudget NONE = new AgentBudget(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * @throws InvalidInputException when a limit is zero
     */
    public AgentBudget {
        Checks.positive("total rate", rate.map(Bandwidth::bitsPerSecond));
        Checks.positive("rate of an address", ratePerAddress.map(Bandwidth::bitsPerSecond));
        Checks.positive("volume of a day", volumePerDay.map(DataSize::bytes));
        Checks.positive("volume of an address in a day", volumePerDayPerAddress.map(DataSize::bytes));
        Checks.positive("volume sent in a month", sentPerMonth.map(DataSize::bytes));
    }
}
