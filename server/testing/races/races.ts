// Races: calls that start at once, on a new scene in each round. Whatever their order, their result
// must satisfy the invariant. A naive version of the calls proves that the race can be lost.
import { expect, inject } from 'vitest';

import { Refusal } from '../../../domain/errors.ts';
import type { Context } from '../../engine/context.ts';
import { startTestApp, type TestApp, type TestOptions } from '../app.ts';
import type { Caller } from '../caller.ts';
import type { Client } from '../client.ts';
import { brokenInvariants } from '../database/invariants.ts';
import { makeAdmin } from '../factories.ts';
import type { Outside } from '../servers/child-server.ts';
import { codeOf, sharedTest } from '../test.ts';
import { startFleet } from './fleet.ts';

/**
 * Where the calls go on PostgreSQL: one app; two apps on one database; or two server processes,
 * with the real clock. The embedded engine supports one of each.
 */
type Servers = 'one' | 'two' | 'processes';

export interface Arena {
  /** Makes the scenes and reads the results. */
  readonly api: TestApp;
  /** The servers in rotation, for calls over HTTP: `family.via(server()).tryToBook(id)`. */
  readonly server: () => Client & { readonly url?: string };
  /** A context for operations without HTTP, from the apps in rotation. */
  readonly context: <Actor>(actor: Actor) => Context<Actor>;
  readonly tutor: () => Promise<Caller>;
}

/** The `test` of races. For a whole file: `raceTest.override('servers', 'processes')`. */
export const raceTest = sharedTest
  .extend('servers', { scope: 'file' }, 'one' as Servers)
  /** The services outside the server processes. */
  .extend('outside', { scope: 'file' }, {} as Outside)
  .extend('arena', { scope: 'file' }, async ({ servers, outside, settings }, { onCleanup }) => {
    const { close, ...arena } = await startArena(servers, settings, outside);
    onCleanup(close);
    return arena;
  })
  .extend('api', { scope: 'file' }, ({ arena }) => arena.api);

type Calls = readonly (() => Promise<unknown>)[];

interface Race<Scene extends object> {
  /** What the server does, however the calls interleave. */
  readonly title: string;
  /** 1 by default. */
  readonly rounds?: number;
  /** The embedded engine lets nothing happen between what a transaction reads and writes. */
  readonly only?: 'postgres';
  /** Makes the scene of a round. */
  readonly setup: (arena: Arena & { round: number }) => Scene | Promise<Scene>;
  /** The calls. One that fails with anything but a refusal fails the test. */
  readonly actors: (scene: Arena & Scene) => Calls;
  /**
   * Expects what must hold after a round. For each call in order, `outcomes` has 'done' or the code
   * of its refusal. The test itself checks the invariants of the database.
   */
  readonly invariant: (scene: Arena & Scene & { outcomes: readonly string[] }) => unknown;
  /** Calls that read first and write later, with the same scenes and the same invariant. */
  readonly naive?: Naive & Pick<Race<Scene>, 'actors' | 'rounds' | 'only'>;
}

interface Naive {
  /** The calls wait for each other, so that they cannot run one after the other. */
  readonly mustOverlap?: boolean;
}

const TIMEOUT = { timeout: 90_000 };
const runsHere = (only?: 'postgres') => only === undefined || inject('engine') === only;

/** Defines the tests of a race and of its naive version. */
export function race<Scene extends object>(definition: Race<Scene>): void {
  const { title, rounds = 1, actors, naive, only, ...rest } = definition;
  if (!runsHere(only)) return;
  raceTest(title, TIMEOUT, async ({ arena }) => {
    for (let round = 0; round < rounds; round += 1)
      await runRound({ ...rest, actors, start: atOnce, arena, round });
  });
  if (naive !== undefined)
    naiveRace({ ...rest, ...naive, title: `control: naive code fails "${title}"` });
}

/**
 * Defines the test of a naive version: its calls satisfy the invariant one after the other, and
 * break it in one of up to `rounds` rounds (20 by default). It has a database of its own, which it
 * may break.
 */
