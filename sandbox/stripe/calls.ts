// The API on one screen: every call that the sandbox answers.
import { readWantedSession } from './checkout-params.ts';
import { checkPaths, expand, lineItems, readPage, type Shown } from './expand.ts';
import { invalid, missing, StripeFailure } from './failure.ts';
import type { Charge, EventType } from './objects.ts';
import type { Params } from './params.ts';
import type { Till } from './till.ts';
import type { Cause, Webhooks } from './webhooks.ts';

export interface Context {
  readonly till: Till;
  readonly webhooks: Webhooks;
  readonly params: Params;
  /** From the path; empty where the path has none. */
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
  { method: 'GET', path: /^\/v1\/checkout\/sessions\/([^/]+)$/, run: retrieveSession },
  { method: 'GET', path: /^\/v1\/checkout\/sessions\/([^/]+)\/line_items$/, run: listLineItems },
  { method: 'POST', path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/, run: expireSession },
  { method: 'GET', path: /^\/v1\/payment_intents\/([^/]+)$/, run: retrieveIntent },
  { method: 'GET', path: /^\/v1\/charges\/([^/]+)$/, run: retrieveCharge },
  { method: 'POST', path: /^\/v1\/refunds$/, run: createRefund },
  { method: 'GET', path: /^\/v1\/refunds$/, run: listRefunds },
  { method: 'GET', path: /^\/v1\/refunds\/([^/]+)$/, run: retrieveRefund },
  { method: 'GET', path: /^\/v1\/events$/, run: listEvents },
  { method: 'GET', path: /^\/v1\/events\/([^/]+)$/, run: retrieveEvent },
];

/** Reads what every call may carry last, then shows the object. */
function show({ till, params }: Context, kind: Shown['object'], find: () => Shown): object {
  const paths = params.texts('expand');
  params.finish();
  checkPaths(kind, paths);
  return expand(till, find(), paths);
}

function createSession(context: Context): object {
  const wanted = readWantedSession(context.params, context.now);
  return show(context, 'checkout.session', () => context.till.open(wanted).session);
}

function retrieveSession(context: Context): object {
  return show(context, 'checkout.session', () => findSession(context));
}

function expireSession(context: Context): object {
  return show(context, 'checkout.session', () => context.till.expire(findSession(context).id, context.cause));
}

function listLineItems({ till, params, id }: Context): object {
  params.integer('limit', { min: 1, max: 100 });
  params.finish();
  if (till.find(id) === undefined) throw missing('checkout.session', id, 'session');
  return lineItems(till, id);
}

function listSessions(context: Context): object {
  const { till, params } = context;
  till.sweep();
  const intent = params.text('payment_intent');
  const status = params.text('status');
  const isInTime = readCreated(params);
  const sessions = till.checkouts
    .newestFirst()
    .map(({ session }) => session)
    .filter(
      (session) =>
        (intent === null || session.payment_intent === intent) &&
        (status === null || session.status === status) &&
        isInTime(session.created),
    );
  return showPage(context, 'checkout.session', '/v1/checkout/sessions', sessions);
}

function findSession({ till, id }: Context) {
  const checkout = till.find(id);
  if (checkout === undefined) throw missing('checkout.session', id, 'session');
  return checkout.session;
}

function retrieveIntent(context: Context): object {
  // Pages pass the secret along; the sandbox's clients are servers, which need none.
  context.params.text('client_secret');
  return show(context, 'payment_intent', () => {
    const intent = context.till.intents.get(context.id);
    if (intent === undefined) throw missing('payment_intent', context.id, 'intent');
    return intent;
  });
}

function retrieveCharge(context: Context): object {
  return show(context, 'charge', () => findCharge(context.till, context.id, 404));
}

function findCharge(till: Till, id: string, status: 400 | 404): Charge {
  const charge = till.charges.get(id);
  if (charge === undefined) throw missing('charge', id, status === 404 ? 'id' : 'charge', status);
  return charge;
}

