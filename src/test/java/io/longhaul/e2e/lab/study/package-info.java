/** Experiments that show what the lab is worth on the machine at hand, with the real iperf3, against what theory says. */
@NullMarked
package io.longhaul.e2e.lab.study;

import org.jspecify.annotations.NullMarked;
