/** The league of planners of jobs: runs, tables and page. */
@NullMarked
package io.longhaul.cli.league;

import org.jspecify.annotations.NullMarked;
