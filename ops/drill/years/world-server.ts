// The real server of the simulated business: the app, and the jobs of its features and emails, each
// at its own times of the moved clock.
import type { FastifyInstance, InjectOptions } from 'fastify';

import type { Content } from '../../../domain/site/content.ts';
import { SAMPLE_CONTENT } from '../../../domain/testing/content.ts';
import { DAY_MS, MINUTE_MS, ukTime } from '../../../domain/time.ts';
import { buildApp } from '../../../server/app.ts';
import { deleteErasedFiles } from '../../../server/email/erased-files.ts';
import type { EmailTransport } from '../../../server/email/transport.ts';
import { deleteEmailCounts } from '../../../server/email/unconfirmed-limit.ts';
import { sendDueEmails } from '../../../server/email/worker.ts';
import { DatabaseAway } from '../../../server/engine/away.ts';
import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from '../../../server/engine/database.ts';
import { features } from '../../../server/features.ts';
import { createLogger, databaseLog } from '../../../server/http/logger.ts';
import { findOutdated } from '../../../server/lessons/reminders/reminders.ts';
import type { PaymentProvider } from '../../../server/payments/stripe.ts';
import { type Background, createBackground } from '../../../server/process/background.ts';
import type { Job } from '../../../server/process/repeat.ts';
import { createSiteWords } from '../../../server/site/words.ts';
import { Crash, watch } from '../../../server/testing/database/failing.ts';
import { APP_URL, senderOf } from '../../../server/testing/sender.ts';
import type { MovedClock } from './world-clock.ts';

/** Jobs that repeat at least this often run in each round; the others only when they are due. */
const OFTEN_MS = MINUTE_MS;
/** UK time. */
const DAILY_AT = '04:00';
/** Jobs that may settle payments run last, so that what was due before comes before. */
const ASKS_PROVIDER = /payment|reservation/;
const EMAIL_EVERY_MS = 5000;
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

interface TimedJob extends Job {
  readonly name: string;
  lastAt: number;
}

interface RunningApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly background: Background;
  readonly jobs: TimedJob[];
}

type Request = InjectOptions & { readonly url: string };
type Statement = Parameters<Parameters<typeof watch>[1]>[0];

export class Server {
  readonly #parts: ServerParts;
  /** Lines of the log about errors, since they were last taken. */
  #errors: string[] = [];
  readonly costs = new Map<string, Cost>();
  #running: RunningApp | null = null;
  /** Called before each statement of the database, and may throw. */
  #onStatement: (statement: Statement) => void = () => {};

  constructor(parts: ServerParts) {
    this.#parts = parts;
  }

  get database(): Database {
    return this.#current.database;
  }

  get #current(): RunningApp {
    if (this.#running === null) throw new Error('the server is not running');
    return this.#running;
  }

  async start(): Promise<void> {
    const { clock, provider, transport } = this.#parts;
    const logger = createLogger('error', { write: (line: string) => this.#errors.push(line) });
    const options = { ...databaseLog(logger), ...this.#parts.database };
    const database = watch(await openDatabase(options), (statement) => {
      this.#onStatement(statement);
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
    };
    let erasedSince = 0;
    const emailJobs: Job[] = [
      {
        everyMs: EMAIL_EVERY_MS,
        complaint: 'emails were not sent',
        work: () => sendDueEmails({ ...base, transport, findOutdated }),
      },
      {
        everyMs: EMAIL_EVERY_MS,
        complaint: 'erased emails were not removed',
        async work({ now }) {
          if (await deleteErasedFiles(base, erasedSince)) erasedSince = now - 10 * MINUTE_MS;
        },
      },
      {
        everyMs: MINUTE_MS,
        complaint: 'counts of emails were not deleted',
        work: () => deleteEmailCounts(base),
      },
    ];
    const jobs = [
      ...features.flatMap((feature) => feature.jobs?.(base) ?? []),
      ...emailJobs,
    ].toSorted(
      (one, other) =>
        Number(ASKS_PROVIDER.test(one.complaint)) - Number(ASKS_PROVIDER.test(other.complaint)),
    );
    this.#running = {
      app,
      database,
      background,
      jobs: jobs.map((job) => ({ ...job, name: job.complaint, lastAt: -Infinity })),
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
    this.#onStatement = crash.onStatement;
    await this.inject(request);
    this.#onStatement = () => {
      throw new DatabaseAway(new Error('the process is dead'));
    };
    await this.stop();
    this.#onStatement = () => {};
    await this.start();
    this.takeErrors();
  }

  /** Makes the call while the disk is full. */
  async callWithFullDisk(request: Request) {
    this.#onStatement = ({ kind }) => {
      if (kind !== 'SelectQueryNode') throw new DatabaseAway(new Error('disk is full'));
    };
    const answer = await this.inject(request);
    this.#onStatement = () => {};
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
      await this.#measure(`job ${job.name}`, () =>
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

/** A server starts at any hour; here the jobs of a day run at one that can be predicted. */
function isDue({ everyMs, lastAt }: TimedJob, now: number): boolean {
  if (everyMs >= DAY_MS) return ukTime(now) === DAILY_AT && lastAt < now;
  return everyMs <= OFTEN_MS || now - lastAt >= everyMs;
}

/** The address of a call without its ids. */
const nameOf = (url: string) =>
  (url.split('?', 1)[0] ?? '').replaceAll(/\/(?:[\w-]{36}|cs_\w+|[\w-]{43})(?=\/|$)/g, '/{id}');
