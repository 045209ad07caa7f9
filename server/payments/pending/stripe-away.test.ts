// Real server processes while Stripe is away: families go on booking, and what they paid meanwhile
// counts once afterwards.
import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { addDays, ukDate } from '../../../domain/time.ts';
import { startStripeSandbox } from '../../../sandbox/stripe.ts';
import { brokenInvariants } from '../../testing/database/invariants.ts';
import { makeFamilies, makeLesson } from '../../testing/factories.ts';
import { eventsAbout } from '../../testing/payments/payments.ts';
import { startFleet } from '../../testing/races/fleet.ts';

const FAMILIES = 8;
/** The servers have the real clock. */
const nextMonth = () => ({ Date: addDays(ukDate(Date.now()), 30), Max_Students: FAMILIES });

test('families book while Stripe is away, and what they paid meanwhile counts once afterwards', async () => {
  const stripe = await startStripeSandbox();
  onTestFinished(() => stripe.close());
  const { observer, serverFor, close } = await startFleet({ stripe });
  onTestFinished(close);
  const families = (await makeFamilies(observer, FAMILIES, 1)).map((family, n) =>
    family.via(serverFor(n)),
  );
  const { id } = await makeLesson(observer, nextMonth());
  const fiveCredits = { body: { credits_quantity: 5 } };
  const sessions = await Promise.all(
    families.map(
      async ({ call }) => (await call(endpoints.createCheckout, fiveCredits)).body.session_id,
    ),
  );

  stripe.startOutage('drop');
  for (const session of sessions) stripe.pay(session);
  await Promise.all(
    families.map(async (family, n) => {
      await family.book(id);
      const params = { session_id: sessions[n] ?? '' };
      const look = await family.call(endpoints.getPayment, { params });
      expect(look.body.payment.status).toBe('pending');
      const refused = await family.refused(endpoints.createCheckout, fiveCredits);
      expect(refused.body.code).toBe('payment_provider_error');
    }),
  );
  stripe.endOutage();

  // The family comes back, and the webhook arrives at both processes.
  await Promise.all(
    families.flatMap((family, n) => {
      const session_id = sessions[n] ?? '';
      const [event = {}] = eventsAbout(stripe, 'checkout.session.completed', session_id);
      const { payload, headers } = stripe.signEvent(event);
      const deliver = async (to: number) => {
        const url = serverFor(to).url + endpoints.stripeWebhook.path;
        const { status } = await fetch(url, { method: 'POST', headers, body: payload });
        expect(status).toBe(200);
      };
      const look = family.call(endpoints.getPayment, { params: { session_id } });
      return [deliver(0), deliver(1), look];
    }),
  );
  for (const family of families) expect(await family.readCredits()).toBe(5);
  await families[0]?.call(endpoints.createCheckout, fiveCredits);
  expect(await brokenInvariants(observer.database.db)).toEqual([]);
}, 60_000);
