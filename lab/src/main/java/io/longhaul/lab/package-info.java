/** The room lab of Longhaul; see ARCHITECTURE.md. */
@NullMarked
package io.longhaul.lab;

import org.jspecify.annotations.NullMarked;
