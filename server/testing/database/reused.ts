// Databases of the PostgreSQL suite that tests use one after the other, emptied in between. To
// create one, connect to it and drop it takes longer than most tests do.
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';

import { newId } from '../../base/ids.ts';
import { type Database, type Db, openDatabase } from '../../engine/database.ts';
import { addressIn, copyPostgresTemplate, runAsAdmin } from './template.ts';

/** Limits how many statements of tests stay prepared on its connections. */
const MAX_USES = 50;
/** How many wait for the next test, each with its connections. */
const MAX_WAITING = 3;
/** How long the last announcements and connections of a test may take to arrive and to end. */
const QUIET_MS = 3000;
const CHECK_AGAIN_MS = 20;
/** The objects of PostgreSQL itself have lower ids. */
const FIRST_ID = 16_384;

interface LentDatabase {
  readonly url: string;
  readonly database: Database;
  /** Takes the database back once the app of the test is closed. */
  readonly giveBack: () => Promise<void>;
}

interface ReusedDatabase {
  readonly name: string;
  readonly url: string;
  readonly database: Database;
  readonly schema: string;
  readonly tables: readonly Table[];
  /** What the planner knows of the sizes of new tables and indexes, as JSON. */
  readonly sizes: string;
  uses: number;
}

interface Table {
  readonly name: string;
  /** The rows of the migrations, as JSON; null if there are none. */
  readonly seeds: string | null;
}

const waiting: ReusedDatabase[] = [];

/** Lends a database with the current schema and the rows of the migrations. */
export async function lendDatabase(adminUrl: string): Promise<LentDatabase> {
  const reused = waiting.pop() ?? (await create(adminUrl));
  const { url, database } = reused;
  reused.uses += 1;
  let isClosed = false;

  async function discard(): Promise<void> {
    if (!isClosed) await database.close();
    await runAsAdmin(adminUrl, `drop database ${reused.name} with (force)`);
  }

  async function putBack(): Promise<void> {
    if (waiting.length < MAX_WAITING && (await isAsNew(reused))) waiting.push(reused);
    else await discard();
  }

  const isListening = reused.uses > 1;
  let hasListened = false;

  /** Tells the first listener that it may have missed some, as a new connection does. */
  function listen(heard: (message: string | null) => void): () => void {
    const stop = database.listen(heard);
    const pending = isListening && !hasListened ? setImmediate(() => heard(null)) : undefined;
    hasListened = true;
    return () => {
      clearImmediate(pending);
      stop();
    };
  }

  return {
    url,
    database: {
      ...database,
      listen,
      close: () => {
        isClosed = true;
        return database.close();
      },
    },
    async giveBack() {
      // The next test takes another one meanwhile. A failure here fails the run.
      if (!isClosed && reused.uses < MAX_USES) void putBack();
      else await discard();
    },
  };
}

async function create(adminUrl: string): Promise<ReusedDatabase> {
  const name = `test_${newId().replaceAll('-', '')}`;
  await copyPostgresTemplate(adminUrl, name);
  const url = addressIn(adminUrl, name);
  const database = await openDatabase({ databaseUrl: url, dataDir: '' });
  const { db } = database;
  return {
    name,
    url,
    database,
    schema: await describeSchema(db),
    tables: await readTables(db),
    sizes: await readSizes(db),
    uses: 0,
  };
}

/**
 * Empties the database. Returns false where it cannot be as new: the test changed its schema, or
 * left a connection or a transaction.
 */
async function isAsNew({ database, schema, tables, sizes }: ReusedDatabase): Promise<boolean> {
  const { db } = database;
  try {
    if (!(await isQuiet(database)) || (await describeSchema(db)) !== schema) return false;
    const filled = await findFilled(db, tables);
    await empty(db, filled, sizes);
    return (await findFilled(db, tables)).length === 0;
  } catch {
    // Whatever the test did to it, the next one gets another database.
    return false;
  }
}

/** Waits until the announcements have arrived and all connections but its own have ended. */
async function isQuiet(database: Database): Promise<boolean> {
  const end = performance.now() + QUIET_MS;
  const marker = `the last of ${newId()}`;
  const heard = new Set<string | null>();
  const stop = database.listen((message) => {
    // What was announced before the connection listened is lost.
    if (message === null) database.announce(marker);
    heard.add(message);
  });
  database.announce(marker);
  try {
    while (!heard.has(marker) || !(await isAlone(database))) {
      if (performance.now() > end) return false;
      await pause(CHECK_AGAIN_MS);
    }
    return true;
  } finally {
    stop();
  }
}

