/** Why a plan is what it is: sentences, certificates, what it hangs on, and why a request cannot be met. */
@NullMarked
package io.longhaul.planner.explain;

import org.jspecify.annotations.NullMarked;
