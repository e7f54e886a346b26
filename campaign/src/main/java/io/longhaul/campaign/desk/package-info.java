/** Where an agent takes orders: what it has been told, who may tell it, and the HTTP that carries it. */
@NullMarked
package io.longhaul.campaign.desk;

import org.jspecify.annotations.NullMarked;
