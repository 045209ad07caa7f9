// A family that leaves: all its personal data is erased from every table and file, and its export
// was complete.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { deleteErasedFiles } from '../../email/erased-files.ts';
import { leaseDueEmail } from '../../email/leases.ts';
import { folderTransport, type OutgoingEmail } from '../../email/transport.ts';
import { sendDueEmails } from '../../email/worker.ts';
import { queueReminders } from '../../lessons/reminders/reminders.ts';
import { leave } from '../../testing/accounts/families.ts';
import { allMarks, EMAIL, FORMER_EMAIL, live } from '../../testing/personal-data/family-life.ts';
import { findTraces } from '../../testing/personal-data/find-text.ts';
import { type Classification, personalData } from '../../testing/personal-data/personal-data.ts';
import { readSender } from '../../testing/sender.ts';
import { fakeServer } from '../../testing/servers/mail-server.ts';
import { test as base } from '../../testing/test.ts';

const heldIn = (position: string): Classification | undefined => {
  const [table = '', column = ''] = position.split('.');
  return personalData[table]?.[column];
};

const test = base
  .extend('mail', ({ api }) => {
    const { database, databaseOptions } = api;
    const { dataDir } = databaseOptions;
    const folder = folderTransport(dataDir, readSender);
    const { mailing } = fakeServer(api);
    /** The subjects of the emails that the server rejects. */
    const refused = new Set(['Choose a new password']);
    const send = async (message: OutgoingEmail) => {
      if (refused.has(message.subject))
        throw new Error(`421 no message for ${message.recipient} just now`);
      await folder.send(message);
    };
    return {
      folder,
      refused,
      /** Writes the due emails to files. */
      send: () => sendDueEmails({ ...mailing, transport: { ...folder, send } }),
      deleteFiles: () => deleteErasedFiles({ database, clock: mailing.clock, dataDir }, 0),
      /** The files of the data folder that contain any of the marks. */
      async filesWithMarks() {
        const files = await readdir(dataDir, { recursive: true, withFileTypes: true });
        const found: string[] = [];
        for (const file of files.filter((each) => each.isFile())) {
          const text = await readFile(join(file.parentPath, file.name), 'latin1');
          if (allMarks.some((mark) => text.toLowerCase().includes(mark))) found.push(file.name);
        }
        return found;
      },
    };
  })
  /** The parent of a family whose life filled every column with its data. */
  .extend('parent', ({ api, tutor, mail }) => live(api, tutor, mail.send))
  .extend('traces', ({ api }) => async () => {
    return findTraces(api.database, allMarks);
  });
// So high that nobody reaches them: the counters must not contain personal data either.
test.override('settings', { rateLimitScale: 1000 });

test('finds family data in exactly the declared columns', async ({ parent, traces }) => {
  expect(parent.email).toBe(FORMER_EMAIL);
  const naming = Object.entries(personalData)
    .flatMap(([table, columns]) => Object.keys(columns).map((column) => `${table}.${column}`))
    .filter((position) => heldIn(position)?.of === 'family');
  expect([...(await traces()).keys()].toSorted()).toEqual(naming.toSorted());
});

test('exports everything that names the family', async ({ tutor, parent, traces }) => {
  const { data } = (await parent.call(endpoints.exportData)).body;
  const copy = JSON.stringify(data).toLowerCase();
  for (const [position, found] of await traces())
    if (heldIn(position)?.of === 'family')
      for (const mark of found) expect(copy, `${mark} of ${position}`).toContain(mark);
  const absences = data.bookings.map(({ absent_at }) => absent_at);
  expect(absences).toEqual([null, '2026-11-18T16:00:00.000Z', null]);
  // The first one has run out and was forgotten.
  expect(data.reset_requests).toHaveLength(1);
  const actions = data.tutor_actions.map(({ kind }) => kind);
  expect(actions).toEqual(['credits_adjusted', 'attendance', 'receipt_sent']);
  const first = { email: FORMER_EMAIL, note: 'Marknote: rang twice.', status: 'contacted' };
  expect(data.enquiries).toMatchObject([
    { ...first, name: 'Ada Markenquirer' },
    { email: EMAIL, note: '' },
  ]);
  expect(data.payments).toMatchObject([{ amount: 3000, disputes: [{ status: 'open' }] }]);
  expect(copy).not.toContain(tutor.email);
  expect(copy).not.toMatch(/argon2|hash|token/);
});

test('leaves only the payments', async ({ db, tutor, parent, mail, traces }) => {
  expect(await mail.filesWithMarks()).not.toEqual([]);
  await leave(parent);
  mail.refused.clear();
  await mail.send();
  await mail.deleteFiles();
  expect(Object.fromEntries(await traces())).toEqual({});
  expect(await mail.filesWithMarks()).toEqual([]);

  const payments = db.selectFrom('payments').select(['family_id', 'amount', 'status']);
  const paid = { family_id: parent.id, amount: 3000, status: 'paid' };
  expect(await payments.execute()).toEqual([paid]);
  const ledger = await db.selectFrom('credit_ledger').select('kind').orderBy('seq').execute();
  const kinds = ['adjustment', 'booking', 'booking', 'booking', 'adjustment', 'purchase', 'refund'];
  expect(ledger.map(({ kind }) => kind)).toEqual(kinds);
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  const words = activities.map(({ kind, subject }) => `${kind}: ${subject}`);
  expect(words).toContain('credits_adjusted: Deleted account: +3 credits');
  expect(words).toContain('enquiry_updated: Deleted enquiry: contacted');
});

test('removes the file of an unrecorded reminder', async ({ api, parent, mail }) => {
  mail.refused.clear();
  api.clock.set('2026-11-27T16:00:00Z');
  await mail.send();
  await mail.deleteFiles();
  await queueReminders(api.context(null));
  const reminder = await leaseDueEmail(api.context(null));
  if (reminder === null) throw new Error('no reminder is due');
  // The process ends here.
  await mail.folder.send(reminder);
  await parent.tryToCancel((await parent.listLessons()).at(-1)?.bookingId ?? '');
  api.clock.advance({ minutes: 2 });
  await mail.send();
  await leave(parent);
  await mail.send();
  await mail.deleteFiles();
  expect(await mail.filesWithMarks()).toEqual([]);
});
