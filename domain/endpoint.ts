// What an endpoint is: one object that the server mounts, the browser calls and the OpenAPI
// document describes.
import * as z from 'zod/mini';

import type { Audience } from './account.ts';
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
  /** With parameters in braces: '/api/lessons/{id}'. */
  readonly path: ApiPath;
  /** Who may call: anybody, or the holder of a live session of one audience. */
  readonly auth: Auth;
  /**
   * Whether a student's own sign-in may call as well: each of them, or those with the right to
   * book. Else parents alone.
   */
  readonly students?: 'all' | 'bookers';
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** The answer when it worked, `success: true` included. */
  readonly answer: Answer;
  /** 201 where something is created, else 200. */
  readonly status?: 200 | 201;
  /** Refusals beside those that any call can meet (validation, authentication, rate, server). */
  readonly errors?: readonly ErrorCode[];
  /**
   * Calls are counted against the limit of one client address; 'often' where a page has reason to
   * call again and again, 'daily' by day as well where anybody who is named is emailed. 'by link':
   * as 'often', but its route counts, each link that works by itself and all others together.
   */
  readonly limited?: true | 'often' | 'daily' | 'by link';
  /**
   * What a signed-in call counts as for its account, beside all its reads or all its writes. Every
   * write says it, a read that costs more than others too; 'none' where refusing one would do harm.
   */
  readonly limit?: AccountLimit | 'none';
  /**
   * For so many seconds anybody's copy of the answer is good enough; left out: it is kept nowhere.
   */
  readonly sharedSeconds?: number;
  /** Takes an Idempotency-Key header. */
  readonly idempotent?: boolean;
  /** Responds with `text/event-stream` instead of JSON, for as long as the caller listens. */
  readonly isStream?: boolean;
  /** A dead token is as good as a live one: signing out twice is no failure. */
  readonly deadTokenIsFine?: boolean;
}

export type ApiPath = `/api/${string}`;

/** A signed-in write has to decide what it counts as; a read counts as one of all reads. */
type Counted<M extends Method, Auth> = M extends 'GET'
  ? object
  : Auth extends Audience
    ? Required<Pick<Endpoint, 'limit'>>
    : object;

/** Declares an endpoint, keeping the exact types of its schemas. */
export function endpoint<
  M extends Method,
  Answer extends Schema,
  Auth extends 'none' | Audience,
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
>(
  method: M,
  path: ApiPath,
  rest: Omit<Endpoint<Params, Query, Body, Answer, Auth>, 'method' | 'path'> & Counted<M, Auth>,
): Endpoint<Params, Query, Body, Answer, Auth> {
  return { method, path, ...rest };
}

/** The schema of a successful answer with these fields. */
export function ok<Fields extends Record<string, Schema>>(fields: Fields) {
  return z.object({ success: z.literal(true), ...fields });
}

type Out<S> = [Exclude<S, undefined>] extends [infer T extends Schema] ? z.output<T> : undefined;
type In<S> = [Exclude<S, undefined>] extends [infer T extends Schema] ? z.input<T> : undefined;

/** What the server's handler gets, after parsing. */
export type ParamsOf<E extends Endpoint> = Out<E['params']>;
export type QueryOf<E extends Endpoint> = Out<E['query']>;
export type BodyOf<E extends Endpoint> = Out<E['body']>;
/** What the caller sends. */
export type SentParams<E extends Endpoint> = In<E['params']>;
export type SentQuery<E extends Endpoint> = In<E['query']>;
export type SentBody<E extends Endpoint> = In<E['body']>;
/** What a successful call returns. */
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>;

/**
 * Where a call goes: the endpoint's path with its parameters filled in, and the query behind it.
 */
export function addressOf<E extends Endpoint>(
  called: E,
  {
    params,
    query,
  }: { readonly params?: SentParams<E> | undefined; readonly query?: SentQuery<E> | undefined },
): string {
  const values: Readonly<Record<string, unknown>> = params ?? {};
  const path = called.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const asked: Readonly<Record<string, string | undefined>> = query ?? {};
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(asked))
    if (value !== undefined) search.set(name, value);
  return search.size === 0 ? path : `${path}?${search}`;
}
