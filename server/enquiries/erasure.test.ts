// Deleting an enquiry: what is deleted with it, and that nothing of it remains.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sql } from 'kysely';
import { expect, inject } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { newId } from '../base/ids.ts';
import { startDeletingErasedFiles, deleteErasedFiles } from '../email/erased-files.ts';
import { folderTransport, type OutgoingEmail } from '../email/transport.ts';
import { sendDueEmails } from '../email/worker.ts';
import { makeAdmin } from '../testing/factories.ts';
import {
  changeEnquiry,
  deleteEnquiry,
  enquire,
  enquirer,
  listEnquiries,
} from '../testing/lessons/free-lessons.ts';
import { findTraces } from '../testing/personal-data/find-text.ts';
import { begin, expectWaiting } from '../testing/races/locks.ts';
import { readSender } from '../testing/sender.ts';
import { fakeServer, quietLog as log } from '../testing/servers/mail-server.ts';
import { statusesOf, test as base } from '../testing/test.ts';

const form = {
  name: 'Wilhelmina Markenquirer',
  email: 'markaddress@example.com',
  mobile: '07700 900987',
  year_class: 'year-12',
} as const;
const marks = ['markenquirer', 'markaddress', '900987', 'marknote'];

const test = base
  /** Writes emails to files of a folder of its own, and deletes those of erased emails. */
  .extend('mail', async ({ api }, { onCleanup }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lessons-enquiry-'));
    onCleanup(() => rm(dataDir, { recursive: true }));
    const folder = folderTransport(dataDir, readSender);
    const { mailing } = fakeServer(api);
    const about = { database: api.database, clock: () => api.clock.now, dataDir };
    return {
      send: () => sendDueEmails({ ...mailing, transport: folder }),
      deleteFiles: () => deleteErasedFiles(about, 0),
      startDeleting: () => startDeletingErasedFiles({ ...about, log }),
      files: async () => readdir(join(dataDir, 'mail')),
      async write(file: string) {
        await mkdir(join(dataDir, 'mail'), { recursive: true });
        await writeFile(join(dataDir, 'mail', file), 'written by another process');
      },
      /** In place of the file. */
      async makeFolder(file: string) {
        await rm(join(dataDir, 'mail', file));
        await mkdir(join(dataDir, 'mail', file));
      },
      /** Begins to send three emails, which wait for `finish` and then end like this. */
      async begin(end = (message: OutgoingEmail) => folder.send(message)) {
        const { promise: mayEnd, resolve: finish } = Promise.withResolvers<void>();
        let sending = 0;
        const send = async (message: OutgoingEmail) => {
          sending += 1;
          await mayEnd;
          await end(message);
        };
        const sent = sendDueEmails({ ...mailing, transport: { ...folder, send } });
        await expect.poll(() => sending).toBe(3);
        return async () => {
          finish();
          await sent;
        };
      },
    };
  })
  .extend('traces', ({ api }) => async () => {
    return [...(await findTraces(api.database, marks)).keys()].toSorted();
  })
  /** An enquiry that two admins are told of. */
  .extend('id', async ({ api, tutor }) => {
    const second = await makeAdmin(api);
    const { id } = await enquire(api, form);
    for (const admin of [tutor, second]) expect(await admin.readEmails()).toHaveLength(1);
    return id;
  })
  .extend('remove', ({ tutor, id }) => () => {
    return deleteEnquiry(tutor, id);
  });

test('removes an enquiry from everywhere', async ({ api, tutor, id, remove, mail, traces }) => {
  api.clock.advance({ minutes: -1 });
  const kept = await enquire(api, { ...enquirer(), name: 'Grace Hopper' });
  api.clock.advance({ minutes: 1 });
  await changeEnquiry(tutor, id, { status: 'contacted', note: 'Marknote: rang twice.' });
  await mail.send();
  expect(await mail.files()).toHaveLength(6);
  expect(await traces()).toEqual([
    'emails.recipient',
    'emails.subject',
    'enquiries.email',
    'enquiries.mobile',
    'enquiries.name',
    'enquiries.note',
  ]);

  expect((await remove()).body).toEqual({ success: true });
  await mail.deleteFiles();
  expect((await listEnquiries(tutor)).map((enquiry) => enquiry.id)).toEqual([kept.id]);
  expect(await traces()).toEqual([]);
  expect(await mail.files()).toHaveLength(3);
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  expect(activities.slice(0, 2)).toMatchObject([
    { kind: 'enquiry_deleted', subject: 'Deleted enquiry' },
    { kind: 'enquiry_updated', subject: 'Deleted enquiry: contacted' },
  ]);
});

