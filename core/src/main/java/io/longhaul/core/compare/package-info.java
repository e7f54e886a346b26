/** What changed between two snapshots, and which plans and verdicts of the older one no longer hold. */
@NullMarked
package io.longhaul.core.compare;

import org.jspecify.annotations.NullMarked;
