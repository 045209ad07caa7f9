// The real server of the simulated business: the app, and the jobs of its features and emails, each
// at its own times of the moved clock.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import type { FastifyInstance, InjectOptions } from 'fastify';
import { sql } from 'kysely';

import type { Content } from '../../../domain/site/content.ts';
import { SAMPLE_CONTENT } from '../../../domain/testing/content.ts';
import { buildApp } from '../../../server/app.ts';
import type { EmailTransport } from '../../../server/email/transport.ts';
import { DatabaseAway } from '../../../server/engine/away.ts';
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../../server/engine/database.ts';
import { listeners } from '../../../server/features.ts';
import { createLogger, databaseLog } from '../../../server/http/logger.ts';
import type { PaymentProvider } from '../../../server/payments/stripe.ts';
import { type Background, createBackground } from '../../../server/process/background.ts';
import { migrations } from '../../../server/schema/migrations.ts';
import type { Migration } from '../../../server/schema/triggers.ts';
import { createSiteWords } from '../../../server/site/words.ts';
import { Crash, watch } from '../../../server/testing/database/failing.ts';
import { APP_URL, senderOf } from '../../../server/testing/sender.ts';
import type { MovedClock } from './world-clock.ts';
import { isDue, jobsOf, type TimedJob } from './world-jobs.ts';
import type { Death } from './world-victim.ts';

const UPGRADE: Migration = {
  name: '9999-12-31-drill',
  statements: () => [
    'drop index payments_by_change',
    'create index payments_by_change on payments (updated_at)',
  ],
};
const CONTENT: Content = SAMPLE_CONTENT;

export interface ServerParts {
  readonly clock: MovedClock;
  readonly database: DatabaseOptions;
  readonly transport: EmailTransport;
  readonly provider: PaymentProvider;
}

/** What a call or a job has cost: how often it ran, and for how many milliseconds. */
export interface Cost {
  runs: number;
  ms: number;
}

interface RunningApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly background: Background;
  readonly jobs: TimedJob[];
}

export type Request = InjectOptions & { readonly url: string };
type Statement = Parameters<Parameters<typeof watch>[1]>[0];

export class Server {
  readonly #parts: ServerParts;
  /** A restore moves to another database; null: the embedded engine. */
  databaseUrl: string | null;
  /** Lines of the log about errors, since they were last taken. */
  #errors: string[] = [];
  readonly costs = new Map<string, Cost>();
  #running: RunningApp | null = null;
  /** Called before each statement of the database, and may throw. */
  onStatement: (statement: Statement) => void = () => {};

  constructor(parts: ServerParts) {
    this.#parts = parts;
    this.databaseUrl = parts.database.databaseUrl;
  }

  get database(): Database {
    return this.#current.database;
  }

  get #current(): RunningApp {
    if (this.#running === null) throw new Error('the server is not running');
    return this.#running;
  }

