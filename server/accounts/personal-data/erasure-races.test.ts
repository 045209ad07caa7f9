// A family that leaves at the same moment as something is written about it.
import { sql } from 'kysely';
import { describe, expect, inject, vi } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { welcomeEmail } from '../../auth/emails.ts';
import { newId } from '../../base/ids.ts';
import { changeCredits } from '../../credits/ledger.ts';
import { queueEmail } from '../../email/queue.ts';
import { transact, type Work } from '../../engine/context.ts';
import { NEW_REQUEST } from '../../engine/idempotency.ts';
import { storeEnquiry } from '../../enquiries/enquire.ts';
import { insertEnquiry } from '../../enquiries/enquiries.ts';
import { bookLesson } from '../../lessons/bookings/book.ts';
import { updateLesson } from '../../lessons/planner/change-lesson.ts';
import { createPayment } from '../../payments/checkout/create-payment.ts';
import { resendReceipt } from '../../payments/invoices/receipts.ts';
import { applySession, attachSession } from '../../payments/payments.ts';
import { NO_MARKS } from '../../people/contact-marks.ts';
import { leaveWithoutHttp } from '../../testing/accounts/leaving.ts';
import type { TestFamily } from '../../testing/caller.ts';
import { adminOf, makeFamily, makeLesson } from '../../testing/factories.ts';
import { enquirer } from '../../testing/lessons/free-lessons.ts';
import { findTraces } from '../../testing/personal-data/find-text.ts';
import { begin, expectWaiting, overlap } from '../../testing/races/locks.ts';
import { sharedTest } from '../../testing/test.ts';
import { adjustCredits } from '../../tutor/families/tutor-records.ts';

vi.setConfig({ testTimeout: 90_000 });

const ROUNDS = Array.from({ length: 10 }, (_, round) => round);
const MARK = 'markreason';

const test = sharedTest
  .extend('asTutor', { scope: 'file' }, ({ api, tutor }) => () => {
    return api.context(adminOf(tutor));
  })
  .extend('tracesOf', ({ api }) => async (mark: string) => [
    ...(await findTraces(api.database, [mark])).keys(),
  ]);

/** Leaves, which must succeed, while the other calls are running. */
async function leaveDuring(family: TestFamily, ...calls: (() => Promise<unknown>)[]) {
  const outcomes = await Promise.allSettled([
    ...calls.map((call) => call()),
    leaveWithoutHttp(family),
  ]);
  expect(outcomes.at(-1)).toMatchObject({ status: 'fulfilled' });
  for (const outcome of outcomes)
    if (outcome.status === 'rejected')
      expect(['unauthenticated', 'not_found', 'payment_not_found']).toContain(outcome.reason.code);
}

test('stores no reason given while the family leaves', async ({ api, asTutor, tracesOf }) => {
  for (const round of ROUNDS) {
    const family = await makeFamily(api, 1);
    const give = () => adjustCredits(asTutor(), family.id, { amount: 1, reason: MARK });
    await leaveDuring(family, give, give, give);
    expect(await tracesOf(MARK), `round ${round}`).toEqual([]);
  }
});

// The embedded engine has one connection, so nothing happens between two statements.
test.runIf(inject('engine') === 'postgres')(
  'erases the enquiry of a form that is restored at the same time',
  async ({ api, tracesOf }) => {
    const { db } = api.database;
    const family = await makeFamily(api);
    const { user } = await family.readProfile();
    const mobile = user.role === 'parent' ? user.Parent_Phone_Number : '';
    const form = { ...enquirer(), name: MARK, email: family.email, mobile };
    await db
      .insertInto('caught_enquiries')
      .values({ id: newId(), ...form, filled: 'x', created_at: api.clock.now })
      .execute();
    const restore = async (work: Work) => {
      await work.tx.deleteFrom('caught_enquiries').where('email', '=', family.email).execute();
      await insertEnquiry(work, form, { familyId: family.id, marks: NO_MARKS });
    };
    await overlap(api, restore, () => leaveWithoutHttp(family));
    expect(await tracesOf(MARK)).toEqual([]);
  },
);

