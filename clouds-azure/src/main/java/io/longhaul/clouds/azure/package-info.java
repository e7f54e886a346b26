/** The port of clouds on the SDK of Azure. */
@NullMarked
package io.longhaul.clouds.azure;

import org.jspecify.annotations.NullMarked;
