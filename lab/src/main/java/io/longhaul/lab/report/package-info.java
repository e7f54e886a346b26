/** What a lab did, as a file. */
@NullMarked
package io.longhaul.lab.report;

import org.jspecify.annotations.NullMarked;
