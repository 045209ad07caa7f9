// A primary with a streaming replica, and where an app on them reads its lists.
import { CompiledQuery } from 'kysely';
import { expect, onTestFinished } from 'vitest';

import type { PositionRow } from '../../engine/postgres/replica-position.ts';
import { openReplica } from '../../engine/postgres/replica.ts';
import type { Replica } from '../../engine/types.ts';
import { newId } from '../../ids.ts';
import { startTestApp, type TestApp, type TestOptions } from '../app.ts';
import {
  addressIn,
  copyPostgresTemplate,
  makePostgresTemplate,
  runAsAdmin,
} from '../database/template.ts';
import { type PrivatePostgres, startPostgres } from './postgres.ts';

export interface ReplicatedPostgres {
  readonly primary: PrivatePostgres;
  readonly replica: PrivatePostgres;
  /** Creates a database with the current schema and returns its name. */
  newDatabase(): Promise<string>;
  /** The settings of a server on this database. */
  addressesOf(name: string): { databaseUrl: string; readUrl: string; dataDir: string };
  /** Starts an app on this database until the end of the test. */
  startApp(name: string, options?: TestOptions): Promise<TestApp>;
  /** The replica falls behind, until it is resumed or the test ends. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Replays each commit only this many milliseconds later, until the test ends. */
  delayReplay(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startReplicated(): Promise<ReplicatedPostgres> {
  const primary = await startPostgres();
  await makePostgresTemplate(primary.url);
  const replica = await startPostgres({ primary: primary.url });
  const onReplica = (statement: string) => runAsAdmin(replica.url, statement);
  const resumeReplay = () => onReplica('select pg_wal_replay_resume()');
  async function setDelay(ms: number): Promise<void> {
    await onReplica(`alter system set recovery_min_apply_delay = ${ms}`);
    await onReplica('select pg_reload_conf()');
  }
  const addressesOf = (name: string) => ({
    databaseUrl: addressIn(primary.url, name),
    readUrl: addressIn(replica.url, name),
    dataDir: '',
  });
  return {
    primary,
    replica,
    addressesOf,
    async startApp(name, options = {}) {
      const api = await startTestApp({ on: addressesOf(name), ...options });
      onTestFinished(() => api.close());
      return api;
    },
    async newDatabase() {
      const name = `test_${newId().replaceAll('-', '')}`;
      await copyPostgresTemplate(primary.url, name);
      return name;
    },
    async pauseReplay() {
      await onReplica('select pg_wal_replay_pause()');
      onTestFinished(resumeReplay);
    },
    resumeReplay,
    async delayReplay(ms) {
      await setDelay(ms);
      onTestFinished(() => setDelay(0));
    },
    async stop() {
      await replica.stop();
      await primary.stop();
    },
  };
}

/**
 * Opens the app's replica once more, until the end of the test, and changes what the primary says.
 */
export function openAnother(
  { database, databaseOptions }: TestApp,
  change: (found: PositionRow) => PositionRow,
) {
  const faults: (string | null)[] = [];
  const replica = openReplica({
    url: databaseOptions.readUrl ?? '',
    primary: database.db,
    async askPrimary(text, values) {
      const { rows } = await database.db.executeQuery<PositionRow>(
        CompiledQuery.raw(text, [...values]),
      );
      return { rows: rows.map(change) };
    },
    onChange: (fault) => faults.push(fault),
  });
  onTestFinished(() => replica.close());
  return { replica, faults };
}

export function replicaOf({ database }: TestApp): Replica {
  if (database.replica === null) throw new Error('The database was opened without a replica.');
  return database.replica;
}

export const replicaUse = (api: TestApp) => replicaOf(api).use();

/** How many lists each server read while `work` ran, and what it returned. */
export async function readsOf<T>(api: TestApp, work: () => Promise<T>) {
  const before = { ...replicaUse(api).reads };
  const value = await work();
  const { replica, primary } = replicaUse(api).reads;
  return { value, replica: replica - before.replica, primary: primary - before.primary };
}

export const untilUsed = (api: TestApp) => expect.poll(() => replicaUse(api).isUsed).toBe(true);

export const untilLeft = (api: TestApp) => expect.poll(() => replicaUse(api).isUsed).toBe(false);

/** Waits until the replica reads this list: on a busy machine it may fall behind for a moment. */
export const untilRead = (api: TestApp, list: () => Promise<unknown>) =>
  expect.poll(async () => (await readsOf(api, list)).replica).toBe(1);

export async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  return { value: await work, ms: performance.now() - began };
}
