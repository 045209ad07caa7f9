// Reads the rows of a table from both engines in the same form and order, hashes them, and writes
// them to PostgreSQL.
import { createHash, type Hash } from 'node:crypto';

import type SqliteFile from 'better-sqlite3';
import type pg from 'pg';

import { StartupError } from '../../server/base/startup-error.ts';
import type { MovedTable } from './moved-tables.ts';

/** A value as text; bytes in hexadecimal. */
type Value = string | null;
type Row = readonly Value[];

const ROWS_AT_ONCE = 2000;
/** Pictures are large: a batch is sent before it has more characters. */
const CHARACTERS_AT_ONCE = 8_000_000;
const ROWS_OF_BYTES_AT_ONCE = 20;

/** The number of rows, and a hash of all values in the order of the primary key. */
export interface Digest {
  readonly rows: number;
  readonly hash: string;
}

const quote = (name: string) => `"${name}"`;
const listOf = ({ columns }: MovedTable) => columns.map(({ name }) => quote(name)).join(', ');

function createDigest() {
  const hash: Hash = createHash('sha256');
  let rows = 0;
  return {
    add(row: Row) {
      rows += 1;
      hash.update(`${JSON.stringify(row)}\n`);
    },
    end: (): Digest => ({ rows, hash: hash.digest('hex') }),
  };
}

/** SQLite stores any value in any column: bytes belong in columns of bytes alone. */
function toText(value: unknown, { name, type }: MovedTable['columns'][number]): Value {
  if (value === null) return null;
  if (Buffer.isBuffer(value) && type === 'bytea') return value.toString('hex');
  const isPlain = ['string', 'number', 'bigint'].includes(typeof value);
  if (!isPlain || type === 'bytea')
    throw new StartupError(`The column ${name} has a value of another type than ${type}.`);
  return `${value as string | number | bigint}`;
}

const toTexts = (row: unknown[], { columns }: MovedTable): Row =>
  columns.map((column, place) => toText(row[place], column));

/** Both engines compare texts byte by byte. Numbers are read without a loss, however large. */
function* readSource(source: SqliteFile.Database, table: MovedTable): Generator<Row> {
  const rows = source
    .prepare<[], unknown[]>(
      `select ${listOf(table)} from ${quote(table.name)} order by ${table.key.map(quote).join(', ')}`,
    )
    .raw()
    .safeIntegers()
    .iterate();
  for (const row of rows) yield toTexts(row, table);
}

export function digestSource(source: SqliteFile.Database, table: MovedTable): Digest {
  const digest = createDigest();
  for (const row of readSource(source, table)) digest.add(row);
  return digest.end();
}

/** Copies all rows of a table and returns what the source has. */
export async function copyRows(
  source: SqliteFile.Database,
  client: pg.Client,
  table: MovedTable,
): Promise<Digest> {
  const digest = createDigest();
  let batch: Row[] = [];
  let characters = 0;
  // PostgreSQL writes one batch while the next one is read.
  let writing: Promise<unknown> = Promise.resolve();
  const send = async () => {
    const columns = table.columns.map((_, place) => batch.map((row) => row[place] ?? null));
    batch = [];
    characters = 0;
    await writing;
    writing = client.query(insertInto(table), columns);
    // Awaited before the next batch, or at the end.
    writing.catch(() => undefined);
  };
  for (const row of readSource(source, table)) {
    digest.add(row);
    batch.push(row);
    for (const value of row) characters += value?.length ?? 0;
    if (batch.length === ROWS_AT_ONCE || characters > CHARACTERS_AT_ONCE) await send();
  }
  if (batch.length > 0) await send();
  await writing;
  return digest.end();
}

const hasBytes = ({ columns }: MovedTable) => columns.some(({ type }) => type === 'bytea');

/** One parameter for each column: its values in all rows of the batch. */
function insertInto(table: MovedTable): string {
  const isBytes = ({ type }: MovedTable['columns'][number]) => type === 'bytea';
  const arrays = table.columns.map(
    (column, place) => `$${place + 1}::${isBytes(column) ? 'text' : column.type}[]`,
  );
  const values = table.columns.map((column, place) =>
    isBytes(column) ? `decode(c${place}, 'hex')` : `c${place}`,
  );
  const names = table.columns.map((_, place) => `c${place}`);
  return `insert into ${quote(table.name)} (${listOf(table)})
    select ${values.join(', ')} from unnest(${arrays.join(', ')}) as batch (${names.join(', ')})`;
}

/** Reads back what the target has, in the transaction that wrote it. */
export async function digestTarget(client: pg.Client, table: MovedTable): Promise<Digest> {
  const digest = createDigest();
  const order = table.columns
    .filter(({ name }) => table.key.includes(name))
    .toSorted((one, other) => table.key.indexOf(one.name) - table.key.indexOf(other.name))
    .map(({ name, type }) => (type === 'text' ? `${quote(name)} collate "C"` : quote(name)));
  await client.query(
    `declare moved no scroll cursor for
     select ${listOf(table)} from ${quote(table.name)} order by ${order.join(', ')}`,
  );
  for (;;) {
    const { rows } = await client.query<unknown[]>({
      text: `fetch ${hasBytes(table) ? ROWS_OF_BYTES_AT_ONCE : ROWS_AT_ONCE} from moved`,
      rowMode: 'array',
    });
    if (rows.length === 0) break;
    for (const row of rows) digest.add(toTexts(row, table));
  }
  await client.query('close moved');
  return digest.end();
}