  /** The replacement is of the product's migrations. */
  async start(replacement?: readonly Migration[]): Promise<void> {
    const { clock, provider, transport } = this.#parts;
    const logger = createLogger('error', { write: (line: string) => this.#errors.push(line) });
    const options = {
      ...databaseLog(logger),
      ...this.#parts.database,
      databaseUrl: this.databaseUrl,
      ...(replacement === undefined ? {} : { migrations: replacement }),
    };
    const database = watch(await openDatabase(options), (statement) => {
      this.onStatement(statement);
    });
    const background = createBackground(logger);
    const words = createSiteWords(CONTENT);
    const app = await buildApp({
      database,
      clock: () => clock.now,
      appUrl: APP_URL,
      sender: async () => senderOf(await words.owner(database.db)),
      words,
      provider,
      mailServer: 'mail.lessons.test',
      rateLimitScale: 1,
      logger,
      background,
      build: null,
    });
    const { dataDir } = this.#parts.database;
    const base = {
      database,
      clock: () => clock.now,
      log: app.log,
      appUrl: APP_URL,
      dataDir,
      provider,
      listeners,
    };
    this.#running = {
      app,
      database,
      background,
      jobs: jobsOf(base, transport),
    };
  }

  /** Finishes its work and closes everything. */
  async stop(): Promise<void> {
    const { app, background, database } = this.#current;
    await app.close();
    await background.settled();
    await database.close();
    this.#running = null;
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.start();
  }

  /**
   * Makes the call in a process that dies at one of its statements, or between the commit and the
   * answer; then starts again.
   */
  async callAndDie(request: Request, statement: number): Promise<void> {
    const crash = new Crash();
    crash.arm(statement);
    this.onStatement = crash.onStatement;
    await this.inject(request);
    this.onStatement = () => {
      throw new DatabaseAway(new Error('the process is dead'));
    };
    await this.stop();
    this.onStatement = () => {};
    await this.start();
    this.takeErrors();
  }

  /** Makes the call in a process of its own, which is killed meanwhile; then starts again. */
  async callAndBeKilled(death: Pick<Death, 'request' | 'statement' | 'stripe'>): Promise<void> {
    const { clock, database } = this.#parts;
    await this.stop();
    const victim = fork(path.join(import.meta.dirname, 'world-victim.ts'), {
      execArgv: ['--import', pathToFileURL(path.join(import.meta.dirname, 'cheap-hashes.ts')).href],
    });
    const { request, statement, stripe } = death;
    const where = { ...database, databaseUrl: this.databaseUrl };
    victim.send({ request, statement, stripe, now: clock.now, database: where } satisfies Death);
    const [code, signal] = (await once(victim, 'exit')) as [number | null, string | null];
    if (signal !== 'SIGKILL') throw new Error(`the process ended by itself, with ${code}`);
    await this.start();
  }

  /**
   * Starts with one migration more, which makes the indexes of a table again. Its record goes
   * again, as if this version had it from the beginning.
   */
  async upgrade(): Promise<void> {
    await this.stop();
    await this.start([...migrations, UPGRADE]);
    await sql`delete from schema_migrations where name = ${UPGRADE.name}`.execute(this.database.db);
    await this.restart();
  }

  /** Makes the call while the disk is full. */
  async callWithFullDisk(request: Request) {
    this.onStatement = ({ kind }) => {
      if (kind !== 'SelectQueryNode') throw new DatabaseAway(new Error('disk is full'));
    };
    const answer = await this.inject(request);
    this.onStatement = () => {};
    this.takeErrors();
    return answer;
  }

  /** Calls the app, and waits for the work after its answer. */
  async inject(request: Request) {
    const { app, background } = this.#current;
    return this.#measure(`${request.method} ${nameOf(request.url)}`, async () => {
      const answer = await app.inject(request);
      await background.settled();
      return answer;
    });
  }

  /** Runs the jobs that are due, and those that run often. */
  async runJobs(): Promise<void> {
    const { now } = this.#parts.clock;
    const { database, jobs } = this.#current;
    const signal = new AbortController().signal;
    for (const job of jobs) {
      if (!isDue(job, now)) continue;
      job.lastAt = now;
      await this.#measure(`job ${job.complaint}`, () =>
        job.work({ database, now, actor: null }, signal),
      );
    }
  }

  /** The lines that the log has got about errors. */
  takeErrors(): string[] {
    const taken = this.#errors;
    this.#errors = [];
    return taken;
  }

  async #measure<T>(name: string, work: () => Promise<T>): Promise<T> {
    const begun = performance.now();
    try {
      return await work();
    } finally {
      const cost = this.costs.get(name) ?? { runs: 0, ms: 0 };
      cost.runs += 1;
      cost.ms += performance.now() - begun;
      this.costs.set(name, cost);
    }
  }
}

/** The address of a call without its ids. */
const nameOf = (url: string) =>
  (url.split('?', 1)[0] ?? '').replaceAll(/\/(?:[\w-]{36}|cs_\w+|[\w-]{43})(?=\/|$)/g, '/{id}');
