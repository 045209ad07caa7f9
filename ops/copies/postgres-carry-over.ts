// Carries over on PostgreSQL, where pg_restore has put a copy into a new database.
import type pg from 'pg';

import { StartupError } from '../../server/base/startup-error.ts';
import { reasonOf } from '../../server/engine/away.ts';
import { readPostgresAddress } from '../../server/engine/postgres/address.ts';
import { OF_SERVER, withUsableServer } from '../../server/engine/postgres/prepare.ts';
import { chooseServer } from '../../server/engine/postgres/servers.ts';
import {
  type CarryOver,
  carryOver,
  isOfSite,
  postgresSide,
  type RestoredSide,
} from './carry-over.ts';

const FORMER = '--former';
const OLDER = `${FORMER}: this database is older than the copy in DATABASE_URL, and does not know what had ended since. Nothing was changed. If the two addresses are swapped, swap them. If an earlier copy was restored before, name the database that the server had before that.`;

/**
 * Carries over from the former database, if there is one. Throws a StartupError if either cannot be
 * reached or read or has no tables of this product; nothing is changed then.
 */
export async function carryOverPostgres(
  databaseUrl: string,
  former: string | null,
  now: number,
): Promise<CarryOver> {
  if (former === databaseUrl)
    throw new StartupError(
      'This is the address of DATABASE_URL itself: name the database that the server had before.',
    );
  return connect('DATABASE_URL', databaseUrl, async (client) => {
    if (former === null) return carryOver(null, postgresSide(client), now);
    const restored = markFaults(postgresSide(client));
    try {
      return await connectFormer(former, async (there) => {
        const side = { ...postgresSide(there), whenOlder: OLDER };
        if (!(await isOfSite(side, restored)))
          throw new StartupError('The former database is not of this site. Nothing was changed.');
        return carryOver(side, restored, now);
      });
    } catch (error) {
      if (error instanceof RestoredFault) throw error.fault;
      throw error;
    }
  });
}

/** A fault of the restored database, thrown while the former one is connected, too. */
class RestoredFault extends Error {
  readonly fault: Error;

  constructor(fault: Error) {
    super(fault.message);
    this.fault = fault;
  }
}

function markFaults(side: RestoredSide): RestoredSide {
  const mark = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Error) throw new RestoredFault(error);
      throw error;
    }
  };
  return {
    all: (sql) => mark(side.all(sql)),
    run: (sql) => mark(side.run(sql)),
    insert: (table, rows) => mark(side.insert(table, rows)),
  };
}

/** Throws a StartupError that names the former database in place of DATABASE_URL. */
async function connectFormer<T>(address: string, work: (client: pg.Client) => Promise<T>) {
  try {
    return await connect(FORMER, address, work);
  } catch (cause) {
    if (cause instanceof RestoredFault) throw cause;
    const reason = reasonOf(cause);
    const isOwn = cause instanceof StartupError;
    if (isOwn && !reason.startsWith(OF_SERVER)) throw cause;
    const why = isOwn ? reason.slice(OF_SERVER.length) : `${reason}.`;
    throw new StartupError(`${FORMER}: ${why} Nothing was changed.`, { cause });
  }
}

async function connect<T>(what: string, address: string, work: (client: pg.Client) => Promise<T>) {
  const servers = readPostgresAddress(address);
  if (servers === null)
    throw new StartupError(`${what}: not a PostgreSQL address: postgres://user:password@host/name`);
  return withUsableServer(chooseServer(servers), async (client) => {
    const { rows } = await client.query<{ found: string | null }>(
      `select to_regclass('schema_migrations') as found`,
    );
    if (rows[0]?.found === null)
      throw new StartupError(`${what}: the database is empty. Nothing was changed.`);
    return work(client);
  });
}
