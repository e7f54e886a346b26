package io.longhaul.store.catalogue;

import java.time.LocalDate;

/**
 * Where a fact comes from. Immutable.
 *
 * @param text name of the source, with its licence where it has one
 * @param asOf when it was read or measured; the first of the month or year where the source says no more
 */
public record SourceNote(String text, LocalDate asOf) {}
