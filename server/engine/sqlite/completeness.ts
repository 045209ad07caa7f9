// Checks that a copy of the embedded database is complete: it must have every table, column, index
// and trigger of its recorded migrations.
import SqliteFile from 'better-sqlite3';

import { StartupError } from '../../base/startup-error.ts';
import { findUnknown, schemaAfter } from '../migrate.ts';

/**
 * Lists the parts of a schema by name, including implicit indexes of unique columns. Statistics
 * tables are not part of the schema.
 */
const PARTS = `
  select type || ' ' || name as part from sqlite_master
  where name not like 'sqlite_stat%' and name <> 'sqlite_sequence'
  union
  select 'column ' || m.name || '.' || c.name
  from sqlite_master m join pragma_table_xinfo(m.name) c where m.type = 'table'
  order by part`;

const partsOf = (file: SqliteFile.Database) => file.prepare<[], string>(PARTS).pluck().all();

/**
 * Returns in a sentence why a copy must not replace the database (parts are missing, or a newer
 * version made it), or null when it may. Throws a StartupError when the file is not a database of
 * this product.
 */
export function findObjection(copy: SqliteFile.Database): string | null {
  const recorded = recordedMigrations(copy);
  const unknown = findUnknown(recorded);
  if (unknown !== null)
    return `The copy is of a newer version (${unknown}); only that version can restore it.`;
  const schema = new SqliteFile(':memory:');
  try {
    for (const sql of schemaAfter(recorded)) schema.exec(sql);
    const parts = new Set(partsOf(copy));
    const missing = partsOf(schema).filter((part) => !parts.has(part));
    return missing.length === 0 ? null : `The copy is not whole. It lacks: ${missing.join(', ')}.`;
  } finally {
    schema.close();
  }
}

/** Throws a StartupError when the file has none: it is no database of this product. */
export function recordedMigrations(copy: SqliteFile.Database): string[] {
  const table = copy.prepare("select 1 from sqlite_master where name = 'schema_migrations'").get();
  const names =
    table === undefined
      ? []
      : copy.prepare<[], string>('select name from schema_migrations').pluck().all();
  if (names.length === 0) throw new StartupError('The file is no database of this product.');
  return names;
}
