// Setup addresses used at once, the same one or those of several processes: one makes an admin.
import { expect, inject, test, vi } from 'vitest';

import type { Setup } from '../../domain/auth/new-admin.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { Refusal } from '../../domain/errors.ts';
import { createMigratedDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';
import { PASSWORD } from '../testing/factories.ts';
import { expectNoneIn, expectSomeIn } from '../testing/races/rounds.ts';
import { codeOf } from '../testing/test.ts';
import { createAdmin } from './admins.ts';
import { findSetupAddress, createSetupToken } from './setup.ts';

// Each round has four passwords hashed with Argon2id.
vi.setConfig({ testTimeout: 60_000 });

const ROUNDS = 3;
const AT_ONCE = 4;
const PROCESSES = inject('engine') === 'postgres' ? 2 : 1;

type Use = (api: TestApp, form: Setup) => Promise<string>;

const use: Use = async (api, body) => codeOf(await api.either(endpoints.setUp, { body }));

/** Reads first and writes later. */
const useNaively: Use = async (api, { token, ...admin }) => {
  try {
    await findSetupAddress(api.context(null), token);
  } catch (error) {
    // Another use has ended already.
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return (await createAdmin(api.context(null), admin)) ? 'done' : 'taken';
};

/** The outcomes of the uses after the first that made an admin, on a new database. */
async function tooMany(addresses: number, by: Use): Promise<string[]> {
  const { options, drop } = await createMigratedDatabase();
  const apps: TestApp[] = [];
  for (let n = 0; n < PROCESSES; n += 1)
    apps.push(await startTestApp({ on: { ...options, exclusive: false } }));
  const [first] = apps as [TestApp];
  const tokens: string[] = [];
  for (let n = 0; n < addresses; n += 1)
    tokens.push((await createSetupToken(first.context(null)))?.token ?? '');
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      by(apps[n % PROCESSES] ?? first, {
        name: `Ada ${n}`,
        email: `ada-${n}@example.com`,
        password: PASSWORD,
        token: tokens[n % addresses] ?? '',
      }),
    ),
  );
  const admins = await first.database.db.selectFrom('admins').select('name').execute();
  const made = outcomes.filter((outcome) => outcome === 'done');
  expect(admins).toHaveLength(made.length);
  expect(made).not.toEqual([]);
  expect(new Set(outcomes)).toBeOneOf([new Set(['done', 'setup_not_found']), new Set(['done'])]);
  expect(await brokenInvariants(first.database.db)).toEqual([]);
  for (const app of apps) await app.close();
  await drop();
  return made.slice(1);
}

test.for([1, AT_ONCE])('makes one admin with %i addresses used four times at once', (addresses) =>
  expectNoneIn(ROUNDS, () => tooMany(addresses, use)),
);

test.for([1, AT_ONCE])('makes more with %i addresses and code that checks first', (addresses) =>
  expectSomeIn(ROUNDS, () => tooMany(addresses, useNaively)),
);
