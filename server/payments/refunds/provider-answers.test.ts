// Every answer of the provider to a refund: refused, pending, failed later, lost or none at all.
import { describe, expect } from 'vitest';

import { addParent } from '../../testing/factories.ts';
import { refundTest as test } from '../../testing/payments/refund-shop.ts';
import { refundFailedEmail } from './emails.ts';
import { readRefunds } from './stored-refunds.ts';

describe('a refund', () => {
  test('gives the credits back and tells the tutor if the provider refuses it for good', async ({
    shop,
    family,
    paid,
    refund,
    look,
    emailsOf,
  }) => {
    // A dispute, which nobody has reported here yet.
    shop.sandbox.dispute(shop.intentOf(paid.session));
    expect((await refund(paid.id, 2)).status).toBe(200);
    const payment = await look(paid.id);
    expect(payment).toMatchObject({ returned: 0, refunds: [{ state: 'failed', credits: 2 }] });
    const emails = await emailsOf(`refund-failed:${payment.refunds[0]?.id}`);
    expect(emails).not.toEqual([]);
    const why = `Charge ${shop.sandbox.charge(paid.session).id} has been charged back; cannot issue a refund.`;
    for (const { text } of emails) {
      const words = text.replaceAll(/\s+/g, ' ');
      expect(words).toContain(`Stripe says: ${why}`);
      expect(words).toContain("No money has reached the family. The refund's 2 credits are back");
    }
    expect(await family.readCredits()).toBe(5);
  });

  test('gives none back if all went back before', async ({ shop, family, paid, refund, look }) => {
    shop.sandbox.refund(shop.intentOf(paid.session));
    expect((await refund(paid.id, 2)).status).toBe(200);
    const after = {
      status: 'refunded',
      returned: 14_000,
      refunds: [
        { by: 'provider', state: 'done', amount: 14_000 },
        { by: 'tutor', state: 'failed' },
      ],
    };
    const payment = await look(paid.id);
    const refunds = payment.refunds.toSorted((one, other) => (one.by < other.by ? -1 : 1));
    expect({ ...payment, refunds }).toMatchObject(after);
    expect(await family.readCredits()).toBe(0);
    await shop.announce('charge.refunded', shop.intentOf(paid.session));
    expect(await look(paid.id)).toEqual(payment);
  });

  test.for(['pending', 'requires_action'] as const)(
    'is decided once if it is %s, by its event or a later check',
    async (status, { shop, family, paid, refund, look, emailsOf, checkAgain }) => {
      shop.sandbox.letRefundsBecome(status);
      await refund(paid.id, 1);
      expect(await look(paid.id)).toMatchObject({
        returned: 2800,
        refunds: [{ state: 'asked' }],
      });
      const [open] = shop.sandbox.refunds();
      shop.sandbox.settleRefund(open?.id ?? '', 'succeeds');
      await checkAgain();
      await shop.announce('refund.updated', open?.id ?? '');
      expect(await look(paid.id)).toMatchObject({ refunds: [{ state: 'done' }] });
      const [made] = (await look(paid.id)).refunds;
      expect(await emailsOf(`refunded:${made?.id}`)).toHaveLength(1);
      expect(await family.readCredits()).toBe(4);
    },
  );

  test.for([
    ['pending', "No money has reached the family. The refund's 5 credits are back"],
    [
      'succeeded',
      "The money was on its way to the family, but has come back to Stripe. The refund's 5 credits are back",
    ],
  ] as const)(
    'gives its credits back once if it is %s and fails later',
    async ([status, said], { shop, family, paid, refund, look, emailsOf, checkAgain }) => {
      shop.sandbox.letRefundsBecome(status);
      await refund(paid.id, 5);
      expect(await family.readCredits()).toBe(0);
      const [open] = shop.sandbox.refunds();
      shop.sandbox.settleRefund(open?.id ?? '', 'fails');
      await shop.announce('refund.failed', open?.id ?? '');
      await shop.announce('refund.failed', open?.id ?? '');
      await checkAgain();
      expect(await look(paid.id)).toMatchObject({
        status: 'paid',
        returned: 0,
        refundable: { credits: 5, amount: 14_000 },
        refunds: [{ state: 'failed' }],
      });
      expect(await family.readCredits()).toBe(5);
      // Its event has no reason.
      const [failed] = (await look(paid.id)).refunds;
      const [notice] = await emailsOf(`refund-failed:${failed?.id}`);
      const words = notice?.text.replaceAll(/\s+/g, ' ');
      expect(words).toContain('Your Stripe dashboard says why');
      expect(words).toContain(said);
    },
  );

  test('tells the parents once that it failed after it was done', async ({
    shop,
    family,
    paid,
    refund,
    look,
    emailsOf,
    checkAgain,
  }) => {
    const other = await addParent(shop.api, family);
    await refund(paid.id, 5);
    const [made] = shop.sandbox.refunds();
    shop.sandbox.settleRefund(made?.id ?? '', 'fails');
    await shop.announce('refund.failed', made?.id ?? '');
    await shop.announce('refund.failed', made?.id ?? '');
    await checkAgain();
    const [failed] = (await look(paid.id)).refunds;
    const notices = await emailsOf(`refund-came-back:${failed?.id}`);
    expect(notices.map(({ recipient }) => recipient)).toEqual([family.email, other.email]);
    for (const { text } of notices)
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        "We told you that it was on its way, but it has come back to us. The refund's 5 credits are back",
      );
  });

  test('tells no parent that one which the tutor asked for failed at once', async ({
    shop,
    paid,
    refund,
    look,
    emailsOf,
  }) => {
    shop.sandbox.dispute(shop.intentOf(paid.session));
    await refund(paid.id, 2);
    const [made] = (await look(paid.id)).refunds;
    expect(await emailsOf(`refund-failed:${made?.id}`)).not.toEqual([]);
    expect(await emailsOf(`refund-not-possible:${made?.id}`)).toEqual([]);
  });

  test('stays asked for without an answer, and is asked for again', async ({
    shop,
    family,
    paid,
    refund,
    look,
    checkAgain,
  }) => {
    shop.sandbox.startOutage('error');
    expect((await refund(paid.id, 2)).status).toBe(200);
    expect(await look(paid.id)).toMatchObject({ refunds: [{ state: 'asked' }] });
    await checkAgain();
    expect(await look(paid.id)).toMatchObject({ refunds: [{ state: 'asked' }] });
    expect(await family.readCredits()).toBe(3);
    shop.sandbox.endOutage();
    await checkAgain();
    await checkAgain();
    expect(await look(paid.id)).toMatchObject({ refunds: [{ state: 'done' }], returned: 5600 });
    expect(shop.sandbox.charge(paid.session).amount_refunded).toBe(5600);
  });

  test('is found a day later, if lost', async ({ shop, api, paid, refund, look, checkAgain }) => {
    shop.sandbox.startOutage('lose', 1);
    await refund(paid.id, 2);
    expect(await look(paid.id)).toMatchObject({ refunds: [{ state: 'asked' }] });
    // By then the provider has forgotten the idempotency key.
    api.clock.advance({ days: 2 });
    await checkAgain();
    expect(await readRefunds(api.database.db, paid.id)).toMatchObject([{ state: 'done' }]);
    expect(shop.sandbox.charge(paid.session).amount_refunded).toBe(5600);
  });
});

describe('the reason in the email to admins', () => {
  test.for([
    ['is one line', 'No\r\nBcc: a\u0000b\u202ec', 'Stripe says: No Bcc: a b c'],
    ['has at most 300 characters', 'x'.repeat(301), `Stripe says: ${'x'.repeat(300)}`],
    [
      'ends before a character that would be cut',
      `${'x'.repeat(299)}😀`,
      `Stripe says: ${'x'.repeat(299)}`,
    ],
    ['is left out if it is blank', ' \n ', null],
    ['is left out if there is none', null, null],
  ] as const)('%s', ([, reason, said]) => {
    const refund = { id: 'refund', credits: 1, amount: 2800, currency: 'gbp', wasDone: false };
    const { paragraphs } = refundFailedEmail(refund, 'payment', 'tutor@example.com', reason);
    const words = paragraphs.flat().filter((part) => typeof part === 'string');
    expect(words.filter((each) => each.startsWith('Stripe says: '))).toEqual(
      said === null ? [] : [said],
    );
    expect(words.join(' ').includes('Your Stripe dashboard says why')).toBe(said === null);
  });
});
