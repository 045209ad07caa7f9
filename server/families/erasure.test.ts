// A family that leaves: all its personal data is erased from every table and file, and its export
// was complete.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { findOutdated, queueReminders } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../ids.ts';
import { leaseDueEmail } from '../email/leases.ts';
import { sweepErased } from '../email/sweep.ts';
import { folderTransport, type OutgoingEmail } from '../email/transport.ts';
import { sendDueEmails } from '../email/worker.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { makeAdmin, PASSWORD } from '../testing/factories.ts';
import {
  allMarks,
  askToMoveTo,
  attend,
  describeStudents,
  EMAIL,
  enquire,
  FORMER_EMAIL,
  type LivingFamily,
  marks,
  moveTo,
  pay,
  shareWithOthers,
} from '../testing/family-life.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { SENDER } from '../testing/sender.ts';
import { type Classification, personalData } from '../testing/personal-data.ts';
import { findTraces } from '../testing/traces.ts';

let api: TestApp;
let admin: Caller;
beforeEach(async () => {
  // So high that nobody reaches them: the counters must not contain personal data either.
  api = await startTestApp({ rateLimitScale: 1000 });
  admin = await makeAdmin(api);
});
afterEach(() => api.close());

const clock = () => api.clock.now;
const log = { error: () => {}, warn: () => {} };
const heldIn = (position: string): Classification | undefined => {
  const [table = '', column = ''] = position.split('.');
  return personalData[table]?.[column];
};

/** The mail server of this test writes files, and rejects configured emails. */
const refused = new Set<string>();
beforeEach(() => refused.clear());
async function send(): Promise<void> {
  const folder = folderTransport(api.databaseOptions.dataDir, SENDER);
  const transport = {
    ...folder,
    async send(message: OutgoingEmail) {
      if (refused.has(message.subject))
        throw new Error(`421 no message for ${message.recipient} just now`);
      await folder.send(message);
    },
  };
  await sendDueEmails({ database: api.database, findOutdated, clock, transport, log });
}
const sweep = () =>
  sweepErased({ database: api.database, clock, dataDir: api.databaseOptions.dataDir }, 0);

/** The files of the data folder that contain any of the marks. */
async function filesWithMarks(folder = api.databaseOptions.dataDir): Promise<string[]> {
  const found: string[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) found.push(...(await filesWithMarks(path)));
    else {
      const text = (await readFile(path, 'latin1')).toLowerCase();
      if (allMarks.some((mark) => text.includes(mark))) found.push(name);
    }
  }
  return found;
}

/** The life of a family that fills every column with its data. */
async function live(): Promise<LivingFamily> {
  const asAdmin = { token: admin.token };
  await enquire(api, FORMER_EMAIL);
  const [enquiry] = (await api.call(endpoints.listEnquiries, asAdmin)).body.customers;
  await api.call(endpoints.updateEnquiry, {
    ...asAdmin,
    params: { id: enquiry?.id ?? '' },
    body: { status: 'contacted', note: 'Marknote: rang twice.' },
  });
  await api.call(endpoints.register, {
    body: {
      Parent_Name: 'Robin Markparent',
      Parent_Email: FORMER_EMAIL,
      Parent_Phone_Number: `07700 ${marks.phone}`,
      Student_Name: 'Kim Markstudent',
      password: PASSWORD,
    },
  });
  await api.refused(endpoints.login, {
    body: { email: FORMER_EMAIL, password: 'not the password' },
  });
  const { body } = await api.call(endpoints.login, {
    body: { email: FORMER_EMAIL, password: PASSWORD },
  });
  const family = { id: body.user.id, token: body.session.access_token };
  await api.call(endpoints.forgotPassword, { body: { email: FORMER_EMAIL } });
  await api.call(endpoints.adjustCredits, {
    ...asAdmin,
    params: { id: family.id },
    headers: { 'idempotency-key': newId() },
    body: { amount: 3, reason: 'Markreason' },
  });
  await attend(api, family, admin);
  await pay(api, family, admin);
  refused.add('Choose a new password');
  await send();
  await moveTo(api, family, EMAIL);
  await enquire(api, EMAIL);
  await askToMoveTo(api, family, `${marks.pendingEmail}@example.com`);
  await shareWithOthers(api, family);
  await describeStudents(api, family);
  await api.call(endpoints.forgotPassword, { body: { email: EMAIL } });
  return family;
}

