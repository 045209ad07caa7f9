// HTTP of the API: keys, idempotency, outages, and errors in Stripe's shape.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { calls } from './calls.ts';
import { StripeFailure } from './failure.ts';
import { parseForm, readBody } from './form.ts';
import type { Idempotency } from './idempotency.ts';
import { newStripeId } from './ids.ts';
import { API_VERSION } from './objects.ts';
import type { Outage } from './outage.ts';
import { Params } from './params.ts';
import type { StripeState } from './stripe-state.ts';
import type { Cause, Webhooks } from './webhooks.ts';

interface ApiParts {
  state: StripeState;
  webhooks: Webhooks;
  outage: Outage;
  idempotency: Idempotency;
  secretKey: string;
  now: () => number;
  log: (line: string) => void;
}

/** Returns the answer to one call below /v1. Throws a StripeFailure for a refused call. */
export async function answerCall(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  parts.log(`${request.method} ${request.url}`);
  const trouble = parts.outage.take();
  if (trouble === 'drop') {
    request.socket.destroy();
    return;
  }
  const body = await readBody(request);
  if (trouble === 'hang') return;
  if (trouble === 'error')
    throw new StripeFailure(500, 'An unknown error occurred', { type: 'api_error' });
  const { answer, isRepeated } = await settle(parts, request, body);
  if (trouble === 'lose') {
    request.socket.destroy();
    return;
  }
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'request-id': answer.requestId,
    'stripe-version': API_VERSION,
    ...(isRepeated ? { 'idempotent-replayed': 'true' } : {}),
  });
  response.end(JSON.stringify(answer.body, null, 2));
}

async function settle(parts: ApiParts, request: IncomingMessage, body: string) {
  const { outage, idempotency, secretKey } = parts;
  if (request.headers.authorization !== `Bearer ${secretKey}`)
    throw new StripeFailure(401, 'Invalid API Key provided.');
  const key = request.method === 'POST' ? readHeader(request, 'idempotency-key') : null;
  const [path = '', query = ''] = (request.url ?? '').split('?', 2);
  const first = key === null ? null : idempotency.begin(key, { path, body });
  if (first !== null) return { answer: first, isRepeated: true };
  if (outage.latencyMs > 0) await delay(outage.latencyMs);
  const cause = { id: newStripeId.request(), idempotency_key: key };
  try {
    const result = run(parts, { method: request.method, path, form: body || query, cause });
    // Copied now: the object may change before a repeated call asks for this answer.
    const answer = { status: 200, body: structuredClone(result), requestId: cause.id };
    if (key !== null) idempotency.keep(key, answer);
    return { answer, isRepeated: false };
  } catch (error) {
    // Nothing has happened, so the key can be used again.
    if (key !== null) idempotency.forget(key);
    throw error;
  }
}

interface ApiRequest {
  method: string | undefined;
  path: string;
  /** The body's parameters, or else those of the query. */
  form: string;
  cause: Cause;
}

function run({ state, webhooks, now }: ApiParts, { method, path, form, cause }: ApiRequest) {
  for (const call of calls) {
    const match = call.method === method ? call.path.exec(path) : null;
    if (match === null) continue;
    const params = new Params(parseForm(form));
    return call.run({ state, webhooks, params, id: match[1] ?? '', cause, now: now() });
  }
  throw new StripeFailure(404, `Unrecognized request URL (${method}: ${path}).`);
}

function readHeader(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
