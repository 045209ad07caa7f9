// Returns one credit in several ways at once, and refunds during cancellations: each credit is
// returned once.
import { sql } from 'kysely';
import { afterAll, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { addDays, ukDate } from '../../../domain/time.ts';
import { startStripeSandbox } from '../../../sandbox/stripe.ts';
import { eraseFamily } from '../../testing/accounts/leaving.ts';
import type { TestApp } from '../../testing/app.ts';
import { adminOf, makeFamily, makeLesson, provenParent } from '../../testing/factories.ts';
import { eventsAbout } from '../../testing/payments/payments.ts';
import { type Arena, naiveRace, race, raceTest } from '../../testing/races/races.ts';
import { markAttendance } from '../planner/attendance.ts';
import { deleteLesson } from '../planner/change-lesson.ts';
import { bookLesson } from './book.ts';
import { cancelBooking } from './cancel.ts';

const sandbox = await startStripeSandbox();
afterAll(() => sandbox.close());
raceTest.override('servers', 'processes');
raceTest.override('outside', { stripe: sandbox });

const ROUNDS = 20;
const REFUSALS = ['booking_not_found', 'unauthenticated', 'service_unavailable'];

const makeLessonInAMonth = (api: TestApp) =>
  makeLesson(api, { Date: addDays(ukDate(Date.now()), 30) });

/** The credits of a family, which may have left. */
async function creditsOf({ database: { db } }: TestApp, familyId: string) {
  const balance = db.selectFrom('balances').select('credits').where('family_id', '=', familyId);
  return (await balance.executeTakeFirstOrThrow()).credits;
}

race({
  title: 'returns one credit once when marked absent, cancelled, deleted and closed at once',
  rounds: ROUNDS,
  setup: async ({ api, context, tutor, round }) => {
    const family = await makeFamily(api, 1);
    const lesson = await makeLessonInAMonth(api);
    const { booking } = await bookLesson(context(family.actor), { lessonId: lesson.id });
    const before = context(adminOf(await tutor()));
    // Each call has its own clock, as if the lesson moved back and forth between them.
    const during = { ...before, now: Date.parse(lesson.starts_at) + 60_000 };
    const erasures = round % 5 === 0 ? [provenParent(family)] : [];
    return { family, lesson, bookingId: booking.id, before, during, erasures };
  },
  actors: ({ context, family, lesson, bookingId, before, during, erasures }) => {
    const mark = () => markAttendance(during, { bookingId, absent: true });
    const cancel = () => cancelBooking(context(family.actor), bookingId);
    return [
      mark,
      cancel,
      mark,
      () => deleteLesson(before, lesson.id),
      cancel,
      ...erasures.map((proven) => () => eraseFamily(context(family.actor), proven)),
    ];
  },
  invariant: async ({ api, family, outcomes }) => {
    for (const outcome of outcomes) expect(['done', ...REFUSALS]).toContain(outcome);
    expect(await creditsOf(api, family.id)).toBe(1);
  },
});

/** Delivers the event to two servers at once. */
async function announceTwice({ server }: Arena, type: string, id: string): Promise<void> {
  const { payload, headers } = sandbox.signEvent(eventsAbout(sandbox, type, id).at(-1) ?? {});
  const urls = [server(), server()].map(({ url = '' }) => url + endpoints.stripeWebhook.path);
  const answers = await Promise.all(
    urls.map((url) => fetch(url, { method: 'POST', headers, body: payload })),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
}

race({
  title: 'takes back all credits of a refund during cancellations, whatever the order',
  rounds: ROUNDS,
  setup: async (arena) => {
    const { api, server } = arena;
    const family = await makeFamily(api);
    const body = { credits_quantity: 4 };
    const checkout = await family.via(server()).call(endpoints.createCheckout, { body });
    const session = checkout.body.checkout_url.split('/').at(-1) ?? '';
    sandbox.pay(session);
    await announceTwice(arena, 'checkout.session.completed', session);
    const bookings: string[] = [];
    for (let n = 0; n < 4; n += 1)
      bookings.push(await family.book((await makeLessonInAMonth(api)).id));
    const intent = sandbox.paymentIntent(session).id;
    sandbox.refund(intent);
    return { arena, family, bookings, intent };
  },
  actors: ({ arena, family, bookings, intent, server }) => [
    ...bookings.map((id) => () => family.via(server()).tryToCancel(id)),
    () => announceTwice(arena, 'charge.refunded', intent),
  ],
  invariant: async ({ api, family, outcomes }) => {
    expect(outcomes).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(await creditsOf(api, family.id)).toBe(0);
  },
});

/** A table with one account. */
async function makeAccount({ database: { db } }: TestApp, credits: number) {
  await sql`drop table if exists accounts`.execute(db);
  await sql`create table accounts (credits integer, missing integer)`.execute(db);
  await sql`insert into accounts (credits, missing) values (${credits}, 0)`.execute(db);
  const account = async () => {
    const all = sql<{ credits: number; missing: number }>`select credits, missing from accounts`;
    return (await all.execute(db)).rows[0] ?? expect.unreachable();
  };
  return { db, account };
}

naiveRace({
  title: 'control: code that reads whether a credit was returned and then returns it returns two',
  setup: ({ api }) => makeAccount(api, -1),
  actors: ({ db, account }) =>
    [1, 2, 3].map(() => async () => {
      if ((await account()).credits < 0)
        await sql`update accounts set credits = credits + 1`.execute(db);
    }),
  invariant: async ({ account }) => expect((await account()).credits).toBe(0),
});

naiveRace({
  title: 'control: code that reads a shortfall before it locks leaves a refunded credit',
  setup: ({ api }) => makeAccount(api, 0),
  actors: ({ db, account }) => {
    const cancel = async () => {
      const { missing } = await account();
      await (
        missing > 0
          ? sql`update accounts set missing = missing - 1`
          : sql`update accounts set credits = credits + 1`
      ).execute(db);
    };
    const refund = async () => {
      const taken = Math.min(2, (await account()).credits);
      await sql`update accounts set credits = credits - ${taken}, missing = ${2 - taken}`.execute(
        db,
      );
    };
    return [cancel, refund, cancel];
  },
  invariant: async ({ account }) => expect((await account()).credits).toBe(0),
});
