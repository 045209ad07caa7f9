// The calls that a comparison of all payments needs: disputes, and lists with expanded objects.
import { invalid } from './failure.ts';
import type { Dispute, Refund, Session } from './objects.ts';
import { readCreated, readPage } from './pages.ts';
import type { Params } from './params.ts';
import type { StripeState } from './stripe-state.ts';

interface Context {
  state: StripeState;
  params: Params;
  id: string;
}

/**
 * The objects in `expand`, which must be among these names; a deeper one contains those above it.
 */
function readExpand(params: Params, names: string[]): ReadonlySet<string> {
  const paths = params.texts('expand');
  const stray = paths.find((path) => !names.includes(path));
  if (stray !== undefined) throw invalid('expand', `This property cannot be expanded (${stray}).`);
  return new Set(paths);
}

/** How a session is returned: with its payment intent, and that with its latest charge. */
export function expandSession(
  params: Params,
  state: StripeState,
  prefix = '',
): (one: Session) => object {
  const names = [`${prefix}payment_intent`, `${prefix}payment_intent.latest_charge`];
  const expand = readExpand(params, names);
  const isDeep = expand.has(names[1] ?? '');
  return (session) => {
    if (expand.size === 0) return session;
    const intent = state.intentOf(session);
    const expanded =
      intent !== undefined && isDeep
        ? { ...intent, latest_charge: state.chargeOf(intent) ?? null }
        : intent;
    return { ...session, payment_intent: expanded ?? null };
  };
}

/** How a refund in a list is returned: with its charge. */
export function expandRefund(params: Params, state: StripeState): (one: Refund) => object {
  const expand = readExpand(params, ['data.charge']);
  return (refund) =>
    expand.size === 0
      ? refund
      : { ...refund, charge: state.chargeOf(state.intents.get(refund.payment_intent)) ?? null };
}

export function listDisputes({ state, params }: Context): object {
  const isInTime = readCreated(params);
  const expand = readExpand(params, ['data.payment_intent']);
  const show = (dispute: Dispute) =>
    expand.size === 0
      ? dispute
      : { ...dispute, payment_intent: state.intents.get(dispute.payment_intent) ?? null };
  const page = readPage(params, '/v1/disputes', state.disputes.list().filter(isInTime));
  params.finish();
  return { ...page, data: page.data.map(show) };
}

export function retrieveDispute({ state, params, id }: Context): object {
  params.finish();
  return state.disputes.get(id);
}
