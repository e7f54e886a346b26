/** Text that comes from elsewhere: what it may consist of, and how it is shown. */
@NullMarked
package io.longhaul.core.text;

import org.jspecify.annotations.NullMarked;
