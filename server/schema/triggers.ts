// Statements of a migration that the two engines spell differently. Everything else is the same
// SQL on both: text, integer and bigint columns, checks, foreign keys and partial indexes.

export type Engine = 'sqlite' | 'postgres';

/** One step of the schema: the statements for an engine, in order. Names sort by date. */
export interface Migration {
  /** `YYYY-MM-DD-what`, unique and in the order in which migrations are applied. */
  readonly name: string;
  readonly statements: (engine: Engine) => readonly string[];
}

interface Trigger {
  readonly name: string;
  readonly table: string;
  /** A condition on `new` and `old` alone; every row without it. */
  readonly when?: string;
}

interface After extends Trigger {
  readonly event: 'insert' | 'update' | 'delete';
  /** Statements about `new` or `old`, each ended by a semicolon. */
  readonly run: string;
}

/** Runs statements after each row that was written. */
export function after(engine: Engine, { name, table, event, when, run }: After): string[] {
  const on = `after ${event} on ${table}`;
  if (engine === 'sqlite')
    return [`create trigger ${name} ${on} ${whenClause(when)} begin ${run} end`];
  return plpgsql(name, `${on} for each row ${whenClause(when)}`, `${run} return null;`);
}

interface Refuse extends Trigger {
  readonly event: 'insert' | 'delete' | `update of ${string}`;
  /** A condition on `new`, `old` and other tables. */
  readonly refuseIf: string;
  /**
   * The id of the family whose row is locked first, so that two writers count one after the other.
   */
  readonly lockFamily?: string;
  /** What the error says. */
  readonly message: string;
}

/** Refuses a row before it is written. PostgreSQL reports it as a violated check. */
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
  /** `table where condition` of the row that must exist. PostgreSQL locks it against being closed
   * or deleted in the meantime. */
  readonly from: string;
}

/** Leaves a row out, without an error, unless another row is there. */
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

/** Refuses every update and deletion of the table's rows, also those made by hand. */
export function appendOnly(engine: Engine, table: string): string[] {
  return (['update', 'delete'] as const).flatMap((event) => {
    const name = `${table}_no_${event}`;
    const on = `before ${event} on ${table}`;
    return engine === 'sqlite'
      ? [`create trigger ${name} ${on} begin select raise(abort, '${table} is append-only'); end`]
      : plpgsql(name, `${on} for each row`, `raise exception '${table} is append-only';`);
  });
}

interface Counter {
  /** The table whose rows are counted, and its column that names the row that counts. */
  readonly rows: string;
  readonly by: string;
  /** The table and the column that keep the count. */
  readonly table: string;
  readonly column: string;
}

/** Keeps how many rows belong to each row of another table. */
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

/** A trigger of PostgreSQL with its function, which has the same name. */
function plpgsql(name: string, on: string, body: string): string[] {
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body} end $$`,
    `create trigger ${name} ${on} execute function ${name}()`,
  ];
}
