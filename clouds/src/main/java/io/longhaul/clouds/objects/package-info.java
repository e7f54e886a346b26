/** Object stores: one port for S3, Google Cloud Storage and Azure Blob, patience with what passes, and checksums that add up. */
@NullMarked
package io.longhaul.clouds.objects;

import org.jspecify.annotations.NullMarked;
