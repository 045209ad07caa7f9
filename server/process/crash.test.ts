// Acknowledged work survives: a server killed in the middle of its work, and an orderly shutdown.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { startStripeSandbox, type StripeSandbox } from '../../sandbox/stripe.ts';
import type { DatabaseOptions } from '../engine/database.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';
import { lessonForm, makeFamilies, makeFamily, makeLesson } from '../testing/factories.ts';
import { eventsAbout } from '../testing/payments/payments.ts';
import { type ChildServer, startChildServer } from '../testing/servers/child-server.ts';

const ROUNDS = 10;
const WORKERS = 6;

/** An empty database and a stand-in of the payment provider. */
async function prepare() {
  const { options, drop } = await createTestDatabase();
  onTestFinished(drop);
  const sandbox = await startStripeSandbox();
  onTestFinished(() => sandbox.close());
  return { options, sandbox };
}

/** Accesses the database next to the server, or while there is none. */
const observe = (options: DatabaseOptions) =>
  startTestApp({ on: { ...options, exclusive: false }, now: new Date().toISOString() });

const ONE_CREDIT = { credits_quantity: 1 };

/** The work that the server acknowledged. */
interface AcknowledgedIds {
  readonly bookings: string[];
  readonly enquiries: string[];
  readonly payments: string[];
}

interface Work {
  server: ChildServer;
  sandbox: StripeSandbox;
  lessons: readonly string[];
  said: AcknowledgedIds;
}

/** Books, pays and enquires without a pause until the server is gone. */
async function workUntilGone(family: Caller, { server, sandbox, lessons, said }: Work) {
  const contact = {
    email: 'ann@example.com',
    mobile: '07700900123',
    year_class: 'year-11',
  } as const;
  try {
    for (let n = 0; ; n += 1) {
      const booked = await family.tryToBook(lessons[n % lessons.length] ?? '');
      if (booked.body.success) said.bookings.push(booked.body.booking.id);
      const name = `${family.id} ${n}`;
      await server.call(endpoints.registerInterest, { body: { ...contact, name } });
      said.enquiries.push(name);
      const { body } = await family.call(endpoints.createCheckout, { body: ONE_CREDIT });
      const id = body.checkout_url.split('/').at(-1) ?? '';
      sandbox.pay(id);
      const { payload, headers } = sandbox.signEvent(
        eventsAbout(sandbox, 'checkout.session.completed', id)[0] ?? {},
      );
      const url = server.url + endpoints.stripeWebhook.path;
      const { status } = await fetch(url, { method: 'POST', headers, body: payload });
      if (status === 200) said.payments.push(id);
    }
  } catch (error) {
    // Only the end of the server may end the work; a wrong answer fails the test.
    if (!(error instanceof TypeError)) throw error;
  }
}

async function expectStored(api: TestApp, acknowledged: AcknowledgedIds): Promise<void> {
  const { db } = api.database;
  const bookings = await db.selectFrom('bookings').select('id').execute();
  const enquiries = await db.selectFrom('enquiries').select('name').execute();
  const payments = db.selectFrom('payments').select('session_id').where('status', '=', 'paid');
  const kept = {
    bookings: new Set(bookings.map(({ id }) => id)),
    enquiries: new Set(enquiries.map(({ name }) => name)),
    payments: new Set((await payments.execute()).map(({ session_id }) => session_id)),
  };
  for (const what of ['bookings', 'enquiries', 'payments'] as const)
    expect(new Set(acknowledged[what]).difference(kept[what]), `lost ${what}`).toEqual(new Set());
  expect(await brokenInvariants(db)).toEqual([]);
}

test(`a server that is killed ${ROUNDS} times in the middle of its work has lost nothing that it acknowledged`, async () => {
  const { options, sandbox } = await prepare();
  const acknowledged: AcknowledgedIds = { bookings: [], enquiries: [], payments: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const server = await startChildServer(options, { stripe: sandbox });
    const observer = await observe(options);
    const details = { ...lessonForm, Date: addDays(ukDate(Date.now()), 30), Max_Students: 3 };
    const lessons: string[] = [];
    for (let n = 0; n < 20; n += 1) lessons.push((await makeLesson(observer, details)).id);
    const families = await makeFamilies(observer, WORKERS, 5);
    await observer.close();
    const over = new AbortController();
    const work = Promise.allSettled(
      families.map((family) =>
        workUntilGone(family.via(server), { server, sandbox, lessons, said: acknowledged }),
      ),
    ).finally(() => over.abort());
    // Never at the same point, but always after some work.
    const enough = acknowledged.payments.length + 2 + 3 * (round % 4);
    while (!over.signal.aborted && acknowledged.payments.length < enough) await sleep(7);
    await server.crash();
    expect((await work).filter(({ status }) => status === 'rejected')).toEqual([]);
    const after = await observe(options);
    await expectStored(after, acknowledged);
    await after.close();
  }
  // A round without any work would prove nothing.
  for (const list of Object.values(acknowledged)) expect(list.length).toBeGreaterThan(ROUNDS);
}, 300_000);

test('finishes the requests in flight on SIGTERM, and exits in time', async () => {
  const { options, sandbox } = await prepare();
  const server = await startChildServer(options, { stripe: sandbox });
  const observer = await observe(options);
  onTestFinished(() => observer.close());
  const family = (await makeFamily(observer)).via(server);
  // Browsers open connections in advance; this one never sends anything.
  const unused = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(unused, 'connect');
  const unusedIsClosed = once(unused.resume(), 'close');
  sandbox.setLatency(700);
  const answer = family.call(endpoints.createCheckout, { body: ONE_CREDIT });
  const payments = observer.database.db.selectFrom('payments').select('id');
  // Stored before the provider is asked, which takes its time.
  await expect.poll(async () => (await payments.execute()).length, { interval: 20 }).toBe(1);
  const { code, ms } = await server.terminate();
  expect((await answer).body.checkout_url).toContain(sandbox.url);
  expect(code).toBe(0);
  await unusedIsClosed;
  expect(ms).toBeLessThan(10_000);
  expect(await payments.where('session_id', 'is not', null).execute()).toHaveLength(1);
  await expect(fetch(`${server.url}/api/health`)).rejects.toThrow(TypeError);
});
