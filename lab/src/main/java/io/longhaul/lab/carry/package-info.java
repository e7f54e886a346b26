/** Flows as the lab in virtual time knows them, carried over kernel TCP by the faithful lab. */
@NullMarked
package io.longhaul.lab.carry;

import org.jspecify.annotations.NullMarked;
