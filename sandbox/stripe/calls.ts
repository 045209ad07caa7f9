// The API's calls: what each accepts, refuses, returns and lists by page.
import { readWantedSession } from './checkout-params.ts';
import { invalid, missing } from './failure.ts';
import type { Session } from './objects.ts';
import type { Params } from './params.ts';
import type { Till } from './till.ts';
import type { Cause, Webhooks } from './webhooks.ts';

export interface Context {
  readonly till: Till;
  readonly webhooks: Webhooks;
  readonly params: Params;
  /** From the path; empty if the path has none. */
  readonly id: string;
  readonly cause: Cause;
  readonly now: number;
}

interface CallHandler {
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  readonly run: (context: Context) => object;
}

export const calls: readonly CallHandler[] = [
  { method: 'POST', path: /^\/v1\/checkout\/sessions$/, run: createSession },
  { method: 'GET', path: /^\/v1\/checkout\/sessions$/, run: listSessions },
  { method: 'GET', path: /^\/v1\/checkout\/sessions\/(\w+)$/, run: retrieveSession },
  { method: 'POST', path: /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, run: expireSession },
  { method: 'GET', path: /^\/v1\/payment_intents\/(\w+)$/, run: retrieveIntent },
  { method: 'POST', path: /^\/v1\/refunds$/, run: createRefund },
  { method: 'GET', path: /^\/v1\/refunds$/, run: listRefunds },
  { method: 'GET', path: /^\/v1\/events$/, run: listEvents },
];

function createSession({ till, params, now }: Context): object {
  const wanted = readWantedSession(params, now);
  const show = readExpansion(params, till, 'payment_intent');
  params.finish();
  return show(till.open(wanted).session);
}

function retrieveSession({ till, params, id }: Context): object {
  const show = readExpansion(params, till, 'payment_intent');
  params.finish();
  return show(till.get(id).session);
}

function expireSession({ till, params, id, cause }: Context): object {
  const show = readExpansion(params, till, 'payment_intent');
  params.finish();
  return show(till.expire(id, cause));
}

function listSessions({ till, params }: Context): object {
  const status = params.choice('status', ['open', 'complete', 'expired']);
  const isInTime = readCreated(params);
  const show = readExpansion(params, till, 'data.payment_intent');
  const all = till
    .sessions()
    .filter((session) => (status === null || session.status === status) && isInTime(session));
  const page = readPage(params, '/v1/checkout/sessions', all);
  params.finish();
  return { ...page, data: page.data.map(show) };
}

/**
 * How a session is returned: `expand` may replace the id of its payment intent by the intent
 * itself, under this name.
 */
function readExpansion(params: Params, till: Till, name: string): (session: Session) => object {
  const paths = params.texts('expand');
  const stray = paths.find((path) => path !== name);
  if (stray !== undefined) throw invalid('expand', `This property cannot be expanded (${stray}).`);
  return (session) =>
    paths.length === 0 ? session : { ...session, payment_intent: till.intentOf(session) ?? null };
}

function retrieveIntent({ till, params, id }: Context): object {
  params.finish();
  const intent = till.intents.get(id);
  if (intent === undefined) throw missing('payment_intent', id, 'intent');
  return intent;
}

function createRefund({ till, params, cause }: Context): object {
  const intent = params.required('payment_intent', params.text('payment_intent'));
  const amount = params.integer('amount', { min: 1, max: Number.MAX_SAFE_INTEGER });
  const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']);
  const metadata = params.metadata('metadata');
  params.finish();
  return till.refund(intent, { amount, reason, metadata }, cause);
}

function listRefunds({ till, params }: Context): object {
  const intent = params.text('payment_intent');
  const isInTime = readCreated(params);
  const all = till
    .refunds()
    .filter((refund) => (intent === null || refund.payment_intent === intent) && isInTime(refund));
  const page = readPage(params, '/v1/refunds', all);
  params.finish();
  return page;
}

function listEvents({ webhooks, params }: Context): object {
  const types = params.texts('types');
  const isInTime = readCreated(params);
  const all = webhooks
    .events()
    .filter((event) => (types.length === 0 || types.includes(event.type)) && isInTime(event));
  const page = readPage(params, '/v1/events', all);
  params.finish();
  return page;
}

/** The `created` bounds of a list; times are whole seconds since the epoch. */
function readCreated(params: Params): (object: { readonly created: number }) => boolean {
  const bounds = { min: 0, max: Number.MAX_SAFE_INTEGER };
  const given = params.nested('created');
  const gte = given?.integer('gte', bounds) ?? 0;
  const lte = given?.integer('lte', bounds) ?? Infinity;
  return ({ created }) => created >= gte && created <= lte;
}

/** The page of `all` (newest first) selected by limit and starting_after. */
function readPage<Item extends { readonly id: string }>(
  params: Params,
  url: string,
  all: readonly Item[],
) {
  const limit = params.integer('limit', { min: 1, max: 100 }) ?? 10;
  const after = params.text('starting_after');
  const index = all.findIndex(({ id }) => id === after);
  if (after !== null && index < 0) throw missing('object', after, 'starting_after', 400);
  const data = all.slice(index + 1, index + 1 + limit);
  return { object: 'list', data, has_more: index + 1 + limit < all.length, url };
}