test('does not send the unsent emails of a deleted enquiry', async ({ remove, mail, traces }) => {
  await remove();
  await mail.send();
  expect(await traces()).toEqual([]);
  await expect(mail.files()).rejects.toThrow('ENOENT');
});

test.for([
  ['arrives', async () => {}],
  ['fails', ({ recipient }: OutgoingEmail) => Promise.reject(new Error(`550 no ${recipient}`))],
] as const)(
  'writes nothing back of an email that %s after its enquiry was deleted',
  async ([, end], { remove, mail, traces }) => {
    const finish = await mail.begin(end);
    await remove();
    await finish();
    expect(await traces()).toEqual([]);
  },
);

test('removes a file written after files were deleted', async ({ remove, mail }) => {
  const finish = await mail.begin();
  await remove();
  await mail.deleteFiles();
  await finish();
  expect(await mail.files()).toHaveLength(3);
  await mail.deleteFiles();
  expect(await mail.files()).toEqual([]);
});

test('removes the others where one file cannot be removed', async ({ remove, mail }) => {
  await mail.send();
  const [file = ''] = await mail.files();
  await mail.makeFolder(file);
  await remove();
  await expect(mail.deleteFiles()).rejects.toThrow('1 files of erased emails stay');
  expect(await mail.files()).toEqual([file]);
});

test('removes the files of erased emails at the next start', async ({ remove, mail }) => {
  await mail.send();
  await remove();
  expect(await mail.files()).toHaveLength(3);
  const stop = mail.startDeleting();
  await expect.poll(mail.files).toEqual([]);
  await stop();
});

test('remembers erased emails for a month', async ({ api, db, remove, mail }) => {
  await mail.send();
  const [file = ''] = await mail.files();
  await remove();
  await mail.deleteFiles();
  api.clock.advance({ days: 30 });
  // A process may have been down for that long.
  await mail.write(file);
  await mail.deleteFiles();
  expect(await mail.files()).toEqual([]);
  api.clock.advance({ ms: 1 });
  await mail.deleteFiles();
  expect(await db.selectFrom('erased_emails').selectAll().execute()).toEqual([]);
});

test('erases an enquiry for the tutor alone, once', async ({ api, tutor, family, id, remove }) => {
  await remove();
  for (const unknown of [id, newId(), '7']) {
    const { body } = await tutor.refused(endpoints.deleteEnquiry, { params: { id: unknown } });
    expect(body).toMatchObject({ code: 'not_found', error: 'This enquiry no longer exists.' });
  }
  const params = { id: (await enquire(api)).id };
  expect((await family.refused(endpoints.deleteEnquiry, { params })).status).toBe(403);
  expect(await listEnquiries(tutor)).toHaveLength(1);
});

test('deletes once for concurrent calls, and logs it once', async ({ tutor, id }) => {
  const tryToRemove = () => tutor.either(endpoints.deleteEnquiry, { params: { id } });
  const answers = await Promise.all(Array.from({ length: 6 }, tryToRemove));
  expect(statusesOf(answers)).toEqual([200, 404, 404, 404, 404, 404]);
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  expect(activities.filter(({ kind }) => kind === 'enquiry_deleted')).toHaveLength(1);
});

// The embedded engine has one connection: nobody waits for a row there.
if (inject('engine') === 'postgres')
  // So a family that leaves causes no deadlock.
  test('locks an enquiry before its emails', async ({ api, db, id, remove, traces }) => {
    const lock = await begin(api, ({ tx }) =>
      tx.updateTable('enquiries').set({ note: 'locked' }).where('id', '=', id).execute(),
    );
    const removing = remove();
    await expectWaiting(db, 1);
    await sql`select id from emails where enquiry_id = ${id} for update nowait`.execute(
      lock.work.tx,
    );
    await lock.end();
    await removing;
    expect(await traces()).toEqual([]);
  });
