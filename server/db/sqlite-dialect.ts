// Kysely on the embedded engine: statements compiled once, transactions that take the write lock at their start, and
// failures of the file raised as DatabaseAway.
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
const MOST_STATEMENTS = 500;

/**
 * SQLite looks at the values of a statement when it plans it, and where one of them might have mattered it plans the statement anew
 * for each run, which takes longer than most of them. It looks at no value that stands behind a plus, which changes none.
 */
class SteadyQueryCompiler extends SqliteQueryCompiler {
  protected override getCurrentParameterPlaceholder() {
    return '+?';
  }
}

/**
 * Kysely's dialect, with transactions that take the write lock at their start instead of failing half-way, and that are
 * rolled back only where SQLite has not done it itself, as it does when the disk is full.
 */
export class WritingSqliteDialect extends SqliteDialect {
  readonly #file: SqliteFile.Database;
  readonly #config: SqliteDialectConfig;

  constructor(file: SqliteFile.Database) {
    const config = { database: withStatementCache(file) };
    super(config);
    this.#file = file;
    this.#config = config;
  }

  override createQueryCompiler() {
    return new SteadyQueryCompiler();
  }

  override createDriver() {
    const file = this.#file;
    return new (class extends SqliteDriver {
      override async beginTransaction(connection: DatabaseConnection) {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      }

      override async rollbackTransaction(connection: DatabaseConnection) {
        if (file.inTransaction) await super.rollbackTransaction(connection);
      }
    })(this.#config);
  }
}

/** Compiled statements are kept: preparing costs more than running most of them. */
function withStatementCache(file: SqliteFile.Database): Extract<SqliteDialectConfig['database'], object> {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      file.close();
    },
    prepare(sql) {
      const known = statements.get(sql);
      if (known !== undefined) return known;
      const statement = raising(file.prepare(sql));
      if (statements.size >= MOST_STATEMENTS) statements.delete(statements.keys().next().value ?? '');
      statements.set(sql, statement);
      return statement;
    },
  };
}

function raising(statement: SqliteFile.Statement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => raiseAway(() => statement.all(parameters)),
    run: (parameters) => raiseAway(() => statement.run(parameters)),
    iterate: (parameters) => statement.iterate(parameters),
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
