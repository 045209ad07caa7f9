// The simulated business as it is: the real product with a moved clock. People act through its API,
// and are known by the names of the simulation.
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';

import { addressOf, type AnswerOf, type Endpoint } from '../../../domain/endpoint.ts';
import * as endpoints from '../../../domain/endpoints.ts';
import { HOUR_MS, MINUTE_MS } from '../../../domain/time.ts';
import type { Db } from '../../../server/engine/database.ts';
import { cheapHashOf } from '../../../server/testing/accounts/cheap-hash.ts';
import type { CallOptions } from '../../../server/testing/client.ts';
import {
  addressIn,
  copyPostgresTemplate,
  copySqliteTemplate,
  runAsAdmin,
} from '../../../server/testing/database/template.ts';
import { testFolder } from '../../../server/testing/test-folder.ts';
import type { Outcome, PaymentName } from './acts.ts';
import { moveClock, type MovedClock } from './world-clock.ts';
import { halfHourAfter, isRound } from './world-jobs.ts';
import { Mail } from './world-mail.ts';
import { Names } from './world-names.ts';
import { Provider } from './world-provider.ts';
import { Server } from './world-server.ts';

export const PASSWORD = 'quantum-leap';
/** What the outcome is of an act about something that nobody has made. */
export const NO_NAME = 'no such name';
/** A session is renewed so long before its end. */
const RENEW_BEFORE_MS = HOUR_MS;

export interface WorldOptions {
  /** Epoch milliseconds. */
  readonly start: number;
  /** The cluster in which to create a database; null: the embedded engine. */
  readonly postgresUrl: string | null;
}

interface Session {
  readonly token: string;
  readonly expiresAt: number;
}

/** A payment that is no longer pending. */
export interface SettledPayment {
  readonly payment: PaymentName;
  readonly at: number;
}

/** Something that goes wrong with the next call that writes. */
type Luck =
  | { readonly kind: 'kill'; readonly statement: number; readonly really: boolean }
  | { readonly kind: 'disk full' };

export interface Answer<Body> {
  readonly outcome: Outcome;
  /** Null for a refusal. */
  readonly body: Body | null;
}

export class World {
  readonly clock: MovedClock;
  readonly server: Server;
  readonly mail: Mail;
  readonly provider: Provider;
  readonly names = new Names();
  readonly #sessions = new Map<string, Session>();
  readonly #remove: () => Promise<void>;
  readonly dataDir: string;
  /** The cluster; null: the embedded engine. */
  readonly postgresUrl: string | null;
  luck: Luck | null = null;
  #keys = 0;
  /** Whether anything may have happened since the jobs' last round. */
  hasNews = true;
  /** Payments that the product has settled by itself, until the oracle is told. */
  readonly #settled: SettledPayment[] = [];
  /** What the log has said about errors that nobody provoked. */
  readonly faults: string[] = [];

  constructor(parts: {
    clock: MovedClock;
    server: Server;
    mail: Mail;
    provider: Provider;
    dataDir: string;
    postgresUrl: string | null;
    remove: () => Promise<void>;
  }) {
    this.clock = parts.clock;
    this.server = parts.server;
    this.mail = parts.mail;
    this.provider = parts.provider;
    this.dataDir = parts.dataDir;
    this.postgresUrl = parts.postgresUrl;
    this.#remove = parts.remove;
  }

  static async open({ start, postgresUrl }: WorldOptions): Promise<World> {
    const dataDir = await mkdtemp(join(testFolder(), 'lessons-years-'));
    const name = `years_${process.pid}_${String(performance.now()).replace('.', '_')}`;
    if (postgresUrl === null) await copySqliteTemplate(dataDir);
    else await copyPostgresTemplate(postgresUrl, name);
    const clock = moveClock(start);
    try {
      const mail = new Mail(clock);
      const provider = await Provider.open(clock);
      const databaseUrl = postgresUrl === null ? null : addressIn(postgresUrl, name);
      const database = { databaseUrl, dataDir };
      const parts = { clock, database, transport: mail, provider: provider.connect() };
      const server = new Server(parts);
      await server.start();
      const remove = async () => {
        if (postgresUrl !== null) {
          const last = new URL(server.databaseUrl ?? '').pathname.slice(1);
          await runAsAdmin(postgresUrl, `drop database ${last} with (force)`);
        }
        await rm(dataDir, { recursive: true, force: true });
      };
      const world = new World({ clock, server, mail, provider, dataDir, postgresUrl, remove });
      await world.#makeTutor();
      return world;
    } catch (error) {
      clock.release();
      throw error;
    }
  }

  get db(): Db {
    return this.server.database.db;
  }

