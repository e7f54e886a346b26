/** What probes answer: measurements with their samples, both ends and provenance. */
@NullMarked
package io.longhaul.core.measure;

import org.jspecify.annotations.NullMarked;
