/** What a cloud is asked for and told to do, as one port; who can do it is found by {@link java.util.ServiceLoader}. */
@NullMarked
package io.longhaul.clouds;

import org.jspecify.annotations.NullMarked;
