/** Studies of many runs: what limits a link, and where. */
@NullMarked
package io.longhaul.probes.study;

import org.jspecify.annotations.NullMarked;
