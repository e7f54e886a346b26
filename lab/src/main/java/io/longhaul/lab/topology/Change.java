package io.longhaul.lab.topology;

import io.longhaul.core.error.InvalidInputException;

/**
 * One setting that changes in a known way while the lab runs. Immutable.
 *
 * @param target whose setting
 * @param setting which
 * @param course how it goes
 */
public record Change(Target target, Setting setting, Course course) {
    public Change {
        if (setting.isOfSite() != (target instanceof Target.OfSite)) {
            throw new InvalidInputException(
                    "A change of " + target + " sets " + setting.key() + ", which is a setting of a "
                            + (setting.isOfSite() ? "site" : "link") + ".",
                    setting.isOfSite() ? "Name the site: site: aws:us-east-1." : "Name the link: from and to.");
        }
        if (setting == Setting.CREDIT && !(course instanceof Course.Step)) {
            throw new InvalidInputException(
                    "The credit of " + target + " is to vary.", "Set it at a time: {at: 10s, site: …, credit: 0B}.");
        }
    }
}
