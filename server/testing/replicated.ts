// A primary with a streaming replica, and where an app on them reads its lists.
import { sql } from 'kysely';
import { expect, onTestFinished } from 'vitest';

import { openReplica } from '../engine/replica.ts';
import type { Found } from '../engine/replica-position.ts';
import type { Replica } from '../engine/types.ts';
import { newId } from '../ids.ts';
import type { TestApp } from './app.ts';
import { type PrivatePostgres, startPostgres } from './postgres.ts';
import { addressIn, copyPostgresTemplate, makePostgresTemplate, runAsAdmin } from './template.ts';

export interface Replicated {
  readonly primary: PrivatePostgres;
  readonly replica: PrivatePostgres;
  /** Creates a database with the current schema and returns its name. */
  newDatabase(): Promise<string>;
  /** The settings of a server on this database. */
  addressesOf(name: string): { databaseUrl: string; readUrl: string; dataDir: string };
  /** From then on the replica falls behind, until it is resumed. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Replays each commit only so many milliseconds later. */
  delayReplay(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<Replicated> {
  const primary = await startPostgres();
  await makePostgresTemplate(primary.url);
  const replica = await startPostgres({ primary: primary.url });
  const onReplica = (statement: string) => runAsAdmin(replica.url, statement);
  return {
    primary,
    replica,
    async newDatabase() {
      const name = `test_${newId().replaceAll('-', '')}`;
      await copyPostgresTemplate(primary.url, name);
      return name;
    },
    addressesOf: (name) => ({
      databaseUrl: addressIn(primary.url, name),
      readUrl: addressIn(replica.url, name),
      dataDir: '',
    }),
    pauseReplay: () => onReplica('select pg_wal_replay_pause()'),
    resumeReplay: () => onReplica('select pg_wal_replay_resume()'),
    async delayReplay(ms) {
      await onReplica(`alter system set recovery_min_apply_delay = ${ms}`);
      await onReplica('select pg_reload_conf()');
    },
    async stop() {
      await replica.stop();
      await primary.stop();
    },
  };
}

export function replicaOf({ database }: TestApp): Replica {
  if (database.replica === null) throw new Error('The database was opened without a replica.');
  return database.replica;
}

export const useOf = (api: TestApp) => replicaOf(api).use();

/** How many lists each server read while `work` ran, and what it returned. */
export async function readsOf<T>(api: TestApp, work: () => Promise<T>) {
  const before = { ...useOf(api).reads };
  const value = await work();
  const { replica, primary } = useOf(api).reads;
  return { value, replica: replica - before.replica, primary: primary - before.primary };
}

/** A replica that nobody asks how far it is: what a test would lose without that. */
export async function openUnchecked({ database, databaseOptions }: TestApp): Promise<Replica> {
  const opened = openReplica({
    url: databaseOptions.readUrl ?? '',
    primary: database.db,
    askPrimary: async (text) =>
      text.includes('pg_walfile_name')
        ? { rows: [{ bytes: 0, timeline: '00000001' }] }
        : sql.raw<Found>(text).execute(database.db),
    onChange: () => undefined,
  });
  onTestFinished(() => opened.close());
  await expect.poll(() => opened.use().isUsed).toBe(true);
  return opened;
}

export const untilUsed = (api: TestApp) => expect.poll(() => useOf(api).isUsed).toBe(true);

export const untilLeft = (api: TestApp) => expect.poll(() => useOf(api).isUsed).toBe(false);

/** Waits until the replica reads this list: on a busy machine it may fall behind for a moment. */
export const untilRead = (api: TestApp, list: () => Promise<unknown>) =>
  expect.poll(async () => (await readsOf(api, list)).replica).toBe(1);
