/** Fleets of VMs that surely end: the file, what was begun, and how it is raised, extended and taken down. */
@NullMarked
package io.longhaul.clouds.fleet;

import org.jspecify.annotations.NullMarked;
