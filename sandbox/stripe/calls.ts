// The API's calls: what each accepts, refuses, returns and lists by page.
import { readWantedSession } from './checkout-params.ts';
import { expandRefund, expandSession, listDisputes, retrieveDispute } from './comparison-calls.ts';
import { missing } from './failure.ts';
import { readCreated, readPage } from './pages.ts';
import type { Params } from './params.ts';
import type { StripeState } from './stripe-state.ts';
import type { Cause, Webhooks } from './webhooks.ts';

interface Context {
  state: StripeState;
  webhooks: Webhooks;
  params: Params;
  /** From the path; empty if the path has none. */
  id: string;
  cause: Cause;
  now: number;
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
  { method: 'GET', path: /^\/v1\/disputes$/, run: listDisputes },
  { method: 'GET', path: /^\/v1\/disputes\/(\w+)$/, run: retrieveDispute },
  { method: 'GET', path: /^\/v1\/balance_transactions$/, run: listBalance },
  { method: 'GET', path: /^\/v1\/events$/, run: listEvents },
];

function createSession({ state, params, now }: Context): object {
  const wanted = readWantedSession(params, now);
  const show = expandSession(params, state);
  params.finish();
  return show(state.open(wanted).session);
}

function retrieveSession({ state, params, id }: Context): object {
  const show = expandSession(params, state);
  params.finish();
  return show(state.get(id).session);
}

function expireSession({ state, params, id, cause }: Context): object {
  const show = expandSession(params, state);
  params.finish();
  return show(state.expire(id, cause));
}

function listSessions({ state, params }: Context): object {
  const status = params.choice('status', ['open', 'complete', 'expired']);
  const isInTime = readCreated(params);
  const show = expandSession(params, state, 'data.');
  const all = state
    .sessions()
    .filter((session) => (status === null || session.status === status) && isInTime(session));
  const page = readPage(params, '/v1/checkout/sessions', all);
  params.finish();
  return { ...page, data: page.data.map(show) };
}

function retrieveIntent({ state, params, id }: Context): object {
  params.finish();
  const intent = state.intents.get(id);
  if (intent === undefined) throw missing('payment_intent', id, 'intent');
  return intent;
}

function createRefund({ state, params, cause }: Context): object {
  const intent = params.required('payment_intent', params.text('payment_intent'));
  const amount = params.integer('amount', { min: 1, max: Number.MAX_SAFE_INTEGER });
  const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']);
  const metadata = params.metadata('metadata');
  params.finish();
  return state.refund(intent, { amount, reason, metadata }, cause);
}

function listRefunds({ state, params }: Context): object {
  const intent = params.text('payment_intent');
  const isInTime = readCreated(params);
  const all = state.refunds
    .list()
    .filter((refund) => (intent === null || refund.payment_intent === intent) && isInTime(refund));
  const show = expandRefund(params, state);
  const page = readPage(params, '/v1/refunds', all);
  params.finish();
  return { ...page, data: page.data.map(show) };
}

function listBalance({ state, params }: Context): object {
  return state.balance.list(params);
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
