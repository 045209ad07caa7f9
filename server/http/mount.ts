// Mounts an endpoint: limit, guard, parse, call the feature, answer.
import type { FastifyInstance, FastifyRequest } from 'fastify';

import type { AnswerOf, BodyOf, Endpoint, ParamsOf, QueryOf } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import type { Db } from '../db/index.ts';
import { validationRefusal } from './errors.ts';
import { type Actor, requireActor } from './guard.ts';
import type { AbuseLimits } from './limits.ts';

/** What every feature's routes are given. `clock` answers epoch milliseconds. */
export interface Api {
  readonly app: FastifyInstance;
  readonly db: Db;
  readonly clock: () => number;
  readonly limits: AbuseLimits;
}

type ActorOf<E extends Endpoint> = E['auth'] extends 'none' ? null : Actor;

export interface Call<E extends Endpoint> {
  readonly actor: ActorOf<E>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  readonly request: FastifyRequest;
}

type Answer<E extends Endpoint> = Omit<AnswerOf<E>, 'success'>;

/** Registers the endpoint's route; `handle` returns the answer without its `success`. */
export function mount<E extends Endpoint>(
  { app, db, clock, limits }: Api,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Answer<E>> | Answer<E>,
  /** Gives the answer of a call that is not to be looked at any further, from its unchecked body; else null. */
  answerUnread: (body: unknown) => Answer<E> | null = () => null,
): void {
  const { auth, path, status = 200 } = endpoint;
  const actors = new WeakMap<FastifyRequest, Actor>();

  app.route({
    method: endpoint.method,
    url: routePath(path),
    // Before the body is read: a caller who may not call is not listened to.
    onRequest: async (request, reply) => {
      if (endpoint.limited === true) await limits.countCall(path, request.ip);
      if (auth === 'none') return;
      const actor = await requireActor(db, clock(), request.headers.authorization, auth);
      if (actor !== null) actors.set(request, actor);
      else if (endpoint.deadTokenIsFine === true) return reply.send({ success: true });
      else
        throw new Refusal('unauthenticated', {
          headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
        });
    },
    handler: async (request, reply) => {
      const unread = answerUnread(request.body);
      if (unread !== null) return reply.code(status).send({ success: true, ...unread });
      const call = {
        actor: actors.get(request) ?? null,
        params: parse(endpoint.params, request.params),
        query: parse(endpoint.query, request.query),
        body: parse(endpoint.body, request.body),
        request,
      };
      // The schemas above are the endpoint's own; the compiler cannot follow that through the generics.
      const answer = await handle(call as Call<E>);
      return reply.code(status).send({ success: true, ...answer });
    },
  });
}

/** '/api/lessons/{id}' in Fastify's own notation. */
export function routePath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** The parsed value; throws validation_failed with every fault. Anything that is no object counts as an empty one. */
function parse(schema: Endpoint['body'], value: unknown): unknown {
  if (schema === undefined) return undefined;
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const parsed = schema.safeParse(isObject ? value : {});
  if (!parsed.success) throw validationRefusal(parsed.error.issues);
  return parsed.data;
}
