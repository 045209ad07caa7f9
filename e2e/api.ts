// Typed calls of the API, to set up a journey and to check its results.
import { expect, type APIRequestContext, type Page } from '@playwright/test';

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

/** The addresses of an endpoint, for `page.route`. */
export const urlOf = ({ path }: Endpoint) => `**${path.replaceAll(/\{\w+\}/g, '*')}`;

/** Answers the page's calls of this endpoint with a refusal or failure, until `mend`. */
export async function refuse(
  page: Page,
  endpoint: Endpoint,
  status: number,
  answer: { code?: ErrorCode; error?: string } = {},
): Promise<void> {
  const json = { success: false, ...answer };
  await page.route(urlOf(endpoint), (route) => route.fulfill({ status, json }));
}

/** Lets no call of this endpoint through, until `mend`. */
export const cutOff = (page: Page, endpoint: Endpoint) =>
  page.route(urlOf(endpoint), (route) => route.abort());

/** Holds the calls of this endpoint back; the returned function lets them go. */
export async function holdBack(page: Page, endpoint: Endpoint): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(urlOf(endpoint), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export const mend = (page: Page, endpoint: Endpoint) => page.unroute(urlOf(endpoint));
