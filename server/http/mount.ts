// Mounts an endpoint: rate limit, guard, parse, call the feature, answer.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type {
  AnswerOf,
  BodyOf,
  Endpoint,
  ParamsOf,
  QueryOf,
  Audience,
} from '../../domain/endpoint.ts';
import { fieldRefusal, Refusal } from '../../domain/errors.ts';
import { LENGTHS } from '../../domain/limits.ts';
import type { Context } from '../engine/context.ts';
import type { Database } from '../engine/database.ts';
import type { RequestKey } from '../engine/idempotency.ts';
import type { Background } from '../process/background.ts';
import {
  type Actor,
  type ActorOf,
  endChainOfDeadToken,
  findActiveSession,
} from '../sessions/sessions.ts';
import { validationRefusal } from './errors.ts';
import { digestOf } from './files.ts';
import { type AbuseLimits, familyLimitOf, limitsOf } from './limits.ts';

/** The dependencies of every feature's routes. `clock` returns epoch milliseconds. */
export interface Api {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly clock: () => number;
  readonly limits: AbuseLimits;
  readonly background: Background;
}

type CallerOf<E extends Endpoint> = E['auth'] extends Audience ? ActorOf<E['auth']> : null;

export interface Call<E extends Endpoint> {
  /** The caller and the time, passed to queries and commands. */
  readonly context: Context<CallerOf<E>>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
  /** Distinguishes a repeated request from a new one, if the endpoint takes an Idempotency-Key. */
  readonly requestKey: RequestKey;
  /** Does the work once the answer has been sent, so that its response time reveals nothing. */
  readonly afterAnswer: (work: () => Promise<void>) => void;
}

type HandlerAnswer<E extends Endpoint> = Omit<AnswerOf<E>, 'success'>;

/** Registers the endpoint's route; `handle` returns the answer without its `success`. */
export function mount<E extends Endpoint>(
  api: Api,
  endpoint: E,
  handle: (call: Call<E>) => Promise<HandlerAnswer<E>> | HandlerAnswer<E>,
  /** What answers a call early, by its unvalidated body, instead of running it; else null. */
  unreadAnswer: (
    body: unknown,
  ) => ((context: Context<null>) => Promise<HandlerAnswer<E>>) | null = () => null,
): void {
  const { status = 200, maxBytes = endpoint.file?.maxBytes } = endpoint;
  const guard = guardOf(api, endpoint);

  api.app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    onRequest: guard.onRequest,
    ...(maxBytes === undefined ? {} : { bodyLimit: maxBytes }),
    handler: async (request, reply) => {
      const answerUnread = unreadAnswer(request.body);
      if (answerUnread !== null) {
        await guard.countDaily(request);
        const nobody = { database: api.database, now: api.clock(), actor: null };
        return reply.code(status).send({ success: true, ...(await answerUnread(nobody)) });
      }
      const actor = await guard.confirm(request);
      const params = parse(endpoint.params, request.params);
      const query = parse(endpoint.query, request.query);
      const body = parse(endpoint.body, request.body, endpoint.within);
      await guard.countDaily(request);
      const requestKey: RequestKey = {
        key: endpoint.idempotent === true ? readKey(request.headers['idempotency-key']) : null,
        scope: `${endpoint.method} ${endpoint.path} ${actor?.id ?? ''}`,
        content:
          endpoint.file === undefined ? { params, body } : { query, file: digestOf(request) },
      };
      const afterAnswer = (work: () => Promise<void>) => {
        runAfterAnswer(request, reply, api.background.plan(work));
      };
      const context = { database: api.database, now: api.clock(), actor };
      const call = { context, params, query, body, request, requestKey, afterAnswer };
      // The schemas above belong to the endpoint; the compiler cannot follow that through the
      // generics.
      const answer = await handle(call as Call<E>);
      if (endpoint.sharedSeconds !== undefined)
        void reply.header('cache-control', `public, max-age=${endpoint.sharedSeconds}`);
      return reply.code(status).send({ success: true, ...answer });
    },
  });
}

type StreamCall<E extends Endpoint> = Pick<Call<E>, 'context' | 'params' | 'query'>;

type OpenStream = (connection: Socket, address: string) => Readable;

/**
 * Registers an endpoint that returns a stream, for GET only: a HEAD would open a stream that nobody
 * reads. `enter` decides whether the call may have the stream and returns the function that opens
 * it, which is never called for a closed connection.
 */
export function mountStream<E extends Endpoint>(
  api: Api,
  endpoint: E,
  enter: (call: StreamCall<E>) => Promise<OpenStream> | OpenStream,
): void {
  const guard = guardOf(api, endpoint);
  api.app.route({
    method: endpoint.method,
    url: routePath(endpoint.path),
    exposeHeadRoute: false,
    onRequest: guard.onRequest,
    handler: async (request, reply) => {
      const { socket } = request.raw;
      const params = parse(endpoint.params, request.params);
      const query = parse(endpoint.query, request.query);
      const actor = guard.actorOf(request);
      const context = { database: api.database, now: api.clock(), actor };
      // The assertion is safe, as in mount: the schemas belong to the endpoint.
      const open = await enter({ context, params, query } as StreamCall<E>);
      if (socket.destroyed) return reply.hijack();
      const stream = open(socket, request.ip);
      return reply
        .type(endpoint.stream ?? 'text/event-stream')
        .header('x-accel-buffering', 'no')
        .send(stream);
    },
  });
}

