// An app on a fresh database with a clock that stands still, and a client that checks every answer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import pino from 'pino';
import { expect, inject } from 'vitest';
import * as z from 'zod';

import type { AnswerOf, Endpoint, SentBody, SentParams, SentQuery } from '../../domain/endpoint.ts';
import { errorCatalogue, type FailureBody } from '../../domain/errors.ts';
import { buildApp } from '../app.ts';
import { type Database, type DatabaseOptions, openDatabase } from '../db/index.ts';
import { newId } from '../ids.ts';
import type { PaymentProvider } from '../payments/stripe.ts';

/** A Wednesday in winter, when UK time is UTC. */
export const START = '2026-11-18T12:00:00.000Z';

const failureSchema = z.strictObject({
  success: z.literal(false),
  error: z.string().min(1),
  code: z.enum(Object.keys(errorCatalogue)),
  details: z.array(z.strictObject({ field: z.string(), message: z.string().min(1) })).optional(),
});

export interface TestClock {
  now: number;
  /** Moves to an ISO 8601 instant. */
  set(instant: string): void;
  advance(change: { hours?: number; minutes?: number; seconds?: number; ms?: number }): void;
}

interface CallOptions<E extends Endpoint> {
  readonly token?: string | undefined;
  readonly params?: SentParams<E>;
  readonly query?: SentQuery<E>;
  readonly body?: SentBody<E>;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

export interface Answered<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: TestClock;
  /** Calls and expects it to work. */
  call<E extends Endpoint>(endpoint: E, options?: CallOptions<E>): Promise<Answered<AnswerOf<E>>>;
  /** Calls, with whatever body, and expects a well-formed refusal. */
  refused(endpoint: Endpoint, options?: CallOptions<Endpoint>): Promise<Answered<FailureBody>>;
  close(): Promise<void>;
}

export interface TestOptions {
  readonly payments?: PaymentProvider;
  /** Null: no limits, the default of tests that are not about them. */
  readonly rateLimitScale?: number | null;
  readonly now?: string;
  readonly dist?: string;
}

/** A new, empty database of the engine that this run is about; `drop` removes it. */
export async function createTestDatabase(): Promise<{ options: DatabaseOptions; drop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  const adminUrl = inject('postgresUrl');
  if (inject('engine') === 'sqlite' || adminUrl === null)
    return { options: { databaseUrl: null, dataDir }, drop: removeFolder };

  const name = `test_${newId().replaceAll('-', '')}`;
  await runAsAdmin(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return {
    options: { databaseUrl: url.href, dataDir },
    async drop() {
      await runAsAdmin(adminUrl, `drop database ${name} with (force)`);
      await removeFolder();
    },
  };
}

async function runAsAdmin(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/** Builds an app on a database of its own. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const { options: databaseOptions, drop } = await createTestDatabase();
  const database = await openDatabase(databaseOptions);
  const clock = createClock(options.now ?? START);
  const app = await buildApp({
    database,
    clock: () => clock.now,
    appUrl: 'http://lessons.test',
    payments: options.payments ?? null,
    rateLimitScale: options.rateLimitScale ?? null,
    logger: pino({ level: 'silent' }),
    dist: options.dist ?? null,
  });
  return {
    app,
    database,
    clock,
    async call(endpoint, callOptions = {}) {
      const answer = await send(app, endpoint, callOptions);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: endpoint.status ?? 200 });
      const parsed = endpoint.answer.safeParse(answer.body);
      expect(parsed.error?.issues ?? [], `answer of ${endpoint.method} ${endpoint.path}`).toEqual([]);
      // What the schema does not name must not be answered either.
      expect(answer.body).toEqual(parsed.data);
      return answer as Answered<AnswerOf<typeof endpoint>>;
    },
    async refused(endpoint, callOptions = {}) {
      const answer = await send(app, endpoint, callOptions);
      const body = failureSchema.parse(answer.body) as FailureBody;
      expect(answer.status).toBe(errorCatalogue[body.code].status);
      return { ...answer, body };
    },
    async close() {
      await app.close();
      await database.close();
      await drop();
    },
  };
}

function createClock(start: string): TestClock {
  return {
    now: Date.parse(start),
    set(instant) {
      this.now = Date.parse(instant);
    },
    advance({ hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      this.now += ((hours * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
  };
}

async function send<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  { token, params, query, body, headers = {}, address }: CallOptions<E>,
): Promise<Answered<unknown>> {
  const values: Readonly<Record<string, unknown>> = { ...(params as object | undefined) };
  const request: InjectOptions = {
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name]))),
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
  };
  if (query !== undefined) request.query = query as Record<string, string>;
  if (body !== undefined) request.payload = JSON.stringify(body);
  if (address !== undefined) request.remoteAddress = address;
  const response = await app.inject(request);
  return { status: response.statusCode, body: response.json(), headers: response.headers };
}
