// A shop that sells credits and lessons through the stand-in of the payment provider.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { NewLesson } from '../../domain/lesson.ts';
import { applyRefund } from '../payments/refunds.ts';
import { applySession, createPayment } from '../payments/payments.ts';
import { connectStripe } from '../payments/stripe.ts';
import { START, startTestApp, type TestApp, type TestOptions } from './app.ts';
import type { Caller, TestFamily } from './caller.ts';
import { makeAdmin, makeLesson, parentOf } from './factories.ts';
import { deliver, eventsAbout, look, type Provider } from './payments.ts';

export interface Asked {
  readonly Lesson_IDs: readonly string[];
  readonly Student_ID?: string;
  /** One credit for each lesson by default. */
  readonly credits_quantity?: number;
}

const bodyOf = ({ Lesson_IDs, credits_quantity = Lesson_IDs.length, ...rest }: Asked) => ({
  Lesson_IDs: [...Lesson_IDs],
  credits_quantity,
  ...rest,
});

const DAY_MS = 86_400_000;

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

/** Makes the family pay for a credit and get its money back, so that it has paid before. */
export async function payBefore(api: TestApp, family: TestFamily): Promise<void> {
  const order = { credits: 1, amount: 3000, currency: 'gbp' } as const;
  const { id: paymentId } = await createPayment(api.context(parentOf(family)), order);
  const facts = { paymentId, paymentIntent: `pi_${paymentId}` };
  const { amount, currency } = order;
  await applySession(api.context(null), {
    ...facts,
    sessionId: `cs_${paymentId}`,
    outcome: 'paid',
    amount,
    currency,
  });
  await applyRefund(api.context(null), { ...facts, refunded: amount });
}

/** The stand-in of the provider, which tests supply. */
interface Sandbox extends Provider {
  readonly url: string;
  readonly secretKey: string;
  readonly webhookSecret: string;
  pay(id: string): unknown;
  close(): Promise<void>;
}

export type Shop<S extends Sandbox> = Awaited<ReturnType<typeof openShop<S>>>;

/** Opens the shop; the caller must call `close`. */
export async function openShop<S extends Sandbox>(
  startSandbox: (options: { readonly now: () => number }) => Promise<S>,
  options: TestOptions = {},
) {
  const sandbox = await startSandbox({ now: () => api.clock.now });
  const api: TestApp = await startTestApp({
    ...options,
    payments: connectStripe({
      secretKey: sandbox.secretKey,
      webhookSecret: sandbox.webhookSecret,
      apiUrl: sandbox.url,
    }),
  });
  const admin = await makeAdmin(api);

  /** Delivers the provider's webhooks of this type for a session. */
  async function announce(type: string, sessionId: string): Promise<void> {
    for (const event of eventsAbout(sandbox, type, sessionId))
      expect((await deliver(api, sandbox.signEvent(event))).status).toBe(200);
  }

  return {
    api,
    admin,
    sandbox,
    announce,
    makeLessons: (count: number, change: Partial<NewLesson> = {}) => makeWeekly(api, count, change),
    /** Starts a checkout and returns its session. */
    async checkOut({ token }: Pick<Caller, 'token'>, asked: Asked): Promise<string> {
      const { body } = await api.call(endpoints.createCheckout, { token, body: bodyOf(asked) });
      expect(body.checkout_url.endsWith(body.session_id)).toBe(true);
      return body.session_id;
    },
    refused: ({ token }: Pick<Caller, 'token'>, asked: Asked) =>
      api.refused(endpoints.createCheckout, { token, body: bodyOf(asked) }),
    /** Pays and delivers the webhook. */
    async pay(sessionId: string): Promise<void> {
      sandbox.pay(sessionId);
      await announce('checkout.session.completed', sessionId);
    },
    cancel: ({ token }: Pick<Caller, 'token'>, session_id: string) =>
      api.call(endpoints.cancelCheckout, { token, params: { session_id } }),
    /** The states or reasons of a payment's lessons. */
    outcomes: async (family: Caller, sessionId: string) =>
      ((await look(api, family, sessionId)).lessons ?? []).map(
        ({ state, reason }) => reason ?? state,
      ),
    /** A lesson in the family's view. */
    async seen({ token }: Pick<Caller, 'token'>, id: string) {
      const { body } = await api.call(endpoints.listLessons, { token });
      const lesson = body.lessons.find((each) => each.id === id);
      if (lesson === undefined) throw new Error('The lesson is not in the list.');
      const { availableSpots, reserved_until, isBooked } = lesson;
      return { availableSpots, reserved_until, isBooked };
    },
    /** A lesson in the tutor's view. */
    async planned(id: string) {
      const { body } = await api.call(endpoints.listAdminLessons, { token: admin.token });
      const lesson = body.lessons.find((each) => each.id === id);
      return { bookedCount: lesson?.bookedCount, reservedCount: lesson?.reservedCount };
    },
    async close(): Promise<void> {
      await api.close();
      await sandbox.close();
    },
  };
}
