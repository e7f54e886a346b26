/** Experiments that show what the lab is worth on the machine at hand, with the real iperf3, against what theory says. */
@NullMarked
package io.longhaul.lab.study;

import org.jspecify.annotations.NullMarked;
