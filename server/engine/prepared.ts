// Queries that are built and compiled once per database: building one on each call costs more than
// running most of them.
import {
  type Compilable,
  type CompiledQuery,
  type DialectAdapter,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';

import type { Db } from './types.ts';

/** A placeholder in a compiled query for a value that is given on each run. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Inserts a placeholder for the value with this name. */
export type Param<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>;

/** Placeholders for an insert, one for each column name. */
export function each<Values, Name extends keyof Values & string>(
  param: Param<Values>,
  names: readonly Name[],
): { readonly [Each in Name]: RawBuilder<Values[Each]> } {
  const placeholders = Object.fromEntries(names.map((name) => [name, param(name)]));
  // The keys are the names; Object.fromEntries loses their types.
  return placeholders as { readonly [Each in Name]: RawBuilder<Values[Each]> };
}

interface PreparedQuery<Values, Row> {
  /** Runs the query and returns its rows. */
  all(db: Db, values: Values): Promise<Row[]>;
  /** Runs the query and returns its first row. */
  first(db: Db, values: Values): Promise<Row | undefined>;
  /** Runs a write and returns how many rows it changed. */
  run(db: Db, values: Values): Promise<number>;
}

/**
 * Prepares a query whose shape never changes. `build` is called once per database, on its first
 * run.
 */
export function prepare<Values extends object, Row>(
  build: (db: Db, param: Param<Values>) => Compilable<Row>,
): PreparedQuery<Values, Row> {
  // A Kysely instance shares its adapter with its transactions.
  const compiled = new WeakMap<DialectAdapter, CompiledQuery<Row>>();

  function compile(db: Db, adapter: DialectAdapter): CompiledQuery<Row> {
    const query = build(db, (name) => sql`${new Placeholder(name)}`).compile();
    compiled.set(adapter, query);
    return query;
  }

  function execute(db: Db, values: Values): Promise<QueryResult<Row>> {
    const { adapter, plugins } = db.getExecutor();
    // Plugins must see each query with its values.
    if (plugins.length > 0) return db.executeQuery(build(db, (name) => sql`${values[name]}`));
    const query = compiled.get(adapter) ?? compile(db, adapter);
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Placeholder ? values[parameter.name as keyof Values] : parameter,
    );
    return db.executeQuery({ ...query, parameters });
  }

  return {
    all: async (db, values) => (await execute(db, values)).rows,
    first: async (db, values) => (await execute(db, values)).rows[0],
    run: async (db, values) => Number((await execute(db, values)).numAffectedRows ?? 0),
  };
}
