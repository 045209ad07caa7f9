// The Kysely dialect of the embedded engine. Statements are compiled once, transactions take the
// write lock at their start, and file errors become DatabaseAway.
import type SqliteFile from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

import { codeOf, DatabaseAway } from '../away.ts';

/** A full or failing disk, exhausted memory, a locked or unwritable file. */
const AWAY = /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|NOMEM|READONLY)/;
const MAX_STATEMENTS = 500;

/**
 * Stops SQLite from planning statements again. It normally inspects bound values when it plans a
 * statement, and plans again for each run where a value could matter, which takes longer than most
 * statements. It does not inspect a value behind a plus, which changes no value.
 */
class SteadyQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?';
  }
}

/** The open transaction. SQLite rolls it back by itself when the disk is full. */
interface Progress {
  isWithin: boolean;
  /** The error for which SQLite rolled it back, if a statement failed. */
  cause: unknown;
}

/**
 * Kysely's dialect with transactions that take the write lock at their start instead of failing
 * half-way. Once SQLite has rolled one back by itself, its further statements fail: each would be
 * committed on its own.
 */
export class WritingSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile.Database;
  readonly #progress: Progress;
  readonly #config: SqliteDialectConfig;

  constructor(file: SqliteFile.Database) {
    const progress: Progress = { isWithin: false, cause: null };
    const config = { database: withStatementCache(file, progress) };
    super(config);
    this.#file = file;
    this.#progress = progress;
    this.#config = config;
  }

  override createQueryCompiler() {
    return new SteadyQueryCompiler();
  }

  override createDriver() {
    const file = this.#file;
    const progress = this.#progress;
    return new (class extends SqliteDriver {
      override async beginTransaction(connection: DatabaseConnection) {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        progress.isWithin = true;
        progress.cause = null;
      }

      override async commitTransaction(connection: DatabaseConnection) {
        await super.commitTransaction(connection);
        progress.isWithin = false;
      }

      override async rollbackTransaction(connection: DatabaseConnection) {
        progress.isWithin = false;
        if (file.inTransaction) await super.rollbackTransaction(connection);
      }
    })(this.#config);
  }
}

/** Caches compiled statements: preparing costs more than running most of them. */
function withStatementCache(
  file: SqliteFile.Database,
  progress: Progress,
): Extract<SqliteDialectConfig['database'], object> {
  const statements = new Map<string, SqliteStatement>();

  function run<T>(work: () => T): T {
    if (progress.isWithin && !file.inTransaction)
      throw new DatabaseAway(progress.cause ?? new Error('SQLite rolled back the transaction'));
    try {
      return raiseAway(work);
    } catch (error) {
      if (progress.isWithin && !file.inTransaction) progress.cause = error;
      throw error;
    }
  }
  const guard = (statement: SqliteFile.Statement): SqliteStatement => ({
    reader: statement.reader,
    all: (parameters) => run(() => statement.all(parameters)),
    run: (parameters) => run(() => statement.run(parameters)),
    iterate: (parameters) => run(() => statement.iterate(parameters)),
  });
  return {
    close: () => {
      file.close();
    },
    prepare(sql) {
      const cached = statements.get(sql);
      if (cached !== undefined) return cached;
      const statement = guard(file.prepare(sql));
      if (statements.size >= MAX_STATEMENTS)
        statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Runs `work`. Throws DatabaseAway when the file failed rather than the statement. */
export function raiseAway<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw AWAY.test(codeOf(error)) ? new DatabaseAway(error) : error;
  }
}
