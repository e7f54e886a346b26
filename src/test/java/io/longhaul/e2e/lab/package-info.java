/** The probes in a lab whose truth is known. */
@NullMarked
package io.longhaul.e2e.lab;

import org.jspecify.annotations.NullMarked;
