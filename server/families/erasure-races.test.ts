// A family that leaves at the same moment as something is written about it.
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { welcome } from '../auth/emails.ts';
import { bookLesson } from '../lessons/book.ts';
import { transact, type Work } from '../engine/context.ts';
import { changeCredits } from '../credits/ledger.ts';
import { storeEnquiry } from '../enquiries/enquire.ts';
import { newId } from '../ids.ts';
import { NEW_REQUEST } from '../idempotency.ts';
import { queueEmail } from '../email/queue.ts';
import { resendReceipt } from '../payments/receipts.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { adjustCredits } from './tutor-records.ts';
import { updateLesson } from '../lessons/change-lesson.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller, TestFamily } from '../testing/caller.ts';
import {
  adminOf,
  makeAdmin,
  makeLesson,
  makeFamily,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { findTraces } from '../testing/traces.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { eraseFamily } from './erasure.ts';

vi.setConfig({ testTimeout: 90_000 });

const ROUNDS = 10;
const MARK = 'markreason';

let api: TestApp;
let admin: Caller;
beforeAll(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterAll(() => api.close());
beforeEach(() => api.clock.advance({ minutes: 1 }));

const asAdmin = () => adminOf(admin);
// Without HTTP, where the password check would let everything else finish first.
const leave = async (family: TestFamily) =>
  eraseFamily(api.context(parentOf(family)), await provenParent(family));

/** Runs all of them at once; what the family's leaving is refused by or breaks fails the test. */
async function beside(
  account: TestFamily,
  works: readonly (() => Promise<unknown>)[],
): Promise<void> {
  const outcomes = await Promise.allSettled([...works.map((work) => work()), leave(account)]);
  expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled' });
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(['unauthenticated', 'not_found', 'payment_not_found']).toContain(outcome.reason.code);
  expect(await brokenInvariants(api.database.db)).toEqual([]);
}

const give = ({ id }: Caller) =>
  adjustCredits(api.context(asAdmin()), id, { amount: 1, reason: MARK });

test('stores no reason that is given while the family leaves', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await makeFamily(api, 1);
    await beside(account, [() => give(account), () => give(account), () => give(account)]);
    expect(await findTraces(api.database, [MARK]), `round ${round}`).toEqual(new Map());
  }
});

test('emails nothing to a family that leaves during bookings, changes, payments and receipts', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await makeFamily(api, 3);
    const [booked, wanted] = [await makeLesson(api), await makeLesson(api)];
    await bookLesson(api.context(parentOf(account)), { lessonId: booked.id });
    const order = await createPayment(api.context(parentOf(account)), {
      credits: 1,
      amount: 3000,
      currency: 'gbp',
    });
    const sessionId = `cs_test_${round}`;
    await attachSession(api.context(null), { paymentId: order.id, sessionId });
    const paid = {
      ...order,
      paymentId: order.id,
      sessionId,
      paymentIntent: null,
      outcome: 'paid',
    } as const;
    await beside(account, [
      () => bookLesson(api.context(parentOf(account)), { lessonId: wanted.id }),
      () => updateLesson(api.context(asAdmin()), booked.id, { Time: '11:00:00' }),
      () => applySession(api.context(null), paid),
      () => resendReceipt(api.context(asAdmin()), order.id),
      () => api.call(endpoints.forgotPassword, { body: { email: account.email } }),
    ]);
    const left = [...(await findTraces(api.database, [account.email])).keys()];
    expect(left, `round ${round}`).toEqual(['emails.recipient']);
  }
});

