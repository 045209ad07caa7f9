// Kysely on the embedded engine: statements compiled once, transactions that take the write lock at
// their start, and failures of the file raised as DatabaseAway.
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

import { codeOf, DatabaseAway } from './away.ts';

/** A full or failing disk, exhausted memory, a locked or unwritable file. */
const AWAY = /^SQLITE_(BUSY|CANTOPEN|FULL|IOERR|NOMEM|READONLY)/;
const MAX_STATEMENTS = 500;

/**
 * SQLite looks at the values of a statement when it plans it, and where one of them might have
 * mattered it plans the statement anew for each run, which takes longer than most of them. It looks
 * at no value that stands behind a plus, which changes none.
 */
class SteadyQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?';
  }
}

/** The transaction that is open, which SQLite rolls back by itself when the disk is full. */
interface Progress {
  isWithin: boolean;
  /** What SQLite has rolled it back for, where a statement failed. */
  cause: unknown;
}

/**
 * Kysely's dialect, with transactions that take the write lock at their start instead of failing
 * half-way. Once SQLite has rolled one back by itself, its further statements are refused: each of
 * them would be committed at once.
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

/** Compiled statements are kept: preparing costs more than running most of them. */
function withStatementCache(
  file: SqliteFile.Database,
  progress: Progress,
): Extract<SqliteDialectConfig['database'], object> {
  const statements = new Map<string, SqliteStatement>();

  function run<T>(work: () => T): T {
    if (progress.isWithin && !file.inTransaction)
      throw new DatabaseAway(
        progress.cause ?? new Error('SQLite has rolled the transaction back.'),
      );
    try {
      return raiseAway(work);
    } catch (error) {
      if (progress.isWithin && !file.inTransaction) progress.cause = error;
      throw error;
    }
  }
  const guarded = (statement: SqliteFile.Statement): SqliteStatement => ({
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
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = guarded(file.prepare(sql));
      if (statements.size >= MAX_STATEMENTS)
        statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Runs `work`; throws DatabaseAway where the file failed rather than the statement. */
export function raiseAway<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw AWAY.test(codeOf(error)) ? new DatabaseAway(error) : error;
  }
}
