// Carries over on PostgreSQL, where pg_restore has put a copy into a new database.
import type pg from 'pg';

import { StartupError } from '../../server/base/startup-error.ts';
import { readPostgresAddress } from '../../server/engine/postgres/address.ts';
import { withUsableServer } from '../../server/engine/postgres/prepare.ts';
import { chooseServer } from '../../server/engine/postgres/servers.ts';
import { type CarryOver, carryOver, isOfSite, postgresSide } from './carry-over.ts';

/**
 * Carries over from the former database, if there is one. Throws a StartupError if either cannot be
 * reached or has no tables of this product; nothing is changed then.
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
    const restored = postgresSide(client);
    if (former === null) return carryOver(null, restored, now);
    return connect('The former database', former, async (there) => {
      const side = postgresSide(there);
      if (!(await isOfSite(side, restored)))
        throw new StartupError('The former database is not of this site. Nothing was changed.');
      return carryOver(side, restored, now);
    });
  });
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
