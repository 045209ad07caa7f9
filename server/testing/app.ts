// An app on a fresh database with a fixed clock, and a client that checks every answer.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { FastifyInstance, InjectOptions } from 'fastify';
import pino, { type Logger } from 'pino';
import { inject } from 'vitest';

import { SAMPLE_CONTENT } from '../../domain/testing/content.ts';
import { buildApp } from '../app.ts';
import { newId } from '../base/ids.ts';
import type { Context } from '../engine/context.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../engine/database.ts';
import { createLogger, databaseLog } from '../http/logger.ts';
import type { Metrics } from '../http/metrics.ts';
import type { PaymentProvider } from '../payments/stripe.ts';
import { createBackground } from '../process/background.ts';
import type { TrustProxy } from '../process/env.ts';
import { readBuild } from '../site/pages/built-pages.ts';
import { createSiteWords } from '../site/words.ts';
import { type Client, createClient, type WireRequest } from './client.ts';
import { lendDatabase } from './database/reused.ts';
import {
  addressIn,
  copyPostgresTemplate,
  copySqliteTemplate,
  runAsAdmin,
} from './database/template.ts';
import { APP_URL, senderOf } from './sender.ts';
import { testFolder } from './test-folder.ts';

/** A Wednesday in winter, when UK time is UTC. */
export const START = '2026-11-18T12:00:00.000Z';

export interface TestClock {
  now: number;
  /** Moves to an ISO 8601 instant. */
  set(instant: string): void;
  advance(change: {
    days?: number;
    hours?: number;
    minutes?: number;
    seconds?: number;
    ms?: number;
  }): void;
}

export interface TestApp extends Client {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly databaseOptions: DatabaseOptions;
  readonly clock: TestClock;
  /** The context of the product's own operations, for the current time and this actor. */
  context<Actor>(actor: Actor): Context<Actor>;
  /** Resolves once the work after the answers is done; the client's own calls wait for it. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface TestOptions {
  readonly payments?: PaymentProvider;
  /** The host of the mail server. */
  readonly mailServer?: string;
  /** Null: no limits, the default for tests about other things. */
  readonly rateLimitScale?: number | null;
  readonly trustProxy?: TrustProxy;
  readonly now?: string;
  readonly dist?: string;
  readonly appUrl?: string;
  readonly hstsSubdomains?: boolean;
  readonly metrics?: Metrics;
  /** Receives the log. */
  readonly onLog?: (line: LogLine) => void;
  /** An existing database, which outlives the app. */
  readonly on?: DatabaseOptions;
  /** Replaces the database for the app, so that it can fail. */
  readonly wrap?: (database: Database) => Database;
}

/** The fields that tests read from a log line. */
export interface LogLine {
  readonly level: number;
  readonly msg: string;
  readonly req?: { readonly method: string; readonly path: string };
  readonly err?: { readonly message: string; readonly stack: string };
}

interface TestDatabase {
  readonly options: DatabaseOptions;
  /** Removes the database. */
  readonly drop: () => Promise<void>;
}

/** A new, empty database of the engine under test; opening it runs the migrations. */
export const createTestDatabase = (): Promise<TestDatabase> => create({ isMigrated: false });

/** A new database of the engine under test with the current schema. */
export const createMigratedDatabase = (): Promise<TestDatabase> => create({ isMigrated: true });

async function create({ isMigrated }: { isMigrated: boolean }): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(testFolder(), 'lessons-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  const adminUrl = inject('postgresUrl');
  if (inject('engine') === 'sqlite' || adminUrl === null) {
    if (isMigrated) await copySqliteTemplate(dataDir);
    return { options: { databaseUrl: null, dataDir }, drop: removeFolder };
  }

  const name = `test_${newId().replaceAll('-', '')}`;
  if (isMigrated) await copyPostgresTemplate(adminUrl, name);
  else await runAsAdmin(adminUrl, `create database ${name}`);
  return {
    options: { databaseUrl: addressIn(adminUrl, name), dataDir },
    async drop() {
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

interface OpenedDatabase {
  readonly databaseOptions: DatabaseOptions;
  readonly database: Database;
  readonly close: () => Promise<void>;
}

async function openTestDatabase(options: TestOptions, logger: Logger): Promise<OpenedDatabase> {
  const { on, onLog } = options;
  const adminUrl = inject('postgresUrl');
  // The log has the losses of connections, which belong to one test.
  if (on === undefined && onLog === undefined && adminUrl !== null) {
    const { url, database, giveBack } = await lendDatabase(adminUrl);
    const dataDir = await mkdtemp(join(testFolder(), 'lessons-test-'));
    return {
      databaseOptions: { databaseUrl: url, dataDir },
      database,
      async close() {
        await giveBack();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  }
  const { options: databaseOptions, drop } =
    on === undefined
      ? await createMigratedDatabase()
      : { options: on, drop: () => Promise.resolve() };
  const database = await openDatabase({ ...databaseLog(logger), ...databaseOptions });
  return {
    databaseOptions,
    database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Builds an app on an empty database, or on the given one. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const logger = loggerFor(options.onLog);
  const { databaseOptions, database, close } = await openTestDatabase(options, logger);
  const clock = createClock(options.now ?? START);
  const background = createBackground(logger);
  const appUrl = options.appUrl ?? APP_URL;
  const build = options.dist === undefined ? null : await readBuild(options.dist, appUrl);
  const words = createSiteWords(build?.renderer.shipped ?? SAMPLE_CONTENT);
  const app = await buildApp({
    database: options.wrap?.(database) ?? database,
    clock: () => clock.now,
    appUrl,
    sender: async () => senderOf(await words.owner(database.db)),
    words,
    provider: options.payments ?? null,
    mailServer: options.mailServer ?? null,
    rateLimitScale: options.rateLimitScale ?? null,
    ...(options.trustProxy === undefined ? {} : { trustProxy: options.trustProxy }),
    ...(options.hstsSubdomains === undefined ? {} : { hstsSubdomains: options.hstsSubdomains }),
    ...(options.metrics === undefined ? {} : { metrics: options.metrics }),
    logger,
    background,
    build,
  });
  return {
    app,
    database,
    databaseOptions,
    clock,
    context: (actor) => ({ database, now: clock.now, actor }),
    settled: () => background.settled(),
    ...createClient(async (request) => {
      const answer = await send(app, request);
      await background.settled();
      return answer;
    }),
    async close() {
      await app.close();
      await background.settled();
      await close();
    },
  };
}

function loggerFor(onLog: TestOptions['onLog']) {
  if (onLog === undefined) return pino({ level: 'silent' });
  return createLogger('debug', { write: (line: string) => onLog(JSON.parse(line) as LogLine) });
}

function createClock(start: string): TestClock {
  return {
    now: Date.parse(start),
    set(instant) {
      this.now = Date.parse(instant);
    },
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      this.now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
  };
}

async function send(app: FastifyInstance, { method, url, headers, payload, address }: WireRequest) {
  const request: InjectOptions = { method, url, headers };
  if (payload !== undefined) request.payload = payload;
  if (address !== undefined) request.remoteAddress = address;
  const response = await app.inject(request);
  return { status: response.statusCode, body: response.json<unknown>(), headers: response.headers };
}
