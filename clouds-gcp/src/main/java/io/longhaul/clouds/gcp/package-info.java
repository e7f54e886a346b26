/** The port of clouds on the SDK of Google Cloud. */
@NullMarked
package io.longhaul.clouds.gcp;

import org.jspecify.annotations.NullMarked;
