/** What a lab emulates: sites with their VM caps, links with delay, path cap, loss and jitter, and how these change. */
@NullMarked
package io.longhaul.lab.topology;

import org.jspecify.annotations.NullMarked;
