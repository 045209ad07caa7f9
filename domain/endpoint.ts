// An endpoint: one object that the server mounts, the browser calls and the OpenAPI document
// describes.
import * as z from 'zod/mini';

import type { ErrorCode } from './errors.ts';
import type { AccountLimit } from './limits.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

type Schema = z.ZodMiniType;

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Answer extends Schema = Schema,
  Auth extends 'none' | Audience = 'none' | Audience,
> {
  readonly method: Method;
  /** Parameters stand in braces: '/api/lessons/{id}'. */
  readonly path: ApiPath;
  /** One line for the OpenAPI document. */
  readonly summary: string;
  /** Who may call: anybody, or a session of one audience. */
  readonly auth: Auth;
  /**
   * Whether students may call too: all of them, or those allowed to book. Left out, only parents
   * may.
   */
  readonly students?: 'all' | 'bookers';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** How long a JSON body may be, if longer than usual. */
  readonly maxBytes?: number;
  /** The field of the body whose faults are reported as if they were the body's own. */
  readonly within?: string;
  /** Takes a file instead of JSON as its body. */
  readonly file?: { readonly types: readonly [string, ...string[]]; readonly maxBytes: number };
  /** The successful answer, including `success: true`. */
  readonly answer: Answer;
  /** 201 when the call creates something, 202 when it starts something, otherwise 200. */
  readonly status?: 200 | 201 | 202;
  /**
   * Error codes besides those that any call can return (validation, authentication, rate limit,
   * server).
   */
  readonly errors?: readonly ErrorCode[];
  /**
   * How calls are limited by client address. 'often' is for calls that a page repeats. 'daily' adds
   * a daily limit, for calls that email any address that they, or the sign-up before, were given;
   * it counts no call that its session or schema refuses. A call that emails only sometimes counts
   * it in its route. 'link' is like 'often', but the route counts each valid link separately and
   * all other calls together. 'linkAct' does the same for acts, of which there are fewer. 'seldom'
   * is for all others.
   */
  readonly addressLimit?: 'seldom' | 'often' | 'daily' | 'link' | 'linkAct';
  /**
   * Which limit of the account an expensive call counts against, besides the limits for all reads
   * and all writes. 'none' is for calls whose refusal would do harm.
   */
  readonly accountLimit?: Exclude<AccountLimit, 'read' | 'write'> | 'none';
  /**
   * For how many seconds a shared cache may reuse the answer; left out: the answer is never cached.
   */
  readonly sharedSeconds?: number;
  /** Accepts an Idempotency-Key header. */
  readonly idempotent?: boolean;
  /** Sends a stream of this type, not JSON: events until the caller disconnects, or a file. */
  readonly stream?: 'text/event-stream' | 'text/csv';
  /** Accepts an expired or revoked token, so that signing out twice succeeds. */
  readonly allowExpiredToken?: boolean;
}

type ApiPath = `/api/${string}`;

/** Declares an endpoint and keeps the exact types of its schemas. */
export function endpoint<
  Answer extends Schema,
  Auth extends 'none' | Audience,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  method: Method,
  path: ApiPath,
  rest: Omit<Endpoint<Params, Query, Body, Answer, Auth>, 'method' | 'path'>,
): Endpoint<Params, Query, Body, Answer, Auth> {
  return { method, path, ...rest };
}

/** The schema of a successful answer with these fields. */
export function ok<Fields extends Record<string, Schema>>(fields: Fields) {
  return z.object({ success: z.literal(true), ...fields });
}

type Out<S> = [Exclude<S, undefined>] extends [infer T extends Schema] ? z.output<T> : undefined;
type In<S> = [Exclude<S, undefined>] extends [infer T extends Schema] ? z.input<T> : undefined;

/** What the server's handler receives after parsing. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = Out<E['body']>;
/** What the caller sends. */
export type SentParams<E extends Endpoint> = In<E['params']>;
export type SentQuery<E extends Endpoint> = In<E['query']>;
export type SentBody<E extends Endpoint> = In<E['body']>;
/** What a successful call returns. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/** The URL of a call: the endpoint's path with its parameters filled in, then the query. */
export function addressOf<E extends Endpoint>(
  called: E,
  { params, query }: { params?: SentParams<E> | undefined; query?: SentQuery<E> | undefined },
): string {
  const values: Readonly<Record<string, unknown>> = params ?? {};
  const path = called.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const queryFields: Readonly<Record<string, string | undefined>> = query ?? {};
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(queryFields))
    if (value !== undefined) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}

const MEGABYTE = 1024 * 1024;

/** Why a file is too large for an endpoint that takes files. */
export const fileTooLarge = (maxBytes: number): string =>
  `The file is larger than ${maxBytes / MEGABYTE} MB.`;

/** The two kinds of signed-in people. Their sessions never mix. */
export type Audience = 'family' | 'admin';