test('keeps or deletes an enquiry as a whole when its family leaves', async () => {
  const { db } = api.database;
  for (let round = 0; round < ROUNDS; round += 1) {
    const account = await makeFamily(api);
    const form = {
      name: 'Ada',
      email: account.email,
      mobile: '07700900123',
      year_class: 'year-12',
    } as const;
    await storeEnquiry(api.context(null), form, NEW_REQUEST);
    await beside(account, [() => storeEnquiry(api.context(null), form, NEW_REQUEST)]);
    const enquiries = await db
      .selectFrom('enquiries')
      .select('id')
      .where('email', '=', account.email)
      .execute();
    expect(enquiries.length).toBeLessThanOrEqual(1);
    const emails = await db
      .selectFrom('emails')
      .select('enquiry_id')
      .where('recipient', '=', account.email)
      .where('enquiry_id', 'is not', null)
      .execute();
    expect(emails.map(({ enquiry_id }) => enquiry_id)).toEqual(enquiries.map(({ id }) => id));
  }
});

const recipientOf = ({ id, personId, email }: TestFamily) => ({
  person_id: personId,
  family_id: id,
  email,
  email_confirmed_at: null,
  name: 'Ghost',
});

/** Writes of data that names a family, each in its own transaction. */
const writes = {
  'a mail':
    ({ id }: Caller) =>
    async (work: Work) => {
      await queueEmail(work, {
        ...welcome(
          {
            person_id: newId(),
            family_id: id,
            email: 'ghost@example.com',
            email_confirmed_at: null,
            name: MARK,
          },
          'Ghost',
          { path: null },
        ),
        cause: newId(),
      });
    },
  'a reason':
    ({ id }: Caller) =>
    async (work: Work) => {
      await changeCredits(work, { familyId: id, amount: 1, kind: 'adjustment', reason: MARK });
    },
} as const;
/** Checks that the account exists and writes, without waiting for its deletion. */
const naively =
  ({ id }: Caller) =>
  async ({ tx }: Work) => {
    await sql`insert into naive_reasons (family_id, reason)
    select id, ${MARK} from families where id = ${id} and deleted_at is null`.execute(tx);
  };

/**
 * Runs the work in a transaction that stays open until the returned function is called, which waits
 * for its end.
 */
async function open(act: (work: Work) => Promise<unknown>): Promise<() => Promise<void>> {
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
  const whole = transact(api.context(null), async (work) => {
    await act(work);
    done();
    await mayEnd;
  });
  await isDone;
  return () => {
    end();
    return whole;
  };
}

/** The write comes while the family is leaving, which is held up at the emails it erases. */
async function writeDuring(
  account: TestFamily,
  write: (work: Work) => Promise<unknown>,
): Promise<void> {
  const context = api.context(null);
  await transact(context, (work) =>
    queueEmail(work, welcome(recipientOf(account), 'Ghost', { path: null })),
  );
  const release = await open(({ tx }) =>
    tx
      .updateTable('emails')
      .set({ due_at: api.clock.now })
      .where('family_id', '=', account.id)
      .execute(),
  );
  const leaving = leave(account);
  await expectWaiting(api.database.db, 1);
  const writing = transact(context, write);
  await expectWaiting(api.database.db, 2);
  await release();
  await Promise.all([leaving, writing]);
}

// The embedded engine has one connection: nothing runs between two statements of a transaction.
if (inject('engine') === 'postgres') {
  test.each(Object.entries(writes))(
    'erases %s that is committed after its family began to leave',
    async (_, write) => {
      const account = await makeFamily(api);
      const commit = await open(write(account));
      const leaving = leave(account);
      await expectWaiting(api.database.db, 1);
      await commit();
      await leaving;
      expect(await findTraces(api.database, [MARK])).toEqual(new Map());
    },
  );

  test.each(Object.entries(writes))(
    'does not store %s that is written while its family is leaving',
    async (_, write) => {
      const account = await makeFamily(api);
      await writeDuring(account, write(account));
      expect(await findTraces(api.database, [MARK])).toEqual(new Map());
    },
  );

  test('loses the same race with code that checks and writes without a lock', async () => {
    const { db } = api.database;
    await sql`create table naive_reasons (family_id text references families (id), reason text)`.execute(
      db,
    );
    const account = await makeFamily(api);
    await writeDuring(account, naively(account));
    expect([...(await findTraces(api.database, [MARK])).keys()]).toEqual(['naive_reasons.reason']);
    await sql`drop table naive_reasons`.execute(db);
  });
}
