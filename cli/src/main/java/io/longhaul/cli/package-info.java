/** The room cli of Longhaul; see ARCHITECTURE.md. */
@NullMarked
package io.longhaul.cli;

import org.jspecify.annotations.NullMarked;
