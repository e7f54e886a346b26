/** The report: one self-contained HTML file with pictures and tables of what was measured and what follows from it. */
@NullMarked
package io.longhaul.cli.report;

import org.jspecify.annotations.NullMarked;
