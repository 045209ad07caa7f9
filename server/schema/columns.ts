// Kinds of columns, for the tables as Kysely sees them.
import type { ColumnType } from 'kysely';

/** Epoch milliseconds. */
export type Instant = number;
export type Fixed<T> = ColumnType<T, T, never>;
/** Null unless it is given. */
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
