/** Where VMs run and what a VM may carry: sites, links, VM types, caps and token buckets. */
@NullMarked
package io.longhaul.core.topology;

import org.jspecify.annotations.NullMarked;
