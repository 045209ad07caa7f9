// Returns one credit in several ways at once, and refunds during cancellations: each credit is
// returned once.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import { eraseFamily } from '../families/erasure.ts';
import type { TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import {
  adminOf,
  makeAdmin,
  makeLesson,
  makeFamily,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { type Fleet, startFleet } from '../testing/fleet.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { eventsAbout } from '../testing/payments.ts';
import { deleteLesson } from './change-lesson.ts';
import { markAttendance } from './attendance.ts';
import { bookLesson } from './book.ts';
import { cancelBooking } from './cancel.ts';

vi.setConfig({ testTimeout: 90_000 });

const ROUNDS = 20;

let sandbox: StripeSandbox;
let fleet: Fleet;
let observer: TestApp;
let admin: Caller;
beforeAll(async () => {
  sandbox = await startStripeSandbox();
  fleet = await startFleet({ stripe: sandbox });
  ({ observer } = fleet);
  admin = await makeAdmin(observer);
});
afterAll(async () => {
  await fleet.close();
  await sandbox.close();
});

const inAMonth = () => ({ Date: addDays(ukDate(Date.now()), 30) });

async function creditsOf(id: string): Promise<number> {
  const { credits } = await observer.database.db
    .selectFrom('balances')
    .select('credits')
    .where('family_id', '=', id)
    .executeTakeFirstOrThrow();
  return credits;
}

test('returns one credit once when marked absent, cancelled, deleted and closed at once', async () => {
  const { db } = observer.database;
  for (let round = 0; round < ROUNDS; round += 1) {
    const family = await makeFamily(observer, 1);
    const { id } = family;
    const lesson = await makeLesson(observer, inAMonth());
    const booker = observer.context(parentOf(family));
    const before = observer.context(adminOf(admin));
    const during = { ...before, now: Date.parse(lesson.starts_at) + 60_000 };
    const { booking } = await bookLesson(booker, { lessonId: lesson.id });
    const absence = { bookingId: booking.id, absent: true };
    // Each call has its own clock, as if the lesson moved back and forth between them.
    const outcomes = await Promise.allSettled([
      markAttendance(during, absence),
      cancelBooking(booker, booking.id),
      markAttendance(during, absence),
      deleteLesson(before, lesson.id),
      cancelBooking(booker, booking.id),
      ...(round % 5 === 0 ? [eraseFamily(booker, await provenParent(family))] : []),
    ]);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(['booking_not_found', 'unauthenticated', 'service_unavailable']).toContain(
          (outcome.reason as { code?: unknown }).code,
        );
    expect(await creditsOf(id), `round ${round}`).toBe(1);
    expect(await brokenInvariants(db), `round ${round}`).toEqual([]);
  }
});

/** Delivers the event to two servers at once. */
async function announceTwice(type: string, id: string): Promise<void> {
  const { payload, headers } = sandbox.signEvent(eventsAbout(sandbox, type, id).at(-1) ?? {});
  const answers = await Promise.all(
    [0, 1].map((index) =>
      fetch(fleet.serverFor(index).url + endpoints.stripeWebhook.path, {
        method: 'POST',
        headers,
        body: payload,
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
}

test('takes back all credits of a refund during cancellations, whatever the order', async () => {
  const CREDITS = 4;
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, token } = await makeFamily(observer);
    const { body } = await fleet.serverFor(0).call(endpoints.createCheckout, {
      token,
      body: { credits_quantity: CREDITS },
    });
    const session = body.checkout_url.split('/').at(-1) ?? '';
    sandbox.pay(session);
    await announceTwice('checkout.session.completed', session);
    const bookings: string[] = [];
    for (let n = 0; n < CREDITS; n += 1) {
      const lesson = await makeLesson(observer, inAMonth());
      const { booking } = await bookLesson(observer.context({ familyId: id, student: null }), {
        lessonId: lesson.id,
      });
      bookings.push(booking.id);
    }
    const intent = sandbox.paymentIntent(session).id;
    sandbox.refund(intent);
    const cancelled = bookings.map((bookingId, index) =>
      fleet.serverFor(index).call(endpoints.cancelBooking, { token, params: { bookingId } }),
    );
    await Promise.all([...cancelled, announceTwice('charge.refunded', intent)]);
    expect(await creditsOf(id), `round ${round}`).toBe(0);
    expect(await brokenInvariants(observer.database.db), `round ${round}`).toEqual([]);
  }
});

const run = (text: string) => sql.raw(text).execute(observer.database.db);

async function numberOf(text: string): Promise<number> {
  const { rows } = await sql.raw<{ found: number }>(text).execute(observer.database.db);
  return Number(rows[0]?.found);
}

test('control: code that reads whether a credit was returned and then returns it returns two', async () => {
  await run('create table naive_returns (booking integer not null, amount integer not null)');
  const giveBack = async (booking: number) => {
    const cost = await numberOf(
      `select coalesce(sum(amount), 0) as found from naive_returns where booking = ${booking}`,
    );
    if (cost < 0) await run(`insert into naive_returns (booking, amount) values (${booking}, 1)`);
  };
  for (let booking = 0; booking < ROUNDS; booking += 1) {
    await run(`insert into naive_returns (booking, amount) values (${booking}, -1)`);
    await Promise.all([giveBack(booking), giveBack(booking), giveBack(booking)]);
  }
  expect(
    await numberOf(
      'select count(*) as found from (select booking from naive_returns group by booking having sum(amount) > 0) as doubled',
    ),
  ).toBeGreaterThan(0);
});

test('control: code that reads a shortfall before it locks the balance leaves a refunded credit', async () => {
  await run(
    'create table naive_accounts (id integer primary key, credits integer not null, missing integer not null)',
  );
  const cancel = async (id: number) => {
    const missing = await numberOf(`select missing as found from naive_accounts where id = ${id}`);
    await run(
      missing > 0
        ? `update naive_accounts set missing = missing - 1 where id = ${id}`
        : `update naive_accounts set credits = credits + 1 where id = ${id}`,
    );
  };
  const refund = async (id: number, due: number) => {
    const credits = await numberOf(`select credits as found from naive_accounts where id = ${id}`);
    const taken = Math.min(due, credits);
    await run(
      `update naive_accounts set credits = credits - ${taken}, missing = ${due - taken} where id = ${id}`,
    );
  };
  for (let id = 0; id < ROUNDS; id += 1) {
    await run(`insert into naive_accounts (id, credits, missing) values (${id}, 0, 0)`);
    await Promise.all([cancel(id), refund(id, 2), cancel(id)]);
  }
  expect(
    await numberOf('select count(*) as found from naive_accounts where credits > 0'),
  ).toBeGreaterThan(0);
});
