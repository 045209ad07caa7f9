// Typed calls of the API, to set up a journey and to check its results.
import { expect, type APIRequestContext } from '@playwright/test';

import {
  addressOf,
  type AnswerOf,
  type Endpoint,
  type SentBody,
  type SentParams,
  type SentQuery,
} from '../domain/endpoint.ts';
import { errorCatalogue, type ErrorCode } from '../domain/errors.ts';

export interface CallOptions<E extends Endpoint> {
  readonly token?: string;
  readonly params?: SentParams<E>;
  readonly query?: SentQuery<E>;
  readonly body?: SentBody<E>;
}

/** Calls the API as a page would and expects success. */
export async function call<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<AnswerOf<E>> {
  const response = await send(request, endpoint, options);
  expect(response.status(), `${endpoint.method} ${response.url()}`).toBe(endpoint.status ?? 200);
  return endpoint.answer.parse(await response.json()) as AnswerOf<E>;
}

/** Calls the API and expects a refusal with this error code. */
export async function expectRefusal<E extends Endpoint>(
  request: APIRequestContext,
  code: ErrorCode,
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<void> {
  const response = await send(request, endpoint, options);
  expect(response.status()).toBe(errorCatalogue[code].status);
  expect(await response.json()).toMatchObject({ success: false, code });
}

function send<E extends Endpoint>(
  request: APIRequestContext,
  endpoint: E,
  { token, params, query, body }: CallOptions<E>,
) {
  return request.fetch(addressOf(endpoint, { params, query }), {
    method: endpoint.method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { data: JSON.stringify(body) }),
  });
}
