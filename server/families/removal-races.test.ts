// Calls at the same moment as the caller's removal from a family: none takes effect.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { lockAccount } from '../auth/credentials.ts';
import { startSession } from '../auth/sessions.ts';
import { bookLesson } from '../lessons/book.ts';
import { transact } from '../engine/context.ts';
import { updateLesson } from '../lessons/change-lesson.ts';
import { eraseFamily } from './erasure.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  makeAdmin,
  makeFamily,
  makeLesson,
  parentOf,
  provenParent,
} from '../testing/factories.ts';
import { brokenInvariants } from '../testing/invariants.ts';
import { readEmails } from '../testing/emails.ts';
import { expectWaiting } from '../testing/waiting.ts';
import { removeParent } from './parents.ts';
import { removeSignIn, removeStudent, updateStudent } from './students.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const byParent = (family: TestFamily) => api.context(parentOf(family));

// The embedded engine has one connection: nothing comes between what it reads and what it writes.
if (inject('engine') === 'postgres') {
  const removals = {
    'a sign-in is taken away': async (family: TestFamily) => {
      const { id } = await addSignIn(api, family, family.studentId);
      return { id, remove: () => removeSignIn(byParent(family), family.studentId) };
    },
    'a parent is removed': async (family: TestFamily) => {
      const { id } = await addParent(api, family);
      const proven = await provenParent(family);
      return { id, remove: () => removeParent(byParent(family), proven, id) };
    },
    'the account is deleted': async (family: TestFamily) => {
      const { id } = await addParent(api, family);
      const proven = await provenParent(family);
      return { id, remove: () => eraseFamily(byParent(family), proven) };
    },
  };

  test.each(Object.entries(removals))(
    'leaves no session after %s while that person signs in',
    async (_, make) => {
      const family = await makeFamily(api, 1);
      const { id, remove } = await make(family);
      const { removing } = await transact(api.context(null), async (work) => {
        await lockAccount(work.tx, { audience: 'family', id });
        await startSession(work, { audience: 'family', id });
        const waiting = remove();
        await expectWaiting(api.database.db, 1);
        return { removing: waiting };
      });
      await removing;
      const sessions = await api.database.db
        .selectFrom('sessions')
        .select('id')
        .where('person_id', '=', id)
        .execute();
      expect(sessions).toEqual([]);
    },
  );

  test('emails no parent who is removed during a booking', async () => {
    for (let round = 0; round < 40; round += 1) {
      const family = await makeFamily(api, 1);
      const partner = await addParent(api, family);
      const lesson = await makeLesson(api);
      const proven = await provenParent(family);
      const booking = pause(round % 8).then(() =>
        bookLesson(byParent(family), { lessonId: lesson.id }),
      );
      await removeParent(byParent(family), proven, partner.id);
      await booking;
      const subjects = (await readEmails(api, partner.email)).map(({ subject }) => subject);
      expect(subjects).toEqual(['Your sign-in was removed']);
    }
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });

  test('removes the booking of a student who is removed while its lesson moves ahead', async () => {
    const admin = await makeAdmin(api);
    const family = await makeFamily(api, 2);
    const id = await addStudent(api, family);
    const lesson = await makeLesson(api);
    await bookLesson(byParent(family), { lessonId: lesson.id, studentId: id });
    api.clock.set('2026-11-21T09:10:00.000Z');
    // Holds up the record of the change, when the lesson has been moved and nothing is committed
    // yet.
    const { moving, removing } = await api.database.db.transaction().execute(async (tx) => {
      await sql`lock table activities in share mode`.execute(tx);
      const update = updateLesson(api.context(adminOf(admin)), lesson.id, { Date: '2026-11-28' });
      await expectWaiting(api.database.db, 1);
      const removal = removeStudent(byParent(family), id);
      await expectWaiting(api.database.db, 2);
      return { moving: update, removing: removal };
    });
    await moving;
    await expect(removing).rejects.toMatchObject({ code: 'has_bookings' });
    expect(await brokenInvariants(api.database.db)).toEqual([]);
  });

  test('causes no deadlock when a student is renamed and removed at once', async () => {
    const deadlocks = async () => {
      const { rows } = await sql<{ count: number }>`select deadlocks as count from pg_stat_database
        where datname = current_database()`.execute(api.database.db);
      return rows[0]?.count;
    };
    const before = await deadlocks();
    for (let round = 0; round < 30; round += 1) {
      const family = await makeFamily(api);
      const id = await addStudent(api, family);
      await addSignIn(api, family, id);
      const renaming = pause(round % 5).then(() =>
        updateStudent(byParent(family), id, { Student_Name: 'New Name' }),
      );
      const [removed, renamed] = await Promise.allSettled([
        removeStudent(byParent(family), id),
        renaming,
      ]);
      expect(removed.status).toBe('fulfilled');
      if (renamed.status === 'rejected')
        expect(renamed.reason).toMatchObject({ code: 'student_not_found' });
    }
    expect(await deadlocks()).toBe(before);
  });
}

/** Sends a call with a slow body; runs `meanwhile` before its end. Returns the status line. */
async function callSlowly(
  line: string,
  { token, body }: { readonly token: string; readonly body: object },
  meanwhile: () => Promise<unknown>,
): Promise<string> {
  const port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const text = JSON.stringify(body);
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `${line} HTTP/1.1\r\nhost: lessons.test\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\nconnection: close\r\n\r\n{`,
  );
  await pause(1100);
  await meanwhile();
  socket.write(text.slice(1));
  const [data] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return data.toString().split('\r\n')[0] ?? '';
}

test('refuses a call whose sign-in is removed while its body arrives', async () => {
  const family = await makeFamily(api, 2);
  const lesson = await makeLesson(api);
  const { token } = await addSignIn(api, family, family.studentId, true);
  const status = await callSlowly(
    'POST /api/bookings',
    { token, body: { Lesson_ID: lesson.id } },
    () => removeSignIn(byParent(family), family.studentId),
  );
  expect(status).toContain('401');
});

test('refuses a call whose right is revoked while its body arrives', async () => {
  const family = await makeFamily(api, 2);
  const lesson = await makeLesson(api);
  const student = await addSignIn(api, family, family.studentId, true);
  const booking = await callSlowly(
    'POST /api/bookings',
    { token: student.token, body: { Lesson_ID: lesson.id } },
    () => updateStudent(byParent(family), family.studentId, { may_book: false }),
  );
  expect(booking).toContain('403');
});

test('refuses a call of a parent who is removed while its body arrives', async () => {
  const family = await makeFamily(api, 2);
  const { id, token } = await addParent(api, family);
  const proven = await provenParent(family);
  const status = await callSlowly(
    `PUT /api/users/students/${family.studentId}`,
    { token, body: { Student_Name: 'Rude Word' } },
    () => removeParent(byParent(family), proven, id),
  );
  expect(status).toContain('401');
});
