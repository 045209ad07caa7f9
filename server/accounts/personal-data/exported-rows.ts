// Converts the instants of a row to ISO 8601.
import { toIso } from '../../../domain/time.ts';

/** A row with its instants (columns ending in '_at') as ISO 8601. */
type WireRow<Row> = {
  readonly [Column in keyof Row]: Column extends `${string}_at`
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

export function toWire<Row extends object>(row: Row): WireRow<Row> {
  const columns = Object.entries(row).map(([name, value]: [string, unknown]) => [
    name,
    name.endsWith('_at') && typeof value === 'number' ? toIso(value) : value,
  ]);
  // Same keys as the row, which the types of Object.fromEntries cannot express.
  return Object.fromEntries(columns) as WireRow<Row>;
}
