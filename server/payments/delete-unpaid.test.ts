// Checkouts that nobody paid: how many one network begins, how many the tutor reads, and when they
// are deleted.
import { describe, expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { RATE_LIMITS } from '../../domain/limits.ts';
import { DAY_MS } from '../../domain/time.ts';
import { addStudent, makeFamily } from '../testing/factories.ts';
import { bodyOf } from '../testing/payments/paid-lessons.ts';
import { shopTest } from '../testing/payments/shop.ts';
import {
  insertPayment,
  payBefore,
  paymentRow,
  reportRefunded,
} from '../testing/payments/without-provider.ts';
import { begin } from '../testing/races/locks.ts';
import { codeOf } from '../testing/test.ts';
import { deleteUnpaid, UNPAID_DAYS } from './delete-unpaid.ts';
import { lockPayment } from './locked-payment.ts';
import { UNPAID_LISTED } from './tutor-view/tutor-payments.ts';

describe('from one client address', () => {
  const SCHOOL = '198.51.100.7';
  const SCALE = 0.02;
  const test = shopTest.extend('askFrom', ({ api }) => async (address: string) => {
    const { either } = await makeFamily(api, 0, { isConfirmed: false });
    return either(endpoints.createCheckout, { address, body: bodyOf(1) });
  });
  test.override('settings', { rateLimitScale: SCALE });

  test('few families that have neither paid nor confirmed begin a checkout in a day', async ({
    api,
    askFrom,
  }) => {
    for (let n = 0; n < RATE_LIMITS.unpaidCheckouts.perDay * SCALE; n += 1)
      expect((await askFrom(SCHOOL)).status).toBe(200);
    const refused = await askFrom(SCHOOL);
    expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited']);
    expect(refused.body).toMatchObject({
      error: expect.stringContaining('Please confirm your email address first'),
    });
    expect((await askFrom('198.51.100.8')).status).toBe(200);
    const customer = await makeFamily(api, 0, { isConfirmed: false });
    await payBefore(customer);
    const body = { address: SCHOOL, body: bodyOf(1) };
    expect((await customer.either(endpoints.createCheckout, body)).status).toBe(200);
    const confirmed = await makeFamily(api);
    expect((await confirmed.either(endpoints.createCheckout, body)).status).toBe(200);
  });
});

const test = shopTest
  .extend('deletion', ({ api }) => () => {
    return deleteUnpaid(api.context(null));
  })
  .extend('stored', ({ api }) => async () => {
    const rows = await api.database.db.selectFrom('payments').select('session_id').execute();
    return rows.map(({ session_id }) => session_id);
  });

describe('the deletion', () => {
  test('comes 35 days after they ended', async ({ shop, api, family, deletion, stored }) => {
    expect(UNPAID_DAYS).toBe(35);
    const lessons = await shop.makeLessons(2);
    const session = await shop.checkOut(family, lessons);
    await shop.cancel(family, session);
    const ended = api.clock.now;
    api.clock.set(new Date(ended + UNPAID_DAYS * DAY_MS - 1).toISOString());
    expect(await deletion()).toBe(0);
    expect(await stored()).toContain(session);
    api.clock.advance({ seconds: 1 });
    expect(await deletion()).toBe(1);
    expect(await stored()).not.toContain(session);
    const { db } = api.database;
    expect(await db.selectFrom('payment_lessons').selectAll().execute()).toEqual([]);
    // What the provider still says of it is of no payment here.
    await shop.announce('checkout.session.expired', session);
  });

  test('takes what is left of a removed student along', async ({ shop, api, family, deletion }) => {
    const kit = await addStudent(api, family, 'Kit Example');
    const [lesson = ''] = await shop.makeLessons(1);
    for (const Student_ID of [kit, family.studentId]) {
      const body = { ...bodyOf([lesson]), Student_ID };
      const { session_id } = (await family.call(endpoints.createCheckout, { body })).body;
      await shop.cancel(family, session_id);
    }
    await family.call(endpoints.removeStudent, { params: { id: kit } });
    const students = async () => {
      const rows = await api.database.db.selectFrom('students').select('id').execute();
      return rows.map(({ id }) => id);
    };
    expect(await students()).toContain(kit);
    api.clock.advance({ days: 35 });
    expect(await deletion()).toBe(2);
    expect(await students()).toEqual([family.studentId]);
  });

  test('leaves all others', async ({ api, shop, family, deletion, stored }) => {
    const paid = await shop.buy(family, 1);
    for (const status of ['pending', 'mismatched'] as const)
      await insertPayment(api, family, { status, session_id: `cs_${status}` });
    api.clock.advance({ days: 400 });
    expect(await deletion()).toBe(0);
    expect(new Set(await stored())).toEqual(new Set(['cs_mismatched', 'cs_pending', paid]));
  });

  test('leaves what a refund belongs to', async ({ api, family, deletion }) => {
    const id = await insertPayment(api, family, { status: 'expired', session_id: 'cs_refunded' });
    await reportRefunded(api.context(null), id, 100);
    api.clock.advance({ days: 36 });
    expect(await deletion()).toBe(0);
  });

  test('takes many, in two processes at once', async ({ api, family, deletion, stored }) => {
    const rows = Array.from({ length: 450 }, () => paymentRow(api, family, { status: 'failed' }));
    await api.database.db.insertInto('payments').values(rows).execute();
    const before = (await stored()).length;
    api.clock.advance({ days: 36 });
    const counts = await Promise.all([deletion(), deletion()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(450);
    expect(await stored()).toHaveLength(before - 450);
  });

  // SQLite runs one transaction after the other.
  if (inject('engine') === 'postgres')
    test('leaves what is changing at this moment', async ({ api, family, deletion }) => {
      const id = await insertPayment(api, family, { status: 'expired' });
      api.clock.advance({ days: 36 });
      const { end } = await begin(api, (work) => lockPayment(work, 'id', id));
      expect(await deletion()).toBe(0);
      await end();
      expect(await deletion()).toBe(1);
    });
});

test('the tutor reads the newest of them, and all payments', async ({ api, shop, family }) => {
  const paid = await shop.buy(family, 1);
  const rows = Array.from({ length: UNPAID_LISTED + 5 }, (_, nth) =>
    paymentRow(api, family, {
      status: nth % 2 === 0 ? 'expired' : 'failed',
      session_id: `cs_unpaid_${nth}`,
      created_at: api.clock.now + nth + 1,
    }),
  );
  await api.database.db.insertInto('payments').values(rows).execute();
  api.clock.advance({ minutes: 1 });
  const { body } = await shop.tutor.call(endpoints.listAdminPayments);
  const record = await shop.tutor.call(endpoints.getFamilyRecord, { params: { id: family.id } });
  for (const payments of [body.payments, record.body.record.payments]) {
    const own = payments.filter(({ family: of }) => of?.id === family.id);
    expect(own).toHaveLength(UNPAID_LISTED + 1);
    expect(own[0]?.session_id).toBe(`cs_unpaid_${UNPAID_LISTED + 4}`);
    expect(own.at(-1)?.session_id).toBe(paid);
  }
});
