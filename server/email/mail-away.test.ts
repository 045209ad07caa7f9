// Real server processes while no mail server answers: families go on booking, and each email goes
// out once afterwards.
import { setTimeout as sleep } from 'node:timers/promises';

import { expect, onTestFinished, test } from 'vitest';

import { addDays, ukDate } from '../../domain/time.ts';
import { brokenInvariants } from '../testing/database/invariants.ts';
import { makeFamilies, makeLesson } from '../testing/factories.ts';
import { startFleet } from '../testing/races/fleet.ts';
import { recipientOf, startMailServer } from '../testing/servers/smtp.ts';

const FAMILIES = 8;
/** The servers have the real clock. */
const nextMonth = () => ({ Date: addDays(ukDate(Date.now()), 30), Max_Students: FAMILIES });
const PATIENCE = { timeout: 25_000 };

test('families book without a mail server, and each email arrives once afterwards', async () => {
  const before = await startMailServer();
  await before.close();
  const { observer, serverFor, close } = await startFleet({ smtpUrl: before.url });
  onTestFinished(close);
  const { db } = observer.database;
  const families = await makeFamilies(observer, FAMILIES, 1);
  const { id } = await makeLesson(observer, nextMonth());
  await Promise.all(families.map((family, n) => family.via(serverFor(n)).book(id)));

  const unsent = db.selectFrom('emails').selectAll().where('sent_at', 'is', null);
  const tried = unsent.where('attempts', '>', 0).where('last_error', 'is not', null);
  await expect.poll(async () => (await tried.execute()).length, PATIENCE).toBe(FAMILIES);
  const after = await startMailServer({ port: before.port });
  // The pause before the next attempt is over.
  await db.updateTable('emails').set({ due_at: Date.now() }).execute();
  await expect.poll(async () => (await unsent.execute()).length, PATIENCE).toBe(0);
  // By then, a process that would send one again has looked.
  await sleep(500);
  const addresses = families.map(({ email }) => email).toSorted();
  expect(after.received.map(recipientOf).toSorted()).toEqual(addresses);
  expect(await brokenInvariants(db)).toEqual([]);
}, 60_000);