async function isAlone(database: Database): Promise<boolean> {
  const { rows } = await sql<{ connected: number; busy: number }>`
    select count(*)::int as connected,
      count(*) filter (where state <> 'idle' and pid <> pg_backend_pid())::int as busy
    from pg_stat_activity
    where datname = current_database() and backend_type = ${'client backend'}`.execute(database.db);
  const pooled = database.pools().reduce((sum, { open }) => sum + open, 0);
  // One more listens.
  return rows.every(({ connected, busy }) => connected === pooled + 1 && busy === 0);
}

/** Changes with every table, column, constraint, trigger and function. */
async function describeSchema(db: Db): Promise<string> {
  const version = 'xmin::text';
  const catalogues = [
    // Sizes change the version of its rows, too.
    ['pg_class', 'oid', "concat(relname, ' ', relfilenode, ' ', relnatts)"],
    ['pg_attribute', 'attrelid', version],
    ['pg_attrdef', 'oid', version],
    ['pg_constraint', 'oid', version],
    ['pg_trigger', 'oid', version],
    ['pg_proc', 'oid', version],
  ] as const;
  const checksums = catalogues.map(
    ([name, id, content]) => sql`(
      select count(*) || ' ' || sum(hashtext(${sql.ref(id)} || ' ' || ${sql.raw(content)}))
      from ${sql.table(name)} where ${sql.ref(id)} >= ${FIRST_ID})`,
  );
  const { rows } = await sql<{ checksum: string }>`
    select concat_ws(', ', ${sql.join(checksums)}) as checksum`.execute(db);
  return rows.map(({ checksum }) => checksum).join('');
}

const rowsOf = (name: string) => sql`(select json_agg(t)::text from ${sql.table(name)} t)`;

async function readTables(db: Db): Promise<Table[]> {
  const names = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(db);
  return Promise.all(
    names.rows.map(async ({ name }) => {
      const { rows } = await sql<{ seeds: string | null }>`
        select ${rowsOf(name)} as seeds`.execute(db);
      return { name, seeds: rows[0]?.seeds ?? null };
    }),
  );
}

/** The tables with other rows than those of the migrations. */
async function findFilled(db: Db, tables: readonly Table[]): Promise<Table[]> {
  const conditions = tables.map(({ name, seeds }) =>
    seeds === null
      ? sql`exists (select from ${sql.table(name)})`
      : sql`${rowsOf(name)} is distinct from ${seeds}`,
  );
  const { rows } = await sql<{ filled: readonly boolean[] }>`
    select array[${sql.join(conditions)}] as filled`.execute(db);
  return tables.filter((_, index) => rows[0]?.filled[index] !== false);
}

const SIZES = sql.raw('relpages, reltuples, relallvisible');

async function readSizes(db: Db): Promise<string> {
  const { rows } = await sql<{ sizes: string }>`
    select json_agg(c)::text as sizes from (
      select oid, ${SIZES} from pg_class where relnamespace = 'public'::regnamespace) c`.execute(
    db,
  );
  return rows.map(({ sizes }) => sizes).join('');
}

/**
 * Empties the files of the tables too, so that rows are in the order of their insertion. The
 * planner must not know that they were ever empty: it would scan them once they have grown.
 */
async function empty(db: Db, filled: readonly Table[], sizes: string): Promise<void> {
  if (filled.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    for (const { name, seeds } of filled) {
      await sql`delete from ${sql.table(name)}`.execute(tx);
      if (seeds !== null)
        await sql`insert into ${sql.table(name)}
          select * from json_populate_recordset(null::${sql.table(name)}, ${seeds}::json)`.execute(
          tx,
        );
    }
  });
  await sql`vacuum ${sql.join(filled.map(({ name }) => sql.table(name)))}`.execute(db);
  await db.transaction().execute(async (tx) => {
    await sql`set local allow_system_table_mods = on`.execute(tx);
    await sql`update pg_class set (${SIZES}) = (select s.relpages, s.reltuples, s.relallvisible)
      from json_to_recordset(${sizes}::json)
        as s (oid oid, relpages int, reltuples real, relallvisible int)
      where pg_class.oid = s.oid and (pg_class.relpages, pg_class.reltuples, pg_class.relallvisible)
        is distinct from (s.relpages, s.reltuples, s.relallvisible)`.execute(tx);
  });
}
