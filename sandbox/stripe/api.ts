// HTTP of the API: keys, idempotency, outages, and errors in Stripe's shape.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { calls } from './calls.ts';
import { StripeFailure } from './failure.ts';
import { parseForm } from './form.ts';
import type { Answer, Idempotency } from './idempotency.ts';
import { newId } from './ids.ts';
import { API_VERSION } from './objects.ts';
import type { Outage } from './outage.ts';
import { Params } from './params.ts';
import { readBody } from './read-body.ts';
import type { Till } from './till.ts';
import type { Webhooks } from './webhooks.ts';

export interface ApiParts {
  readonly till: Till;
  readonly webhooks: Webhooks;
  readonly outage: Outage;
  readonly idempotency: Idempotency;
  readonly secretKey: string;
  readonly now: () => number;
  readonly log: (line: string) => void;
}

/** Answers one call below /v1. */
export async function answerCall(
  parts: ApiParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const requestId = newId.request();
  const trouble = parts.outage.take();
  parts.log(`${request.method} ${request.url}${trouble === null ? '' : ` (outage: ${trouble})`}`);
  if (trouble === 'drop') {
    request.socket.destroy();
    return;
  }
  const body = await readBody(request);
  if (trouble === 'hang') return;
  if (parts.outage.latencyMs > 0 && trouble === 'error') await delay(parts.outage.latencyMs);
  const sent =
    trouble === 'error'
      ? { answer: broken(requestId), headers: {} }
      : await settle(parts, request, body, requestId);
  if (trouble === 'lose') {
    request.socket.destroy();
    return;
  }
  const { answer, headers } = sent;
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'request-id': requestId,
    'stripe-version': readHeader(request, 'stripe-version') ?? API_VERSION,
    'cache-control': 'no-cache, no-store',
    ...answer.headers,
    ...headers,
  });
  response.end(JSON.stringify(answer.body, null, 2));
}

interface Sent {
  readonly answer: Answer;
  readonly headers: Readonly<Record<string, string>>;
}

async function settle(
  parts: ApiParts,
  request: IncomingMessage,
  body: string,
  requestId: string,
): Promise<Sent> {
  const key = request.method === 'POST' ? readHeader(request, 'idempotency-key') : null;
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  const keyHeader = key === null ? {} : { 'idempotency-key': key };
  let begun = false;
  let answer: Answer;
  try {
    checkKey(request, parts.secretKey);
    if (key !== null) {
      const first = parts.idempotency.begin(key, { path, body });
      if (first !== null)
        return {
          answer: first,
          headers: { ...keyHeader, 'original-request': first.requestId, 'idempotent-replayed': 'true' },
        };
      begun = true;
    }
    if (parts.outage.latencyMs > 0) await delay(parts.outage.latencyMs);
    const found = run(parts, request, path, body, { id: requestId, idempotency_key: key });
    // Written out now: the object may change before a repeat asks for this answer.
    answer = { status: 200, body: structuredClone(found), requestId };
  } catch (error) {
    const failure = error instanceof StripeFailure ? error : unexpected(parts, error);
    answer = { status: failure.status, body: failure.body, requestId, headers: failure.headers };
  }
  if (key !== null && begun) parts.idempotency.finish(key, answer);
  return { answer, headers: keyHeader };
}

function run(
  parts: ApiParts,
  request: IncomingMessage,
  path: string,
  body: string,
  cause: { id: string; idempotency_key: string | null },
): object {
  const query = (request.url ?? '').split('?').slice(1).join('?');
  for (const call of calls) {
    const match = call.method === request.method ? call.path.exec(path) : null;
    if (match === null) continue;
    const params = new Params(parseForm(call.method === 'GET' ? query : body));
    return call.run({ ...parts, params, id: readId(match[1] ?? ''), cause, now: parts.now() });
  }
  throw new StripeFailure(
    404,
    `Unrecognized request URL (${request.method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  );
}

function readId(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    if (!(cause instanceof URIError)) throw cause;
    return encoded;
  }
}

function checkKey(request: IncomingMessage, secretKey: string): void {
  const [scheme = '', credentials = ''] = (readHeader(request, 'authorization') ?? '').split(' ');
  const given =
    scheme.toLowerCase() === 'basic'
      ? (Buffer.from(credentials, 'base64').toString('utf8').split(':', 1)[0] ?? '')
      : scheme.toLowerCase() === 'bearer'
        ? credentials
        : '';
  if (given === secretKey) return;
  const message =
    given === ''
      ? "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
      : `Invalid API Key provided: ${given.slice(0, 8)}${'*'.repeat(8)}${given.slice(-4)}`;
  throw new StripeFailure(401, message, { headers: { 'www-authenticate': 'Basic realm="Stripe"' } });
}

/** A fault of the sandbox itself: told in full, since only developers ever see it. */
function unexpected({ log }: ApiParts, error: unknown): StripeFailure {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log(text);
  return new StripeFailure(500, text, { type: 'api_error' });
}

function broken(requestId: string): Answer {
  const failure = new StripeFailure(500, 'An unknown error occurred', { type: 'api_error' });
  return { status: failure.status, body: failure.body, requestId };
}

function readHeader(request: IncomingMessage, name: string): string | null {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