function createRefund(context: Context): object {
  const { till, params } = context;
  const chargeId = params.text('charge');
  const intentId = params.text('payment_intent');
  const amount = params.integer('amount', { min: 1, max: Number.MAX_SAFE_INTEGER });
  const reason = params.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']);
  const metadata = params.metadata('metadata');
  if (chargeId === null && intentId === null)
    throw new StripeFailure(
      400,
      'One of the following params should be provided for this request: payment_intent or charge.',
      {
        code: 'parameter_missing',
      },
    );
  return show(context, 'refund', () => {
    const charge = chargeId === null ? chargeOf(till, intentId ?? '') : findCharge(till, chargeId, 400);
    if (intentId !== null && charge.payment_intent !== intentId)
      throw invalid(
        'payment_intent',
        `The charge ${charge.id} does not belong to the PaymentIntent ${intentId}.`,
      );
    return till.refund(charge, { amount, reason, metadata }, context.cause);
  });
}

/** The charge that a payment intent succeeded with. */
export function chargeOf(till: Till, intentId: string): Charge {
  const intent = till.intents.get(intentId);
  if (intent === undefined) throw missing('payment_intent', intentId, 'payment_intent', 400);
  const charge = till.chargeOf(intent);
  if (intent.status !== 'succeeded' || charge === undefined)
    throw new StripeFailure(
      400,
      `This PaymentIntent (${intentId}) does not have a successful charge to refund.`,
      {
        code: 'payment_intent_unexpected_state',
        param: 'payment_intent',
      },
    );
  return charge;
}

function listRefunds(context: Context): object {
  const { till, params } = context;
  const charge = params.text('charge');
  const intent = params.text('payment_intent');
  const refunds = till.refunds
    .newestFirst()
    .filter(
      (refund) =>
        (charge === null || refund.charge === charge) &&
        (intent === null || refund.payment_intent === intent),
    );
  return showPage(context, 'refund', '/v1/refunds', refunds);
}

function retrieveRefund(context: Context): object {
  return show(context, 'refund', () => {
    const refund = context.till.refunds.get(context.id);
    if (refund === undefined) throw missing('refund', context.id, 'id');
    return refund;
  });
}

function showPage(
  context: Context,
  kind: Shown['object'],
  url: string,
  all: readonly (Shown & { id: string })[],
): object {
  const page = readPage(context.params, url, all);
  const paths = context.params.texts('expand');
  context.params.finish();
  const stray = paths.find((path) => !path.startsWith('data.'));
  if (stray !== undefined) throw invalid('expand', `This property cannot be expanded (${stray}).`);
  const inner = paths.map((path) => path.slice('data.'.length));
  checkPaths(kind, inner);
  return { ...page, data: page.data.map((object) => expand(context.till, object, inner)) };
}

/** The bounds `created` of a list; times are whole seconds since the epoch. */
function readCreated(params: Params): (created: number) => boolean {
  const bounds = { min: 0, max: Number.MAX_SAFE_INTEGER };
  const given = params.nested('created');
  const gte = given?.integer('gte', bounds) ?? 0;
  const gt = given?.integer('gt', bounds) ?? -1;
  const lte = given?.integer('lte', bounds) ?? Infinity;
  const lt = given?.integer('lt', bounds) ?? Infinity;
  return (created) => created >= gte && created > gt && created <= lte && created < lt;
}

function listEvents({ webhooks, params }: Context): object {
  const one = params.text('type');
  const types = new Set<string>(params.texts('types'));
  if (one !== null) types.add(one);
  const isInTime = readCreated(params);
  const wanted = (type: EventType) => types.size === 0 || types.has(type);
  const events = webhooks.events
    .newestFirst()
    .filter((event) => wanted(event.type) && isInTime(event.created));
  const page = readPage(params, '/v1/events', events);
  params.finish();
  return page;
}

function retrieveEvent({ webhooks, params, id }: Context): object {
  params.finish();
  const event = webhooks.events.get(id);
  if (event === undefined) throw missing('event', id, 'id');
  return event;
}
