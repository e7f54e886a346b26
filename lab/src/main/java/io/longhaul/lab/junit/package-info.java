/** The faithful lab in JUnit tests, ours and those of projects that embed Longhaul. Needs JUnit Jupiter on the class path. */
@NullMarked
package io.longhaul.lab.junit;

import org.jspecify.annotations.NullMarked;