export function naiveRace<Scene extends object>(definition: Naive & Race<Scene>): void {
  const { title, rounds = 20, only, mustOverlap = false, ...rest } = definition;
  if (!runsHere(only)) return;
  raceTest(title, TIMEOUT, async ({ onTestFinished }) => {
    const { close, ...arena } = await startArena('one');
    onTestFinished(close);
    const run = async (start: Start, round: number) => {
      await runRound({ ...rest, start, arena, round });
      expect(await brokenInvariants(arena.api.database.db)).toEqual([]);
    };
    if (!mustOverlap) await run(oneByOne, 0);
    for (let round = 1; round <= rounds; round += 1) {
      const [result] = await Promise.allSettled([run(atOnce, round)]);
      if (result.status === 'fulfilled') continue;
      // The constraints of the database may stop the naive calls, too.
      if (mustOverlap && !isAssertion(result.reason)) throw result.reason;
      return;
    }
    expect.unreachable('The naive calls lost no round.');
  });
}

const isAssertion = (error: unknown) => error instanceof Error && error.name === 'AssertionError';

/** Starts the calls in its own way; each result is as of `Promise.allSettled`. */
type Start = (calls: Calls) => Promise<readonly PromiseSettledResult<unknown>[]>;

const atOnce: Start = (calls) => Promise.allSettled(calls.map((call) => call()));

const oneByOne: Start = async (calls) => {
  const results: PromiseSettledResult<unknown>[] = [];
  for (const call of calls) results.push(...(await Promise.allSettled([call()])));
  return results;
};

interface Round<Scene extends object> extends Pick<Race<Scene>, 'setup' | 'actors' | 'invariant'> {
  start: Start;
  arena: Arena;
  round: number;
}

async function runRound<Scene extends object>(the: Round<Scene>): Promise<void> {
  const scene = { ...the.arena, ...(await the.setup({ ...the.arena, round: the.round })) };
  const outcomes = (await the.start(the.actors(scene))).map(outcomeOf);
  await the.invariant({ ...scene, outcomes });
}

/** 'done', or the code of a refusal. Throws any other error. */
function outcomeOf(result: PromiseSettledResult<unknown>): string {
  if (result.status === 'rejected') {
    if (result.reason instanceof Refusal) return result.reason.code;
    throw result.reason;
  }
  const { value } = result;
  return typeof value === 'object' && value !== null && 'body' in value
    ? codeOf({ body: value.body })
    : 'done';
}

/** How often each outcome came. */
export function tally(outcomes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}

async function startArena(servers: Servers, settings: TestOptions = {}, outside: Outside = {}) {
  const count = servers === 'two' && inject('engine') === 'postgres' ? 2 : 1;
  const started: StartedProcesses = await (servers === 'processes'
    ? startProcesses(outside)
    : startApps(count, settings));
  const { apps, clients, close } = started;
  const [api] = apps as readonly [TestApp];
  let turn = 0;
  const next = <T>(all: readonly T[]): T => {
    turn += 1;
    return all[turn % all.length] as T;
  };
  let tutor: Promise<Caller> | undefined;
  const arena: Arena = {
    api,
    server: () => next(clients),
    context: (actor) => next(apps).context(actor),
    tutor: () => (tutor ??= makeAdmin(api)),
  };
  return { ...arena, close };
}

interface StartedProcesses {
  readonly apps: readonly TestApp[];
  readonly clients: readonly (Client & { readonly url?: string })[];
  readonly close: () => Promise<void>;
}

async function startProcesses(outside: Outside): Promise<StartedProcesses> {
  const { servers, observer, close } = await startFleet(outside);
  return { apps: [observer], clients: servers, close };
}

/** Apps on one database. */
async function startApps(count: number, settings: TestOptions): Promise<StartedProcesses> {
  const first = await startTestApp(settings);
  const apps = [first];
  while (apps.length < count)
    apps.push(await startTestApp({ ...settings, on: first.databaseOptions }));
  const close = async () => {
    for (const app of apps.toReversed()) await app.close();
  };
  return { apps, clients: apps, close };
}