/** How long a resolved caller stays valid before it is looked up again. */
const FRESH_MS = 1000;

/**
 * Counts the call and resolves the caller. Rejects unauthorised requests before reading the body.
 */
function guardOf({ database, clock, limits }: Api, endpoint: Endpoint) {
  const { auth, students, path, addressLimit, allowExpiredToken } = endpoint;
  const kinds = limitsOf(endpoint);
  const familyKind = familyLimitOf(endpoint);
  const isDaily = addressLimit === 'daily';
  const actors = new WeakMap<FastifyRequest, { readonly actor: Actor; readonly at: number }>();
  const actorOf = (request: FastifyRequest) => actors.get(request)?.actor ?? null;
  const unauthenticated = () =>
    new Refusal('unauthenticated', {
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  return {
    actorOf,
    /**
     * Counts a call that its schema and its session admit. Otherwise somebody who is not signed in
     * could use up the day of a whole network.
     */
    countDaily: async (request: FastifyRequest) => {
      if (isDaily) await limits.countCall(path, request.ip, 'ofDay');
    },
    /**
     * Returns the caller, looked up again if the body took long: a right may have been revoked
     * since.
     */
    confirm: async (request: FastifyRequest) => {
      const cached = actors.get(request);
      if (auth === 'none' || cached === undefined || performance.now() - cached.at < FRESH_MS)
        return actorOf(request);
      const context = { database, now: clock(), actor: null };
      const actor = await requireActor(context, request.headers.authorization, auth);
      if (actor === null) throw unauthenticated();
      requireRole(actor, students);
      return actor;
    },
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      if (addressLimit !== undefined && addressLimit !== 'link' && addressLimit !== 'linkAct')
        await limits.countCall(path, request.ip, isDaily ? 'seldom' : addressLimit);
      if (auth === 'none') return;
      const context = { database, now: clock(), actor: null };
      const actor = await requireActor(context, request.headers.authorization, auth);
      if (actor !== null) {
        requireRole(actor, students);
        await Promise.all(kinds.map((kind) => limits.countAction(kind, actor.id)));
        if (familyKind !== null && actor.audience === 'family')
          await limits.countFamilyAction(familyKind, actor.familyId);
        actors.set(request, { actor, at: performance.now() });
      } else if (allowExpiredToken === true) {
        // Signed-in callers can always sign out; nobody else needs to do so often.
        await limits.countCall(path, request.ip);
        await signOutDeadToken(context, request.headers.authorization, auth);
        return reply.send({ success: true });
      } else throw unauthenticated();
    },
  };
}

/** Throws forbidden for a student who may not make this call. */
function requireRole(actor: Actor, students: Endpoint['students']): void {
  if (actor.audience === 'admin' || actor.student === null || students === 'all') return;
  if (students === undefined || !actor.student.mayBook) throw new Refusal('forbidden');
}

function readKey(header: string | string[] | undefined): string | null {
  const key = Array.isArray(header) ? header.join(',') : header;
  if (key === undefined || key === '') return null;
  if (key.length <= LENGTHS.idempotencyKey.max) return key;
  const message = `Idempotency-Key must be at most ${LENGTHS.idempotencyKey.max} characters`;
  throw fieldRefusal('Idempotency-Key', 'validation_failed', message);
}

/** Converts '/api/lessons/{id}' to Fastify's notation. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * The parsed value; throws validation_failed with every issue. Anything that is not an object
 * counts as an empty one.
 */
function parse(schema: Endpoint['body'], value: unknown, within?: string): unknown {
  if (schema === undefined) return undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const parsed = schema.safeParse(isObject ? value : {});
  if (!parsed.success)
    throw validationRefusal(
      parsed.error.issues.map(({ path, message }) => ({
        path: path.length > 1 && path[0] === within ? path.slice(1) : path,
        message,
      })),
    );
  return parsed.data;
}

const tokenOf = (authorization: string | undefined) =>
  /^Bearer +([^\s]+) *$/i.exec(authorization ?? '')?.[1];

/**
 * The actor of an Authorization header; null if its token has no active session. Throws
 * unauthenticated without a token and forbidden for a session of the other audience.
 */
async function requireActor(
  context: Context,
  authorization: string | undefined,
  audience: Audience,
): Promise<Actor | null> {
  const token = tokenOf(authorization);
  if (token === undefined)
    throw new Refusal('unauthenticated', { headers: { 'www-authenticate': 'Bearer' } });
  const actor = await findActiveSession(context, token);
  if (actor !== null && actor.audience !== audience) throw new Refusal('forbidden');
  return actor;
}

/** Signs out with an expired token, which ends the sessions renewed from it. */
async function signOutDeadToken(
  context: Context,
  authorization: string | undefined,
  audience: Audience,
): Promise<void> {
  const accessToken = tokenOf(authorization);
  if (accessToken !== undefined) await endChainOfDeadToken(context, { accessToken, audience });
}

/**
 * Calls `begin` once the answer is over. Also watches the connection, because an answer queued
 * behind another one emits no event when the connection closes.
 */
function runAfterAnswer(
  { raw: { socket } }: FastifyRequest,
  reply: FastifyReply,
  begin: () => void,
): void {
  if (socket.destroyed) return begin();
  const over = () => {
    for (const event of ['finish', 'close']) reply.raw.off(event, over);
    socket.off('close', over);
    begin();
  };
  for (const event of ['finish', 'close']) reply.raw.once(event, over);
  socket.once('close', over);
}
