// The PostgreSQL engine, shared by any number of server processes.
import { Kysely, PostgresDialect, sql } from 'kysely';
import { RateLimiterPostgres } from 'rate-limiter-flexible';

import type { Tables } from '../../schema/tables.ts';
import { codeOf, DatabaseAway } from '../away.ts';
import type { Database, DatabaseOptions, Db } from '../types.ts';
import { readPostgresAddress } from './address.ts';
import { openChannel } from './channel.ts';
import { openConnections } from './pool.ts';
import { prepareDatabase } from './prepare.ts';
import { chooseServer } from './servers.ts';
import { createTransactor } from './transactor.ts';

const CHANNEL = 'announcements';
/** Announcements are batched for this long, too short for viewers to notice. */
const ANNOUNCE_MS = 20;

/** Connects, checks the server and migrates under a lock that all processes share. */
export async function openPostgres(
  url: string,
  {
    onConnectionLost = () => undefined,
    migrations,
  }: Pick<DatabaseOptions, 'onConnectionLost' | 'migrations'>,
): Promise<Database> {
  const servers = chooseServer(readPostgresAddress(url) ?? [url]);
  await prepareDatabase(servers, migrations);
  const connections = openConnections(servers, onConnectionLost);
  const channel = openChannel(servers, CHANNEL, onConnectionLost);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) });
  const announcements = gatherAnnouncements((messages) =>
    connections
      .query('select pg_notify($1, message) from unnest($2::text[]) as message', [
        CHANNEL,
        messages,
      ])
      .then(() => undefined, onConnectionLost),
  );
  const announce = (message: string) => announcements.announce(message);
  return {
    engine: 'postgres',
    db,
    transact: createTransactor(db, announce),
    limiter: ({ keyPrefix, points, durationSeconds }) =>
      new RateLimiterPostgres({
        storeClient: {
          query: ({ text, values }: { text: string; values: readonly unknown[] }) =>
            connections.query(text, values),
        },
        storeType: 'pool',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: true,
        keyPrefix,
        points,
        duration: durationSeconds,
      }),
    announce,
    listen: (heard) => channel.listen(heard),
    // The vacuum of PostgreSQL removes deleted rows.
    eraseDeleted: async () => true,
    hasRoom: () => hasRoom(db),
    pools: () => connections.use(),
    async close() {
      await announcements.flush();
      await channel.close();
      await db.destroy();
    },
  };
}

/** PostgreSQL has been told to make no temporary files. */
const NO_TEMPORARY_FILES = '53400';

/**
 * Sorts more than fits into the memory that this transaction has, so that PostgreSQL writes a
 * temporary file beside the tables. Throws when that fails, as on a full disk.
 */
async function hasRoom(db: Db): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      await sql`set local work_mem = '64kB'`.execute(tx);
      await sql`select count(*) from (
        select n from generate_series(1, 5000) as n order by n desc) as sorted`.execute(tx);
    });
  } catch (error) {
    if (!(error instanceof DatabaseAway && codeOf(error.cause) === NO_TEMPORARY_FILES)) throw error;
  }
  return true;
}

/**
 * Batches the announcements of a few milliseconds, because each NOTIFY waits for all others on the
 * server.
 */
function gatherAnnouncements(send: (messages: string[]) => Promise<void>) {
  const waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  async function flush(): Promise<void> {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    const messages = [...waiting];
    waiting.clear();
    await send(messages);
  }
  return {
    announce(message: string) {
      waiting.add(message);
      timer ??= setTimeout(() => void flush(), ANNOUNCE_MS);
    },
    flush,
  };
}
