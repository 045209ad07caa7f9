// Column types for the Kysely tables.
import type { ColumnType } from 'kysely';

/** Epoch milliseconds. */
export type Instant = number;
export type Fixed<T> = ColumnType<T, T, never>;
/** Null by default. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
