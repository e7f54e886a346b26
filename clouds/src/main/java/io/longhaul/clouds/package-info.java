/** The port of clouds: what one is asked, and fleets of VMs that surely end. No SDK is seen here. */
@NullMarked
package io.longhaul.clouds;

import org.jspecify.annotations.NullMarked;
