package io.longhaul.core.job;

import io.longhaul.core.error.InvalidInputException;

/**
 * What a job has at one site. Immutable.
 *
 * @param vms VMs that carry its data, at least 1
 * @param slots tasks that compute at once, zero or more
 */
public record SiteShare(int vms, int slots) {
    public SiteShare {
        if (vms < 1 || vms > 1_000_000) {
            throw new InvalidInputException("A site has " + vms + " VMs.", "Give 1 to a million.");
        }
        if (slots < 0) {
            throw new InvalidInputException("A site has " + slots + " slots.", "Give zero or more.");
        }
    }
}
