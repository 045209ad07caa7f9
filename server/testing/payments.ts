// Buying credits in tests: checkouts, manual webhooks, and the results of a payment.
import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import type { TestApp } from './app.ts';
import { type Answered, expectAnswer, expectRefusal } from './client.ts';
import type { Caller } from './caller.ts';

export interface Signed {
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The parts of the payments stand-in that these tests use. */
export interface Provider {
  signEvent(event: object): Signed;
  events(): readonly {
    readonly id: string;
    readonly type: string;
    readonly data: { readonly object: object };
  }[];
}

/** Starts a checkout; returns the id of its session. */
export async function startCheckout(
  api: TestApp,
  { token }: Pick<Caller, 'token'>,
  credits: number,
): Promise<string> {
  const { body } = await api.call(endpoints.createCheckout, {
    token,
    body: { credits_quantity: credits },
  });
  return body.checkout_url.split('/').at(-1) ?? '';
}

/** Delivers a webhook unchanged; its answer must be well-formed, success or refusal. */
export async function deliver(
  api: TestApp,
  { payload, headers }: Signed,
): Promise<Answered<unknown>> {
  const response = await api.app.inject({
    method: 'POST',
    url: endpoints.stripeWebhook.path,
    headers: { ...headers },
    payload,
  });
  const answer = {
    status: response.statusCode,
    body: response.json<unknown>(),
    headers: response.headers,
  };
  if (answer.status < 400) expectAnswer(endpoints.stripeWebhook, answer);
  else expectRefusal(answer);
  return answer;
}

/** The events about one session or its charge, oldest first. */
export function eventsAbout(provider: Provider, type: string, id: string) {
  const events = provider.events().filter((event) => event.type === type);
  return events.filter(({ data }) => JSON.stringify(data).includes(`"${id}"`)).toReversed();
}

/** The family's view of the payment, and its balance. */
export async function look(api: TestApp, { token }: Pick<Caller, 'token'>, sessionId: string) {
  const { body } = await api.call(endpoints.getPayment, {
    token,
    params: { session_id: sessionId },
  });
  return body.payment;
}

export async function creditsOf(
  api: TestApp,
  { token }: Pick<Caller, 'token'>,
): Promise<number | null> {
  return (await api.call(endpoints.getProfile, { token })).body.user.Credits;
}

/** The row of a session. */
export function paymentOf(api: TestApp, sessionId: string) {
  return api.database.db
    .selectFrom('payments')
    .selectAll()
    .where('session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
}

/** Subjects of the emails to an address, in order. */
export async function subjectsTo(api: TestApp, address: string): Promise<string[]> {
  const rows = await api.database.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', address)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ subject }) => subject);
}

export const INVALID_SIGNATURE = {
  success: false,
  code: 'invalid_signature',
  error: errorCatalogue.invalid_signature.text,
};
