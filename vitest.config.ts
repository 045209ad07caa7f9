// The test suites: units, commands, installation and server. All server tests run on SQLite; those
// whose outcome can depend on the engine run on PostgreSQL too.
import { globSync, readFileSync } from 'node:fs';

import { configDefaults, defineConfig } from 'vitest/config';

const serverTests = [
  'server/**/*.test.ts',
  'ops/{copies,doctor,move,drill/years}/*.test.ts',
  'bench/*.test.ts',
];
/** Constraints, plans, one successful call of each endpoint, races, processes and copies. */
const postgresTests = [
  'server/{engine,health,process,schema}/**/*.test.ts',
  'server/**/*-{processes,races}.test.ts',
  'server/http/{contract,fuzz}.test.ts',
  'ops/{copies,doctor,move}/*.test.ts',
];
/** Other tests that need the engine, run calls in parallel, start servers, crash or are random. */
const DEPENDS_ON_ENGINE =
  /inject\('engine'\)|Promise\.all|raceTest|start(Fleet|ChildServer)|\.survive\(|'fast-check'/;
/**
 * They use no database, or the embedded one whatever the engine of the run, or their calls in
 * parallel are about hashes, streams and the provider.
 */
const engineIndependent = [
  'ops/copies/{completeness,restored-numbers,rotation}.test.ts',
  'server/auth/guessing.test.ts',
  'server/base/*.test.ts',
  'server/email/{layout,transport}.test.ts',
  'server/engine/sqlite/{deferred,group-commit,newcomers,planning,scrub}.test.ts',
  'server/enquiries/many-enquiries.test.ts',
  'server/http/{event-streams,logger,method-fuzz}.test.ts',
  'server/imports/read-table.test.ts',
  'server/payments/comparison/many-payments.test.ts',
  'server/pictures/{hostile,processes}.test.ts',
  'server/process/{env,heap}.test.ts',
  'server/rooms/live/live-access.test.ts',
  'server/sessions/hashing.test.ts',
  'server/site/pages/*.test.ts',
  'server/topics/{nothing-lost,render}.test.ts',
];

const dependsOnEngine = (file: string) => DEPENDS_ON_ENGINE.test(readFileSync(file, 'utf8'));
const resetFixtures = './server/testing/reset-fixtures.ts';
const failOnConsole = './scripts/test/fail-on-console.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: Number(process.env['WORKERS'] ?? 2),
    retry: 0,
    passWithNoTests: false,
    allowOnly: !process.env['CI'],
    setupFiles: [failOnConsole],
    // Reloading every module for each file would take a quarter of the processor time.
    isolate: false,
    // On a loaded machine what a test waits for may take longer than the usual second.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['domain/**/*.test.ts', 'web/**/*.test.{ts,tsx}', '{scripts,ops}/**/*.test.ts'],
          exclude: [
            '{scripts,ops}/commands/**',
            'scripts/install/**',
            'ops/{copies,doctor,move,drill/years}/**',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'install',
          include: ['scripts/install/**/*.test.ts'],
          // Each installs several times, which a busy machine does slowly.
          testTimeout: 1_200_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'commands',
          include: ['{scripts,ops}/commands/*.test.ts'],
          // Guards against a hang alone. Beside other suites these run at low priority, so builds
          // and starts that take seconds can take minutes.
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server-sqlite',
          include: [...serverTests, 'sandbox/**/*.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          setupFiles: [resetFixtures],
          provide: { engine: 'sqlite', postgresUrl: null },
        },
      },
      {
        extends: true,
        test: {
          name: 'server-postgres',
          include: [...postgresTests, ...globSync(serverTests).filter(dependsOnEngine)],
          exclude: [...configDefaults.exclude, ...engineIndependent],
          testTimeout: 30_000,
          hookTimeout: 30_000,
          setupFiles: [resetFixtures],
          provide: { engine: 'postgres' },
          globalSetup: ['./scripts/test/provide-postgres.ts'],
        },
      },
    ],
  },
});
