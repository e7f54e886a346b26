/** What commands have in common on their way in: quantities, formats, snapshots and prices. */
@NullMarked
package io.longhaul.cli.input;

import org.jspecify.annotations.NullMarked;
