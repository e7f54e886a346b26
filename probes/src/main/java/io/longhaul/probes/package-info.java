/** The room probes of Longhaul; see ARCHITECTURE.md. */
@NullMarked
package io.longhaul.probes;

import org.jspecify.annotations.NullMarked;
