// Inquiries of banks: they move no money and stop no refund, and may become disputes.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { readEmails } from '../../testing/emails.ts';
import { permutations } from '../../testing/payments/payments.ts';
import { sharedShopTest, type TestShop } from '../../testing/payments/shop.ts';
import { codeOf } from '../../testing/test.ts';

const CREATED = 'charge.dispute.created';
const UPDATED = 'charge.dispute.updated';
const CLOSED = 'charge.dispute.closed';

const ASKED = 'A bank asks about a payment';
const OVER = "A bank's inquiry is over";
const DISPUTED = 'A payment is disputed';
const LOST = 'A disputed payment is lost';

const test = sharedShopTest
  /** The session of a payment for five credits. */
  .extend('paid', async ({ shop, family }) => {
    const session = await shop.payUnheard(family, 5);
    await shop.hearOf(session);
    return session;
  })
  .extend('inquiry', ({ shop, paid }) => {
    const { id } = shop.sandbox.inquire(shop.intentOf(paid));
    return { id, created: shop.eventOf(CREATED, id) };
  })
  .extend('look', ({ shop, paid }) => async () => {
    const { payments } = (await shop.tutor.call(endpoints.listAdminPayments)).body;
    const found = payments.find(({ session_id }) => session_id === paid);
    if (found === undefined) throw new Error('the payment is not listed');
    return found;
  })
  .extend('subjects', ({ shop, inquiry }) => async () => {
    const emails = await readEmails(shop.api, null, `dispute:${inquiry.id}`);
    return emails.map(({ subject }) => subject);
  });

/** Changes the state of the inquiry at the provider; returns the event. */
function change({ sandbox, eventOf }: TestShop, id: string, to: string, type = UPDATED) {
  sandbox.changeDispute(id, to);
  const event = eventOf(UPDATED, id);
  return { ...event, type };
}

describe('an inquiry', () => {
  test('is told once, and is no dispute', async ({ shop, family, inquiry, look, subjects }) => {
    await shop.hear(inquiry.created, inquiry.created);
    await shop.hear(change(shop, inquiry.id, 'warning_under_review'));
    expect(await look()).toMatchObject({
      status: 'paid',
      dispute: null,
      inquiry: 'open',
      inquiry_due_at: expect.stringMatching(/^2026-11-28T/),
      refundable: { credits: 5 },
    });
    expect(await family.readCredits()).toBe(5);
    expect(await subjects()).toEqual([ASKED]);
    const [email] = await shop.tutor.readEmails(`dispute:${inquiry.id}`);
    for (const words of ['by Saturday 28 November 2026', 'No money has moved', 'without a fee'])
      expect(email?.text).toContain(words);
    const { reconciliation } = (await shop.tutor.call(endpoints.getReconciliation)).body;
    expect(reconciliation.open_inquiries).toBeGreaterThan(0);
  });

  test('stops no refund, and ends with a full one', async ({ shop, inquiry, look, subjects }) => {
    await shop.hear(inquiry.created);
    const { id } = await look();
    const refunded = await shop.tutor.either(endpoints.refundPayment, {
      params: { id },
      body: { credits: 5 },
      headers: { 'idempotency-key': newId() },
    });
    expect(codeOf(refunded)).toBe('done');
    await shop.hear(shop.eventOf(CLOSED, inquiry.id));
    expect(await look()).toMatchObject({
      status: 'refunded',
      dispute: null,
      inquiry: 'closed',
      inquiry_due_at: null,
      returned: 14_000,
    });
    expect(await subjects()).toEqual([ASKED, OVER]);
  });

  test.for(['warning_closed', 'prevented'])(
    'ends as %s, and opens nothing',
    async (status, { shop, inquiry, look, subjects }) => {
      await shop.hear(inquiry.created);
      const event = change(shop, inquiry.id, status, CLOSED);
      await shop.hear(event, event);
      expect(await look()).toMatchObject({ dispute: null, inquiry: 'closed' });
      expect(await subjects()).toEqual([ASKED, OVER]);
    },
  );

  test('that is prevented before opens nothing', async ({ shop, inquiry, look, subjects }) => {
    await shop.hear(change(shop, inquiry.id, 'prevented', CREATED));
    expect(await look()).toMatchObject({ dispute: null, inquiry: null });
    expect(await subjects()).toEqual([]);
  });
});

