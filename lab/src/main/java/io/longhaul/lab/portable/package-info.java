/** The portable back end: shaping proxies on loopback, on any system and without privileges. */
@NullMarked
package io.longhaul.lab.portable;

import org.jspecify.annotations.NullMarked;