const leave = ({ token }: LivingFamily) =>
  api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });

test('finds family data in exactly the declared columns', async () => {
  await live();
  const naming = Object.entries(personalData)
    .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
    .filter((position) => heldIn(position)?.of === 'family');
  const traces = [...(await findTraces(api.database, allMarks)).keys()];
  expect(traces.toSorted()).toEqual(naming.toSorted());
});

test('exports everything that names the family', async () => {
  const { token } = await live();
  const { body } = await api.call(endpoints.exportData, { token });
  const copy = JSON.stringify(body.data).toLowerCase();
  for (const [position, found] of await findTraces(api.database, allMarks))
    if (heldIn(position)?.of === 'family')
      for (const mark of found) expect(copy, `${mark} of ${position}`).toContain(mark);
  expect(body.data.bookings.map(({ absent_at }) => absent_at)).toEqual([
    null,
    '2026-11-18T16:00:00.000Z',
    null,
  ]);
  // The first one has run out and was forgotten.
  expect(body.data.reset_requests).toHaveLength(1);
  expect(body.data.tutor_actions.map(({ kind }) => kind)).toEqual([
    'credits_adjusted',
    'attendance',
    'receipt_sent',
  ]);
  expect(body.data.enquiries).toMatchObject([
    {
      email: FORMER_EMAIL,
      name: 'Ada Markenquirer',
      note: 'Marknote: rang twice.',
      status: 'contacted',
    },
    { email: EMAIL, note: '' },
  ]);
  expect(body.data.payments).toMatchObject([{ amount: 3000, disputes: [{ status: 'open' }] }]);
  expect(copy).not.toContain(admin.email);
  expect(copy).not.toMatch(/argon2|hash|token/);
});

test('leaves no personal data in any table or file, and keeps the payments', async () => {
  const family = await live();
  expect(await filesWithMarks()).not.toEqual([]);
  await leave(family);
  refused.clear();
  await send();
  await sweep();
  expect(Object.fromEntries(await findTraces(api.database, allMarks))).toEqual({});
  expect(await filesWithMarks()).toEqual([]);

  const { db } = api.database;
  const payments = await db
    .selectFrom('payments')
    .select(['family_id', 'amount', 'status'])
    .execute();
  expect(payments).toEqual([{ family_id: family.id, amount: 3000, status: 'paid' }]);
  const ledger = await db.selectFrom('credit_ledger').select('kind').orderBy('seq').execute();
  expect(ledger.map(({ kind }) => kind)).toEqual([
    'adjustment',
    'booking',
    'booking',
    'booking',
    'adjustment',
    'purchase',
    'refund',
  ]);
  const { activities } = (await api.call(endpoints.listActivities, { token: admin.token })).body;
  const words = activities.map(({ kind, subject }) => `${kind}: ${subject}`);
  expect(words).toContain('credits_adjusted: Deleted account: +3 credits');
  expect(words).toContain('enquiry_updated: Deleted enquiry: contacted');
  expect(await brokenInvariants(db)).toEqual([]);
});

test('removes the file of a reminder that was written but withdrawn before its sending was recorded', async () => {
  const family = await live();
  refused.clear();
  api.clock.set('2026-11-27T16:00:00Z');
  await send();
  await sweep();
  await queueReminders(api.context(null));
  const reminder = await leaseDueEmail(api.context(null));
  if (reminder === null) throw new Error('no reminder is due');
  // The process ends here.
  await folderTransport(api.databaseOptions.dataDir, SENDER).send(reminder);
  const { body } = await api.call(endpoints.listLessons, family);
  const bookingId = body.lessons.at(-1)?.bookingId ?? '';
  await api.call(endpoints.cancelBooking, { token: family.token, params: { bookingId } });
  api.clock.advance({ minutes: 2 });
  await send();
  await leave(family);
  await send();
  await sweep();
  expect(await filesWithMarks()).toEqual([]);
});
