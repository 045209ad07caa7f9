// Expanding ids into the objects that they name, and lists with pages, as every call of Stripe's API can.
import { invalid, missing } from './failure.ts';
import type { Charge, PaymentIntent, Refund, Session } from './objects.ts';
import type { Params } from './params.ts';
import type { Till } from './till.ts';

export type Shown = Session | PaymentIntent | Charge | Refund;

type Kind = Shown['object'];

/** What can be expanded, and the kind of what is then shown; null for lists, which end a path. */
const EXPANDABLE: Record<Kind, Record<string, Kind | null>> = {
  'checkout.session': { payment_intent: 'payment_intent', line_items: null },
  payment_intent: { latest_charge: 'charge' },
  charge: { payment_intent: 'payment_intent', refunds: null },
  refund: { charge: 'charge', payment_intent: 'payment_intent' },
};

/** Throws a StripeFailure for a path that leads nowhere; asked before anything is done. */
export function checkPaths(kind: Kind, paths: readonly string[]): void {
  for (const path of paths) {
    let place: Kind | null = kind;
    for (const name of path.split('.')) {
      const reachable: Record<string, Kind | null> = place === null ? {} : EXPANDABLE[place];
      if (!Object.hasOwn(reachable, name))
        throw invalid('expand', `This property cannot be expanded (${path}).`);
      place = reachable[name] ?? null;
    }
  }
}

/** A copy of the object with `paths` ('payment_intent.latest_charge') expanded; `checkPaths` has let them pass. */
export function expand(till: Till, object: Shown, paths: readonly string[]): object {
  const copy: Record<string, unknown> = { ...object };
  for (const name of new Set(paths.map((path) => path.split('.', 1)[0] ?? ''))) {
    const inner = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    if (name === 'line_items') copy[name] = lineItems(till, object.id);
    else if (name === 'refunds') copy[name] = refundsOf(till, object.id);
    else {
      const found = findNamed(till, copy[name]);
      copy[name] = found === undefined ? null : expand(till, found, inner);
    }
  }
  return copy;
}

function findNamed(till: Till, id: unknown): Shown | undefined {
  if (typeof id !== 'string') return undefined;
  return till.intents.get(id) ?? till.charges.get(id);
}

function refundsOf(till: Till, chargeId: string): object {
  const data = till.refunds.newestFirst().filter(({ charge }) => charge === chargeId);
  return { object: 'list', data, has_more: false, url: `/v1/charges/${chargeId}/refunds` };
}

export function lineItems(till: Till, sessionId: string): object {
  const data = till.checkouts.get(sessionId)?.items ?? [];
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${sessionId}/line_items` };
}

/** The page of `all` (newest first) that limit, starting_after and ending_before ask for. */
export function readPage<Item extends { id: string }>(
  params: Params,
  url: string,
  all: readonly Item[],
): { object: 'list'; data: Item[]; has_more: boolean; url: string } {
  const limit = params.integer('limit', { min: 1, max: 100 }) ?? 10;
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  const place = (id: string, param: string) => {
    const index = all.findIndex((item) => item.id === id);
    if (index < 0) throw missing('object', id, param, 400);
    return index;
  };
  if (before !== null) {
    const end = place(before, 'ending_before');
    const start = Math.max(0, end - limit);
    return { object: 'list', data: all.slice(start, end), has_more: start > 0, url };
  }
  const start = after === null ? 0 : place(after, 'starting_after') + 1;
  return { object: 'list', data: all.slice(start, start + limit), has_more: start + limit < all.length, url };
}
