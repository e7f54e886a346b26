package io.longhaul.clouds;

import io.longhaul.core.topology.SiteId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Machines of one account of one cloud and what belongs to them. Every method is one request, or a few that may be
 * made again, and tries nothing twice: who calls decides. All
 * throw {@link CloudException}. Safe for any thread.
 */
public interface CloudVms extends AutoCloseable {
    /** What a site needs before its first VM, in the order of making. */
    List<Kind> base();

    /** What every VM is made of, in the order of making; {@link Kind#VM} is among them. */
    List<Kind> perVm();

    /** Where things can be: the places that a sweep must look at. Those that the account has not opened are left out. */
    List<SiteId> regions();

    /** The place that {@link #list} needs for a site: its region. */
    SiteId regionOf(SiteId site);

    /**
     * Makes a thing, label included, in one call. The same order twice makes it once.
     *
     * @return as far as the cloud says at once
     */
    Resource create(Order order);

    /**
     * Whatever carries Longhaul's label in a region: all pages, but for what the cloud does not show yet. What is gone is not in it.
     *
     * @param fleet name; empty for every fleet
     */
    List<Resource> list(SiteId region, Optional<String> fleet);

    /** Begins to delete a thing; that it is gone already is no error. It may take long until {@link #list} leaves it out. */
    void delete(Resource thing);

    /**
     * Moves the end of a VM's lease, in its label and in the cloud's own timer. Repeatable.
     *
     * @param thing a VM, or what else carries the label
     */
    void extend(Resource thing, Instant expires);

    /** Lets more addresses reach the agents behind a firewall of ours. Repeatable. */
    void admit(Resource firewall, Set<String> networks);

    @Override
    void close();
}
