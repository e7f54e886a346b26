/** The room store of Longhaul; see ARCHITECTURE.md. */
@NullMarked
package io.longhaul.store;

import org.jspecify.annotations.NullMarked;
