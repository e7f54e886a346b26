/** The room bench of Longhaul; see ARCHITECTURE.md. */
@NullMarked
package io.longhaul.bench;

import org.jspecify.annotations.NullMarked;
