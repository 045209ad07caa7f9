// HTTP of the checkout page: showing it and taking what the buyer chose.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import { parseForm, type FormValue } from './form.ts';
import type { PaymentIntent } from './objects.ts';
import { ACTIONS, STYLE_HASH, writeCheckoutPage, writeNotice, type Action } from './page.ts';
import { readBody } from './read-body.ts';
import type { Checkout, Till } from './till.ts';

export interface CheckoutParts {
  readonly till: Till;
  /** How long the buyer waits for the shop to take the news before being sent back to it. */
  readonly redirectWaitMs: number;
}

export const CHECKOUT_PATH = /^\/c\/pay\/([\w-]+)$/;

/** Answers a request for the page of the session `id`. */
export async function answerCheckout(
  { till, redirectWaitMs }: CheckoutParts,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const checkout = till.find(id);
  if (checkout === undefined) {
    showNotice(response, 404, 'Nothing to pay here', 'This address belongs to no checkout.', null);
    return;
  }
  if (request.method === 'GET' || request.method === 'HEAD') {
    const intent = till.intentOf(checkout.session);
    show(response, checkout, request.url?.endsWith('?declined') ? intent : undefined);
    return;
  }
  if (request.method !== 'POST') {
    response.writeHead(405, { allow: 'GET, HEAD, POST' }).end();
    return;
  }
  const form = parseForm(await readBody(request));
  const action = ACTIONS.find((one) => one === form['action']);
  if (action === undefined || !isSame(form['token'], checkout.formToken)) {
    showNotice(response, 403, 'Please start again', 'This form did not come from the checkout page.', {
      href: `/c/pay/${id}`,
      label: 'Back to the checkout page',
    });
    return;
  }
  // A second press of the button meets a session that the first has completed and goes the same way on.
  const { session } = checkout;
  if (session.status === 'open') act(till, id, action);
  if (session.status !== 'complete') {
    redirect(response, `/c/pay/${id}${action === 'decline' ? '?declined' : ''}`);
    return;
  }
  await Promise.race([checkout.announced, delay(redirectWaitMs, null, { ref: false })]);
  redirect(response, successUrl(checkout));
}

function act(till: Till, id: string, action: Action): void {
  if (action === 'pay') till.pay(id);
  else if (action === 'decline') till.decline(id);
  else till.payLater(id, action === 'later-succeeds' ? 'succeeds' : 'fails');
}

/** Where the buyer goes on to; the session's id stands in for its placeholder. */
export function successUrl({ session, wanted }: Checkout): string {
  return wanted.successUrl.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}

function isSame(given: FormValue | undefined, token: string): boolean {
  if (typeof given !== 'string' || given.length !== token.length) return false;
  const [left, right] = [Buffer.from(given), Buffer.from(token)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function show(response: ServerResponse, checkout: Checkout, declinedIntent: PaymentIntent | undefined): void {
  const { session, wanted } = checkout;
  if (session.status === 'open') {
    const declined = declinedIntent?.last_payment_error?.message ?? null;
    send(response, 200, writeCheckoutPage(checkout, declined), checkout);
  } else if (session.status === 'complete')
    showNotice(response, 200, 'You’re all done here', 'This checkout is complete and cannot be used twice.', {
      href: successUrl(checkout),
      label: 'Go on',
    });
  else
    showNotice(
      response,
      410,
      'This checkout has expired',
      'Nothing was charged. Please go back and start again.',
      wanted.cancelUrl === null ? null : { href: wanted.cancelUrl, label: 'Go back' },
    );
}

function showNotice(
  response: ServerResponse,
  status: number,
  title: string,
  text: string,
  link: { href: string; label: string } | null,
): void {
  send(response, status, writeNotice(title, text, link), null);
}

function send(response: ServerResponse, status: number, page: string, checkout: Checkout | null): void {
  // Browsers apply form-action to the redirect that follows the form as well.
  const formAction = checkout === null ? "'none'" : `'self' ${new URL(successUrl(checkout)).origin}`;
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src ${STYLE_HASH}; img-src data:; form-action ${formAction}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  response.end(page);
}

function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}
