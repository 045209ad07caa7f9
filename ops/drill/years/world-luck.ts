// Bad luck: kills, restores, upgrades, a clock that jumps, and services that are away.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { HOUR_MS, MINUTE_MS } from '../../../domain/time.ts';
import {
  environmentWith,
  splitPassword,
  withName,
} from '../../../server/engine/postgres/address.ts';
import { findPrograms } from '../../../server/engine/postgres/programs.ts';
import { runAsAdmin } from '../../../server/testing/database/template.ts';
import { backUp, restore } from '../../copies/copies.ts';
import { carryOverPostgres } from '../../copies/postgres-carry-over.ts';
import { postgresCopies } from '../../copies/postgres-copies.ts';
import { accountActs } from './world-accounts.ts';
import { moneyActs } from './world-money.ts';
import type { Performers } from './world-performers.ts';
import type { World } from './world.ts';

export const luckActs: Performers<
  | 'restart'
  | 'upgrade'
  | 'kill'
  | 'mail away'
  | 'provider away'
  | 'disk full'
  | 'clock jumps'
  | 'backup and restore'
> = {
  async restart({ server }) {
    await server.restart();
    return 'ok';
  },
  async upgrade({ server }) {
    await server.upgrade();
    return 'ok';
  },
  async kill(world, { at, afterCommit, really = false }) {
    // A call has more than six statements, so that a later one is between commit and answer.
    const statement = afterCommit ? Number.MAX_SAFE_INTEGER : 1 + (Math.floor(at / 1000) % 6);
    world.luck = { kind: 'kill', statement, really };
    return 'ok';
  },
  async 'mail away'({ mail }, { at, minutes }) {
    mail.awayUntil = at + minutes * MINUTE_MS;
    return 'ok';
  },
  async 'provider away'({ provider }, { at, minutes }) {
    provider.awayUntil = at + minutes * MINUTE_MS;
    await provider.tick();
    return 'ok';
  },
  async 'disk full'(world) {
    world.luck = { kind: 'disk full' };
    return 'ok';
  },
  /** It is wrong for one round of the jobs. */
  async 'clock jumps'(world, { hours }) {
    world.clock.now += hours * HOUR_MS;
    await world.runJobs();
    world.clock.now -= hours * HOUR_MS;
    return 'ok';
  },
  async 'backup and restore'(world, { lostInvoice = false }) {
    const { clock, db, provider } = world;
    const resume = await (world.postgresUrl === null ? backUpFile(world) : backUpPostgres(world));
    const isLost = lostInvoice && clock.now >= provider.awayUntil;
    if (isLost) await buyAsOutsider(world);
    const lost = await db
      .selectFrom('invoices')
      .select(['year', 'number', 'issued_at'])
      .orderBy('issued_at', 'desc')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst();
    await resume();
    // The tutor writes down why a number is missing.
    if (isLost && lost !== undefined)
      await world.db.insertInto('former_invoices').values(lost).execute();
    return 'ok';
  },
};

/** Returns what restores the copy. */
async function backUpFile({ server, dataDir, clock }: World): Promise<() => Promise<void>> {
  const copy = join(dataDir, `copy-${clock.now}.db`);
  await backUp(dataDir, copy);
  return async () => {
    await server.stop();
    await restore(dataDir, copy, clock.now);
    await server.start();
  };
}

/** Returns what restores the copy into a new database, with the steps of the manual. */
async function backUpPostgres(world: World): Promise<() => Promise<void>> {
  const { server, dataDir, clock, postgresUrl } = world;
  const former = server.databaseUrl ?? '';
  const programs = findPrograms(['pg_dump', 'pg_restore']);
  if (postgresUrl === null || programs === null) throw new Error('pg_dump is not installed');
  const copy = join(dataDir, `copy-${clock.now}.dump`);
  await postgresCopies(former, programs).make(copy);
  return async () => {
    await server.stop();
    const name = `years_${process.pid}_${clock.now}`;
    await runAsAdmin(postgresUrl, `create database ${name} encoding 'UTF8' template template0`);
    const restored = withName(postgresUrl, name);
    const { address, password } = splitPassword(restored);
    await promisify(execFile)(
      join(programs, 'pg_restore'),
      ['--no-owner', '--exit-on-error', `--dbname=${address}`, copy],
      { env: environmentWith(password) },
    );
    await runAsAdmin(restored, 'analyze');
    await carryOverPostgres(restored, former, clock.now);
    server.databaseUrl = restored;
    await server.start();
    await runAsAdmin(postgresUrl, `drop database "${new URL(former).pathname.slice(1)}"`);
  };
}

/** Somebody signs up and pays; the restore loses all of it but the number of the invoice. */
async function buyAsOutsider(world: World): Promise<void> {
  const {
    names,
    clock: { now: at },
  } = world;
  names.outsiders += 1;
  const family = `x${names.outsiders}`;
  const payment = `payment of ${family}`;
  const by = `${family}.p1`;
  const outcomes = [
    await accountActs['sign up'](world, { at, do: 'sign up', family }),
    await moneyActs['start checkout'](world, { at, do: 'start checkout', payment, by, credits: 1 }),
    await moneyActs.pay(world, { at, do: 'pay', payment }),
    await moneyActs['deliver events'](world, { at, do: 'deliver events', payment, times: 1 }),
  ];
  if (outcomes.some((outcome) => outcome !== 'ok'))
    throw new Error(`the outsider could not buy: ${outcomes.join(', ')}`);
  names.families.delete(family);
  names.students.delete(`${family}.s1`);
}
