// Migration statements that the two engines spell differently. Everything else is the same SQL on
// both: text, integer and bigint columns, checks, foreign keys and partial indexes.

export type Engine = 'sqlite' | 'postgres';

/** One schema change: its statements for an engine, in order. Names sort by date. */
export interface Migration {
  /** `YYYY-MM-DD-what`. Unique, and in the order migrations are applied. */
  readonly name: string;
  readonly statements: (engine: Engine) => readonly string[];
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  /** A condition on `new` and `old` only; without it, the trigger fires for every row. */
  readonly when?: string;
}

interface After extends Trigger {
  event: 'insert' | 'update' | 'delete';
  /** Statements on `new` or `old`, each ended by a semicolon. */
  run: string;
}

/** Runs statements after each written row. */
export function after(engine: Engine, { name, table, event, when, run }: After): string[] {
  const on = `after ${event} on ${table}`;
  if (engine === 'sqlite')
    return [`create trigger ${name} ${on} ${whenClause(when)} begin ${run} end`];
  return plpgsql(name, `${on} for each row ${whenClause(when)}`, `${run} return null;`);
}

interface Refuse extends Trigger {
  event: 'insert' | 'delete' | `update of ${string}`;
  /** A condition on `new`, `old` and other tables. */
  refuseIf: string;
  /**
   * The id of the family whose row is locked first, so that two concurrent writers count one after
   * the other.
   */
  lockFamily?: string;
  /** The error message. */
  message: string;
}

/** Rejects a row before it is written. PostgreSQL reports a check violation. */
export function refuse(
  engine: Engine,
  { name, table, event, when = 'true', refuseIf, lockFamily, message }: Refuse,
): string[] {
  const on = `before ${event} on ${table}`;
  if (engine === 'sqlite')
    return [
      `create trigger ${name} ${on} when (${when}) and (${refuseIf})
       begin select raise(abort, '${message}'); end`,
    ];
  const lock =
    lockFamily === undefined
      ? ''
      : `perform 1 from families where id = ${lockFamily} for no key update;`;
  return plpgsql(
    name,
    `${on} for each row when (${when})`,
    `${lock}
     if ${refuseIf} then
       raise exception '${message}' using errcode = 'check_violation';
     end if;
     return ${event === 'delete' ? 'old' : 'new'};`,
  );
}

interface SkipUnless extends Trigger {
  /**
   * `table where condition` of the row that must exist. PostgreSQL locks it, so that it cannot be
   * closed or deleted meanwhile.
   */
  from: string;
}

/** Skips an insert without an error unless another row exists. */
export function skipUnless(
  engine: Engine,
  { name, table, when = 'true', from }: SkipUnless,
): string[] {
  const on = `before insert on ${table}`;
  if (engine === 'sqlite')
    return [
      `create trigger ${name} ${on} when (${when}) and not exists (select 1 from ${from})
       begin select raise(ignore); end`,
    ];
  return plpgsql(
    name,
    `${on} for each row when (${when})`,
    `perform 1 from ${from} for key share;
     if not found then
       return null;
     end if;
     return new;`,
  );
}

/** Rejects every update and deletion of the table's rows, including manual ones. */
export function appendOnly(
  engine: Engine,
  table: string,
  events: ('update' | 'delete')[] = ['update', 'delete'],
): string[] {
  return events.flatMap((event) => {
    const name = `${table}_no_${event}`;
    const on = `before ${event} on ${table}`;
    return engine === 'sqlite'
      ? [`create trigger ${name} ${on} begin select raise(abort, '${table} is append-only'); end`]
      : plpgsql(name, `${on} for each row`, `raise exception '${table} is append-only';`);
  });
}

interface Counter {
  /** The table whose rows are counted, and its column that references the counting row. */
  rows: string;
  by: string;
  /** The table and column that store the count. */
  table: string;
  column: string;
}

/** Maintains a count of the rows that belong to each row of another table. */
export function counter(engine: Engine, { rows, by, table, column }: Counter): string[] {
  const count = (event: 'insert' | 'delete', row: 'new' | 'old', change: string) =>
    after(engine, {
      name: `${table}_count_${rows}_${event}`,
      table: rows,
      event,
      run: `update ${table} set ${column} = ${column} ${change} where id = ${row}.${by};`,
    });
  return [...count('insert', 'new', '+ 1'), ...count('delete', 'old', '- 1')];
}

const whenClause = (when: string | undefined) => (when === undefined ? '' : `when (${when})`);

/** A PostgreSQL trigger and its function, which has the same name. */
function plpgsql(name: string, on: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    `create trigger ${name} ${on} execute function ${name}()`,
  ];
}
