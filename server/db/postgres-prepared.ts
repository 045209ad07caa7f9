// Prepared statements: each connection to PostgreSQL parses and plans a statement once.
import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/**
 * The pool as Kysely uses it, with a name for every statement that has parameters. There are only as many names as the
 * code has statements, times the lengths of their lists.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  const nameOf = (text: string) => {
    const name = names.get(text) ?? `statement-${names.size + 1}`;
    names.set(text, name);
    return name;
  };

  const prepare = (client: pg.PoolClient): PostgresPoolClient => {
    function query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
    function query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
    function query(text: unknown, values: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new TypeError('Nothing here is read through a cursor.');
      return client.query(values.length === 0 ? { text } : { name: nameOf(text), text, values: [...values] });
    }
    return { query, release: (destroy) => client.release(destroy) };
  };

  // Kysely knows a connection again by its client.
  const prepared = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = prepared.get(client) ?? prepare(client);
      prepared.set(client, known);
      return known;
    },
  };
}
