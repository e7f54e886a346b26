/** The port of clouds on the SDK of AWS. */
@NullMarked
package io.longhaul.clouds.aws;

import org.jspecify.annotations.NullMarked;
