/** JSON documents of Longhaul: one codec a format, written by hand against {@code docs/formats}. */
@NullMarked
package io.longhaul.store.json;

import org.jspecify.annotations.NullMarked;
