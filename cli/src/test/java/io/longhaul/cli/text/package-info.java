/** Tests of answers for people. */
@NullMarked
package io.longhaul.cli.text;

import org.jspecify.annotations.NullMarked;
