/** How caps, token buckets and losses limit a stream: the rules that all back ends share. Times are parameters. */
@NullMarked
package io.longhaul.lab.shape;

import org.jspecify.annotations.NullMarked;