  async #makeTutor(): Promise<void> {
    await this.db
      .insertInto('admins')
      .values({
        id: crypto.randomUUID(),
        email: this.names.emailOf('tutor'),
        name: 'Tutor',
        password_hash: cheapHashOf(PASSWORD),
        created_at: this.clock.now,
      })
      .execute();
  }

  /**
   * Lets time pass. The jobs run six times a day, within a minute if there may be something to do,
   * and at the end if something is due then. Returns the payments that the product has settled
   * meanwhile by asking the provider.
   */
  async advance(to: number, isDue: boolean): Promise<SettledPayment[]> {
    const settled = this.#settled.splice(0);
    while (this.clock.now < to) {
      const half = halfHourAfter(this.clock.now);
      const soon = this.hasNews ? this.clock.now + MINUTE_MS : Infinity;
      this.clock.now = Math.min(to, half, soon);
      await this.provider.tick();
      const { now } = this.clock;
      this.hasNews ||= (now === half && isRound(half)) || (now === to && isDue);
      while (this.hasNews) await this.runJobs();
    }
    return [...settled, ...this.#settled.splice(0)];
  }

  /** One round of the jobs. */
  async runJobs(): Promise<void> {
    this.hasNews = false;
    const before = await this.#pending();
    const { calls } = this.provider;
    await this.server.runJobs();
    this.noteFaults();
    if (this.provider.calls === calls) return;
    const settled = before.difference(await this.#pending());
    // Its receipt goes out at once.
    this.hasNews = settled.size > 0;
    for (const session of settled) {
      const payment = this.provider.nameOf(session);
      if (payment !== undefined) this.#settled.push({ payment, at: this.clock.now });
    }
  }

  /** The sessions of payments that are not settled. */
  async #pending(): Promise<ReadonlySet<string>> {
    const rows = await this.db
      .selectFrom('payments')
      .select('session_id')
      .where('status', '=', sql.lit('pending'))
      .execute();
    return new Set(rows.flatMap(({ session_id: session }) => session ?? []));
  }

  /** Collects what the log says about errors. */
  noteFaults(): void {
    this.faults.push(...this.server.takeErrors());
  }

  /** Calls as this person, who signs in if necessary. */
  async call<E extends Endpoint>(
    by: string,
    endpoint: E,
    options: Omit<CallOptions<E>, 'token'> = {},
  ): Promise<Answer<AnswerOf<E>>> {
    const token = await this.#tokenOf(by);
    if (token === null) return { outcome: NO_NAME, body: null };
    const answer = await this.#send(by, endpoint, { ...options, token });
    if (answer.outcome !== 'unauthenticated') return answer;
    this.#sessions.delete(by);
    const again = await this.#tokenOf(by);
    if (again === null) return { outcome: NO_NAME, body: null };
    return this.#send(by, endpoint, { ...options, token: again });
  }

  /** Calls without a session; `by` decides the address of the client. */
  callOpenly<E extends Endpoint>(by: string, endpoint: E, options: CallOptions<E> = {}) {
    return this.#send(by, endpoint, options);
  }

  async #tokenOf(person: string): Promise<string | null> {
    const session = this.#sessions.get(person);
    if (session !== undefined && session.expiresAt > this.clock.now + RENEW_BEFORE_MS)
      return session.token;
    const endpoint = person === 'tutor' ? endpoints.adminLogin : endpoints.login;
    const body = { email: this.names.emailOf(person), password: PASSWORD };
    const luck = this.luck;
    this.luck = null;
    const answer = await this.#send(person, endpoint, { body });
    this.luck = luck;
    if (answer.body === null) return null;
    this.remember(person, answer.body.session);
    return answer.body.session.access_token;
  }

  remember(person: string, session: { access_token: string; expires_at: number }): void {
    const { access_token: token, expires_at: seconds } = session;
    this.#sessions.set(person, { token, expiresAt: seconds * 1000 });
  }

  /** A person's password becomes one that is cheap to check. */
  async cheapen(person: string): Promise<void> {
    await this.db
      .updateTable('people')
      .set({ password_hash: cheapHashOf(PASSWORD) })
      .where('email', '=', this.names.emailOf(person))
      .execute();
  }

  async #send<E extends Endpoint>(
    by: string,
    endpoint: E,
    { token, params, query, body, file }: CallOptions<E>,
  ): Promise<Answer<AnswerOf<E>>> {
    this.#keys += 1;
    const request = {
      method: endpoint.method,
      url: addressOf(endpoint, { params, query }),
      remoteAddress: this.names.addressOf(by),
      headers: {
        'content-type': file === undefined ? 'application/json' : 'text/csv',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(endpoint.idempotent === true ? { 'idempotency-key': `key-${this.#keys}` } : {}),
      },
      ...(file === undefined
        ? body === undefined
          ? {}
          : { payload: JSON.stringify(body) }
        : { payload: file }),
    };
    const answer = await this.#sendWithLuck(request, endpoint.idempotent === true);
    if (answer.statusCode < 400) return { outcome: 'ok', body: answer.json<AnswerOf<E>>() };
    const { code } = answer.json<{ code?: string; error?: string }>();
    return { outcome: code ?? String(answer.statusCode), body: null };
  }

  async #sendWithLuck(request: InjectOptions & { url: string }, isIdempotent: boolean) {
    const { luck } = this;
    if (luck === null || (luck.kind === 'kill' && !isIdempotent))
      return this.server.inject(request);
    this.luck = null;
    if (luck.kind === 'kill' && luck.really)
      await this.server.callAndBeKilled({ ...luck, request, stripe: this.provider.settings });
    else if (luck.kind === 'kill') await this.server.callAndDie(request, luck.statement);
    else {
      const answer = await this.server.callWithFullDisk(request);
      if (answer.statusCode !== 503) return answer;
    }
    // People try again.
    return this.server.inject(request);
  }

  async close(): Promise<void> {
    await this.server.stop();
    await this.provider.close();
    this.clock.release();
    await this.#remove();
  }
}
