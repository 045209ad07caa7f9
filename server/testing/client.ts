// A client with knowledge of the endpoints: sends a test's calls and checks every answer against
// its schema.
import { expect } from 'vitest';
import * as z from 'zod';

import {
  addressOf,
  type AnswerOf,
  type Endpoint,
  type SentBody,
  type SentParams,
  type SentQuery,
} from '../../domain/endpoint.ts';
import { errorCatalogue, type FailureBody } from '../../domain/errors.ts';
import { generalErrors } from '../../domain/general-errors.ts';

export const failureSchema = z.strictObject({
  success: z.literal(false),
  error: z.string().min(1),
  code: z.enum(Object.keys(errorCatalogue)),
  details: z.array(z.strictObject({ field: z.string(), message: z.string().min(1) })).optional(),
});

export interface CallOptions<E extends Endpoint> {
  readonly token?: string | undefined;
  readonly params?: SentParams<E>;
  readonly query?: SentQuery<E>;
  readonly body?: SentBody<E>;
  /** Sent instead of JSON. */
  readonly file?: string | Buffer;
  readonly headers?: Record<string, string>;
  readonly address?: string;
}

export interface ClientAnswer<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}

export interface Client {
  /** Calls and expects success. */
  call<E extends Endpoint>(
    endpoint: E,
    options?: CallOptions<E>,
  ): Promise<ClientAnswer<AnswerOf<E>>>;
  /** Calls with any body and expects a well-formed refusal. */
  refused(endpoint: Endpoint, options?: CallOptions<Endpoint>): Promise<ClientAnswer<FailureBody>>;
  /** Calls and expects a well-formed answer, success or refusal. */
  either<E extends Endpoint>(
    endpoint: E,
    options?: CallOptions<E>,
  ): Promise<ClientAnswer<AnswerOf<E> | FailureBody>>;
}

/** A request as sent over the wire; `address` is its pretended source, if that can be chosen. */
export interface WireRequest {
  readonly method: Endpoint['method'];
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly payload: string | Buffer | undefined;
  readonly address: string | undefined;
}

type Transport = (request: WireRequest) => Promise<ClientAnswer<unknown>>;

/** Fills in the endpoint's path, query, headers and body. */
export function toRequest<E extends Endpoint>(
  endpoint: E,
  { token, params, query, body, file, headers = {}, address }: CallOptions<E>,
): WireRequest {
  return {
    method: endpoint.method,
    url: addressOf(endpoint, { params, query }),
    headers: {
      'content-type': file === undefined ? 'application/json' : 'text/csv',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    payload: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    address,
  };
}

export function createClient(transport: Transport): Client {
  const send = <E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}) =>
    transport(toRequest(endpoint, options));
  return {
    async call(endpoint, options) {
      const answer = await send(endpoint, options);
      expectAnswer(endpoint, answer);
      return answer as ClientAnswer<AnswerOf<typeof endpoint>>;
    },
    async refused(endpoint, options) {
      return expectOwnRefusal(endpoint, await send(endpoint, options));
    },
    async either(endpoint, options) {
      const answer = await send(endpoint, options);
      if (answer.status >= 400) return expectOwnRefusal(endpoint, answer);
      expectAnswer(endpoint, answer);
      return answer as ClientAnswer<AnswerOf<typeof endpoint>>;
    },
  };
}

/** Expects the endpoint's own status and schema, with no unknown fields. */
export function expectAnswer(endpoint: Endpoint, answer: ClientAnswer<unknown>): void {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: endpoint.status ?? 200 });
  const parsed = endpoint.answer.safeParse(answer.body);
  expect(parsed.error?.issues ?? [], `answer of ${endpoint.method} ${endpoint.path}`).toEqual([]);
  expect(answer.body).toEqual(parsed.data);
}

/** Expects a code listed by the endpoint or common to all calls: browsers know no others. */
function expectOwnRefusal(
  endpoint: Endpoint,
  answer: ClientAnswer<unknown>,
): ClientAnswer<FailureBody> {
  const refusal = expectRefusal(answer);
  const codes = [...Object.keys(generalErrors), ...(endpoint.errors ?? [])];
  expect(codes, `refusals of ${endpoint.method} ${endpoint.path}`).toContain(refusal.body.code);
  return refusal;
}

/** Expects the shape of every failure, with the status of its code. */
export function expectRefusal(answer: ClientAnswer<unknown>): ClientAnswer<FailureBody> {
  const body = failureSchema.parse(answer.body) as FailureBody;
  expect(answer.status, JSON.stringify(body)).toBe(errorCatalogue[body.code].status);
  return { ...answer, body };
}
