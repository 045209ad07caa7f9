// A shop that sells credits and lessons through the stand-in of the payment provider.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import type { NewLesson } from '../../../domain/lessons/lesson.ts';
import { DAY_MS } from '../../../domain/time.ts';
import { connectStripe } from '../../payments/stripe.ts';
import { START, startTestApp, type TestApp, type TestOptions } from '../app.ts';
import type { Caller } from '../caller.ts';
import { makeAdmin, makeLesson } from '../factories.ts';
import { deliver, eventsAbout, type Provider, type ProviderEvent } from './payments.ts';

/** A number of credits; or lessons, by default with one credit for each. */
type CheckoutContent = number | readonly string[] | LessonOptions;

interface LessonOptions {
  readonly Lesson_IDs: readonly string[];
  readonly Student_ID?: string;
  readonly credits_quantity?: number;
}

export function bodyOf(checkout: CheckoutContent) {
  if (typeof checkout === 'number') return { credits_quantity: checkout };
  const { Lesson_IDs: lessonIds, ...rest } =
    'Lesson_IDs' in checkout ? checkout : { Lesson_IDs: checkout };
  return { credits_quantity: lessonIds.length, ...rest, Lesson_IDs: [...lessonIds] };
}

/** Ids of lessons at 18:00, a week apart, from the first Saturday after the start of the clock. */
export async function makeWeekly(
  api: TestApp,
  count: number,
  change: Partial<NewLesson> = {},
): Promise<string[]> {
  const ids: string[] = [];
  for (let week = 0; week < count; week += 1) {
    const day = new Date(Date.parse(START) + (3 + 7 * week) * DAY_MS).toISOString().slice(0, 10);
    ids.push((await makeLesson(api, { Date: day, Time: '18:00:00', ...change })).id);
  }
  return ids;
}

/** The lessons in another order, which differs for each of these callers. */
export const rotated = (lessons: readonly string[], n: number) => [
  ...lessons.slice(n % lessons.length),
  ...lessons.slice(0, n % lessons.length),
];

/** The counts of a lesson as stored. */
export const spotsOf = ({ database }: TestApp, lessonId = '') =>
  database.db
    .selectFrom('lessons')
    .select(['booked', 'reserved'])
    .where('id', '=', lessonId)
    .executeTakeFirstOrThrow();

/** The stand-in of the provider, which tests supply. */
interface Sandbox extends Provider {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  pay(sessionId: string): unknown;
  paymentIntent(sessionId: string): { readonly id: string };
  refund(intent: string, amount?: number): unknown;
  close(): Promise<void>;
}

/** Opens the shop; the caller must call `close`. */
export async function openShop<S extends Sandbox>(
  startSandbox: (options: { now: () => number }) => Promise<S>,
  options: TestOptions = {},
) {
  const sandbox = await startSandbox({ now: () => api.clock.now });
  const { secretKey, webhookSecret, url } = sandbox;
  const provider = connectStripe({ secretKey, webhookSecret, apiUrl: url });
  const api: TestApp = await startTestApp({ ...options, payments: provider });
  const tutor = await makeAdmin(api);

  /** Delivers events in this order; each must be accepted. */
  async function hear(...events: object[]): Promise<void> {
    for (const event of events)
      expect((await deliver(api, sandbox.signEvent(event))).status).toBe(200);
  }

  /** The latest event of this type about a session, a payment intent or a dispute. */
  function eventOf(type: string, id: string): ProviderEvent {
    const event = eventsAbout(sandbox, type, id).at(-1);
    if (event === undefined) throw new Error(`There is no ${type} about ${id}.`);
    return event;
  }

  /** Starts a checkout and returns its session. */
  async function checkOut(family: Caller, checkout: CheckoutContent): Promise<string> {
    const { body } = await family.call(endpoints.createCheckout, { body: bodyOf(checkout) });
    expect(body.checkout_url.endsWith(body.session_id)).toBe(true);
    return body.session_id;
  }

  /** Pays for a checkout that no webhook reports yet. Returns its session. */
  async function payUnheard(family: Caller, checkout: CheckoutContent): Promise<string> {
    const session = await checkOut(family, checkout);
    sandbox.pay(session);
    return session;
  }

  /** Delivers the webhook of a payment. */
  const hearOf = (session: string) => hear(eventOf('checkout.session.completed', session));

  const intentOf = (session: string) => sandbox.paymentIntent(session).id;
  /** The payment in the family's view. */
  const look = async (family: Caller, session_id: string) =>
    (await family.call(endpoints.getPayment, { params: { session_id } })).body.payment;

  /** The payment's row. */
  const stored = (session: string) =>
    api.database.db
      .selectFrom('payments')
      .selectAll()
      .where('session_id', '=', session)
      .executeTakeFirstOrThrow();

  return {
    api,
    tutor,
    sandbox,
    provider,
    checkOut,
    payUnheard,
    hear,
    hearOf,
    eventOf,
    intentOf,
    look,
    /** Delivers an event, perhaps with a wrong signature. */
    deliver: (event: object | string, how?: { secret?: string; at?: number }) =>
      deliver(api, sandbox.signEvent(event, how)),
    /** Delivers the latest event of this type again. */
    announce: (type: string, id: string) => hear(eventOf(type, id)),
    refused: (family: Caller, checkout: CheckoutContent) =>
      family.refused(endpoints.createCheckout, { body: bodyOf(checkout) }),
    /** Pays and delivers the webhook. */
    async pay(session: string): Promise<void> {
      sandbox.pay(session);
      await hearOf(session);
    },
    /** Buys and pays, delivers the webhook, and returns the session. */
    async buy(family: Caller, checkout: CheckoutContent): Promise<string> {
      const session = await payUnheard(family, checkout);
      await hearOf(session);
      return session;
    },
    cancel: async (family: Caller, session_id: string) =>
      (await family.call(endpoints.cancelCheckout, { params: { session_id } })).body.payment,
    /** Refunds part of a payment, or what is left of it; returns the event that reports it. */
    refund(session: string, amount?: number): ProviderEvent {
      sandbox.refund(intentOf(session), amount);
      return eventOf('charge.refunded', intentOf(session));
    },

    makeLessons: (count: number, change: Partial<NewLesson> = {}) => makeWeekly(api, count, change),
    /** Makes a lesson with this many spots. */
    makeLesson: async (maxStudents = 1) =>
      (await makeLesson(api, { Time: '18:00:00', Max_Students: maxStudents })).id,

    stored,
    /** A payment, and the balance of its family. */
    async stateOf(family: Caller, session: string) {
      const {
        status,
        refunded_amount: refunded,
        reversed_credits: reversed,
      } = await stored(session);
      return { status, credits: await family.readCredits(), reversed, refunded };
    },
    /** The states or reasons of a payment's lessons. */
    outcomes: async (family: Caller, session: string) =>
      ((await look(family, session)).lessons ?? []).map(({ state, reason }) => reason ?? state),
    /** A lesson in the tutor's view. */
    async planned(id: string) {
      const { body } = await tutor.call(endpoints.listAdminLessons);
      const lesson = body.lessons.find((each) => each.id === id);
      return { bookedCount: lesson?.bookedCount, reservedCount: lesson?.reservedCount };
    },
    async close(): Promise<void> {
      await api.close();
      await sandbox.close();
    },
  };
}