describe('an inquiry that becomes a dispute', () => {
  test.for(permutations(['created', 'disputed', 'withdrawn', 'lost'] as const))(
    'leads to the same result by events in the order %s, %s, %s, %s',
    async (order, { shop, family, inquiry, look, subjects }) => {
      const { id, created } = inquiry;
      const disputed = change(shop, id, 'needs_response');
      const withdrawn = change(shop, id, 'under_review', 'charge.dispute.funds_withdrawn');
      const lost = change(shop, id, 'lost', CLOSED);
      const events = { created, disputed, withdrawn, lost };
      await shop.hear(...[...order, ...order].map((kind) => events[kind]));
      expect(await look()).toMatchObject({ status: 'refunded', dispute: 'lost' });
      expect((await look()).inquiry).not.toBe('open');
      expect(await family.readCredits()).toBe(0);
      const subjectsSent = await subjects();
      expect(subjectsSent.length).toBe(new Set(subjectsSent).size);
      expect(subjectsSent.at(-1)).toBe(LOST);
    },
  );

  test('is closed as an inquiry, and stops refunds', async ({ shop, inquiry, look, subjects }) => {
    await shop.hear(inquiry.created, change(shop, inquiry.id, 'needs_response'));
    expect(await look()).toMatchObject({
      dispute: 'open',
      inquiry: 'closed',
      inquiry_due_at: null,
      refundable: { credits: 0 },
    });
    expect(await subjects()).toEqual([ASKED, DISPUTED]);
    // A late report of the inquiry changes nothing.
    await shop.hear(inquiry.created);
    expect(await look()).toMatchObject({ dispute: 'open', inquiry: 'closed' });
  });
});

describe('an appeal', () => {
  test('opens a lost dispute again, without credits', async ({ shop, family, inquiry, look }) => {
    const { id } = inquiry;
    await shop.hear(change(shop, id, 'lost', CLOSED));
    await shop.hear(change(shop, id, 'appeal_under_review'));
    expect(await look()).toMatchObject({ dispute: 'open', returned: 14_000 });
    expect(await family.readCredits()).toBe(0);
    await shop.hear(change(shop, id, 'won', 'charge.dispute.funds_reinstated'));
    expect(await look()).toMatchObject({ dispute: 'lost' });
    const subject = 'A disputed payment stays with you';
    const emails = await readEmails(shop.api, null, `dispute:${id}:won`);
    expect(emails.map((email) => email.subject)).toEqual([subject]);
  });
});

test('a repeated report of the loss leaves an appeal open', async ({ shop, inquiry, look }) => {
  const { id } = inquiry;
  const lost = change(shop, id, 'lost', CLOSED);
  await shop.hear(lost, change(shop, id, 'appeal_needs_response'), lost);
  expect(await look()).toMatchObject({ dispute: 'open' });
  await shop.hear(change(shop, id, 'lost'));
  expect(await look()).toMatchObject({ dispute: 'lost' });
});

test('an unknown state changes nothing, told once', async ({ shop, inquiry, look, subjects }) => {
  const event = change(shop, inquiry.id, 'something_new');
  await shop.hear(event, event);
  expect(await look()).toMatchObject({ dispute: null, inquiry: null });
  expect(await subjects()).toEqual(['A payment needs a look at Stripe']);
});

test('a doubtful report waits while the provider is away', async ({ shop, inquiry, look }) => {
  const { id, created } = inquiry;
  const closed = change(shop, id, 'warning_closed', CLOSED);
  await shop.hear(closed);
  shop.sandbox.startOutage('error');
  expect((await shop.deliver(created)).status).toBe(502);
  shop.sandbox.endOutage();
  await shop.hear(created);
  expect(await look()).toMatchObject({ inquiry: 'closed' });
});