test('sends only the last email, whatever happens', async ({ api, asTutor, tracesOf }) => {
  for (const round of ROUNDS) {
    const family = await makeFamily(api, 3);
    const [booked, wanted] = [await makeLesson(api), await makeLesson(api)];
    await family.book(booked.id);
    const price = { credits: 1, amount: 3000, currency: 'gbp' };
    const { id: paymentId, ...pending } = await createPayment(family.context(), price);
    const session = { paymentId, sessionId: `cs_test_${round}` };
    await attachSession(api.context(null), session);
    const paid = { ...pending, ...session, paymentIntent: null, outcome: 'paid' } as const;
    await leaveDuring(
      family,
      () => bookLesson(family.context(), { lessonId: wanted.id }),
      () => updateLesson(asTutor(), booked.id, { Time: '11:00:00' }),
      () => applySession(api.context(null), paid),
      () => resendReceipt(asTutor(), paymentId),
      () => api.call(endpoints.forgotPassword, { body: { email: family.email } }),
    );
    expect(await tracesOf(family.email), `round ${round}`).toEqual(['emails.recipient']);
  }
});

test('keeps or deletes an enquiry as a whole', async ({ api, db }) => {
  for (const round of ROUNDS) {
    const family = await makeFamily(api);
    const form = { ...enquirer(), email: family.email, mobile: '07700900123' };
    const enquire = () => storeEnquiry(api.context(null), form, NEW_REQUEST, 'test');
    await enquire();
    await leaveDuring(family, enquire);
    const own = db.selectFrom('enquiries').select('id').where('email', '=', family.email);
    const enquiries = (await own.execute()).map(({ id }) => id);
    expect(enquiries.length).toBeLessThanOrEqual(1);
    const emails = (await family.readEmails()).flatMap(({ enquiry_id }) => enquiry_id ?? []);
    expect(emails, `round ${round}`).toEqual(enquiries);
  }
});

/** An email to a person of the family. */
const welcomeTo = (family: TestFamily, person: { email: string; name: string; id: string }) => {
  const { id: person_id, email, name } = person;
  const recipient = { person_id, family_id: family.id, email, email_confirmed_at: null, name };
  return { ...welcomeEmail(recipient, 'Ghost', { path: null }), cause: newId() };
};

/** Writes of data that names a family, each in its own transaction. */
const writes: readonly (readonly [string, (family: TestFamily) => (work: Work) => unknown])[] = [
  [
    'an email',
    (family) => (work) =>
      queueEmail(work, welcomeTo(family, { email: 'ghost@example.com', name: MARK, id: newId() })),
  ],
  [
    'a reason',
    ({ id }) =>
      (work) =>
        changeCredits(work, { familyId: id, amount: 1, kind: 'adjustment', reason: MARK }),
  ],
];

// The embedded engine has one connection: nothing runs between two statements of a transaction.
if (inject('engine') === 'postgres')
  describe('a write', () => {
    const raceTest = test
      /** The write comes while the family is leaving, which is held up at the emails it erases. */
      .extend('writeDuring', ({ api, db }) =>
      async (family: TestFamily, write: (work: Work) => Promise<unknown>) => {
        const { email, personId: id } = family;
        await transact(api.context(null), (work) =>
          queueEmail(work, welcomeTo(family, { email, name: 'Ghost', id })),
        );
        const busy = await begin(api, ({ tx }) =>
          tx
            .updateTable('emails')
            .set({ due_at: api.clock.now })
            .where('family_id', '=', family.id)
            .execute(),
        );
        const leaving = leaveWithoutHttp(family);
        await expectWaiting(db, 1);
        const writing = transact(api.context(null), write);
        await expectWaiting(db, 2);
        await busy.end();
        await Promise.all([leaving, writing]);
      });

    raceTest.for(writes)(
      'of %s is erased when committed after its family began to leave',
      async ([, write], { api, db, family, tracesOf }) => {
        const writing = await begin(api, async (work) => write(family)(work));
        const leaving = leaveWithoutHttp(family);
        await expectWaiting(db, 1);
        await writing.end();
        await leaving;
        expect(await tracesOf(MARK)).toEqual([]);
      },
    );

    raceTest.for(writes)(
      'of %s is not stored while its family is leaving',
      async ([, write], { family, tracesOf, writeDuring }) => {
        await writeDuring(family, async (work) => write(family)(work));
        expect(await tracesOf(MARK)).toEqual([]);
      },
    );

    raceTest('stays if it checks without a lock', async ({ db, family, tracesOf, writeDuring }) => {
      await sql`create table naive_reasons (family_id text references families (id), reason text)`.execute(
        db,
      );
      await writeDuring(family, ({ tx }) =>
        sql`insert into naive_reasons (family_id, reason)
          select id, ${MARK} from families where id = ${family.id} and deleted_at is null`.execute(
          tx,
        ),
      );
      expect(await tracesOf(MARK)).toEqual(['naive_reasons.reason']);
      await sql`drop table naive_reasons`.execute(db);
    });
  });
