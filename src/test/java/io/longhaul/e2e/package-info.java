/** End-to-end tests: the real command, real sockets, real files, real peers. */
@NullMarked
package io.longhaul.e2e;

import org.jspecify.annotations.NullMarked;
