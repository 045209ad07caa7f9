// HTTP of the checkout page: shows it and handles the buyer's choice.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { StripeFailure } from './failure.ts';
import { type FormValue, parseForm, readBody } from './form.ts';
import { type Action, ACTIONS, type RefusedCard, writeCheckoutPage, writeNotice } from './page.ts';
import type { Checkout, StripeState } from './stripe-state.ts';

interface CheckoutParts {
  state: StripeState;
  /** How long the buyer waits for the shop to accept the event before being redirected. */
  redirectWaitMs: number;
}

export const CHECKOUT_PATH = /^\/c\/pay\/(\w+)$/;

/** Answers a request for the checkout page of session `id`. */
export async function answerCheckout(
  { state, redirectWaitMs }: CheckoutParts,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const checkout = state.find(id);
  if (checkout === undefined) {
    send(
      response,
      404,
      writeNotice('Nothing to pay here', 'This address belongs to no checkout.', null),
    );
    return;
  }
  const { session } = checkout;
  if (request.method !== 'POST') {
    const error = request.url?.endsWith('?declined')
      ? state.intentOf(session)?.last_payment_error
      : null;
    show(response, checkout, { declined: error?.message ?? null, code: null });
    return;
  }
  const form = parseForm(await readBody(request));
  if (session.status === 'open' && form['action'] === 'code') {
    show(response, checkout, { declined: null, code: enterCode(state, id, form['code']) });
    return;
  }
  const action = ACTIONS.find((one) => one === form['action']);
  // A second press of the button finds a session that the first has completed, and redirects as
  // well.
  if (session.status === 'open' && action !== undefined) act(state, id, action);
  if (session.status !== 'complete') {
    redirect(response, `/c/pay/${id}${action === 'decline' ? '?declined' : ''}`);
    return;
  }
  await Promise.race([checkout.announced, delay(redirectWaitMs, null, { ref: false })]);
  redirect(response, successUrl(checkout));
}

/** Why the code does not count; null if it does. */
function enterCode(state: StripeState, id: string, code: FormValue | undefined): string | null {
  try {
    state.enterCode(id, typeof code === 'string' ? code : '');
    return null;
  } catch (error) {
    if (error instanceof StripeFailure) return error.message;
    throw error;
  }
}

function act(state: StripeState, id: string, action: Action): void {
  if (action === 'pay') state.pay(id);
  else if (action === 'decline') state.decline(id);
  else state.payLater(id, action === 'later-succeeds' ? 'succeeds' : 'fails');
}

/** The redirect after success, with the session's id in place of its placeholder. */
function successUrl({ session, wanted }: Checkout): string {
  return wanted.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function show(response: ServerResponse, checkout: Checkout, refused: RefusedCard): void {
  const { session, wanted } = checkout;
  if (session.status === 'open') send(response, 200, writeCheckoutPage(checkout, refused));
  else if (session.status === 'complete')
    send(
      response,
      200,
      writeNotice('You’re all done here', 'This checkout is complete and cannot be used twice.', {
        href: successUrl(checkout),
        label: 'Go on',
      }),
    );
  else
    send(
      response,
      410,
      writeNotice(
        'This checkout has expired',
        'Nothing was charged. Please go back and start again.',
        wanted.cancelUrl === null ? null : { href: wanted.cancelUrl, label: 'Go back' },
      ),
    );
}

function send(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
  });
  response.end(page);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}
