// Calls at the same moment as the caller's removal from a family: none takes effect.
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

import { sql } from 'kysely';
import { expect, inject } from 'vitest';

import { bookLesson } from '../../lessons/bookings/book.ts';
import { updateLesson } from '../../lessons/planner/change-lesson.ts';
import { lockAccount } from '../../sessions/credentials.ts';
import { startSession } from '../../sessions/sessions.ts';
import { subjectsTo } from '../../testing/accounts/families.ts';
import {
  eraseFamily,
  removeParent,
  removeSignIn,
  removeStudent,
} from '../../testing/accounts/leaving.ts';
import type { TestApp } from '../../testing/app.ts';
import type { Caller, TestFamily } from '../../testing/caller.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  makeFamily,
  makeLesson,
  provenParent,
} from '../../testing/factories.ts';
import { begin, expectWaiting, overlap } from '../../testing/races/locks.ts';
import { race } from '../../testing/races/races.ts';
import { test } from '../../testing/test.ts';
import { updateStudent } from './students.ts';

test.override('settings', { credits: 2 });

type Prepare = (api: TestApp, family: TestFamily) => Promise<[id: string, () => Promise<unknown>]>;

const removals: Readonly<Record<string, Prepare>> = {
  async 'a sign-in is taken away'(api, family) {
    const { id } = await addSignIn(api, family, family.studentId);
    return [id, () => removeSignIn(family.context(), family.studentId)];
  },
  async 'a parent is removed'(api, family) {
    const { id } = await addParent(api, family);
    const proven = provenParent(family);
    return [id, () => removeParent(family.context(), proven, id)];
  },
  async 'the account is deleted'(api, family) {
    const { id } = await addParent(api, family);
    const proven = provenParent(family);
    return [id, () => eraseFamily(family.context(), proven)];
  },
};

// The embedded engine has one connection: nothing comes between what it reads and what it writes.
if (inject('engine') === 'postgres') {
  test.for(Object.entries(removals))(
    'leaves no session after %s while that person signs in',
    async ([, prepare], { api, db, family }) => {
      const [id, remove] = await prepare(api, family);
      const signIn: Parameters<typeof begin>[1] = async (work) => {
        const account = await lockAccount(work.tx, { audience: 'family', id });
        if (account !== null) await startSession(work, account);
      };
      await overlap(api, signIn, remove);
      const sessions = db.selectFrom('sessions').select('id').where('person_id', '=', id);
      expect(await sessions.execute()).toEqual([]);
    },
  );

  test('keeps a student whose lesson moves ahead', async ({ api, db, family, tutor }) => {
    const id = await addStudent(api, family);
    const lesson = await makeLesson(api);
    await bookLesson(family.context(), { lessonId: lesson.id, studentId: id });
    api.clock.set('2026-11-21T09:10:00.000Z');
    // Holds up the record of the change, when the lesson has been moved and nothing is committed
    // yet.
    const log = await begin(api, ({ tx }) => sql`lock table activities in share mode`.execute(tx));
    const asTutor = api.context(adminOf(tutor));
    const moving = updateLesson(asTutor, lesson.id, { Date: '2026-11-28' });
    await expectWaiting(db, 1);
    const removing = Promise.allSettled([removeStudent(family.context(), id)]);
    await expectWaiting(db, 2);
    await log.end();
    await moving;
    expect(await removing).toMatchObject([{ reason: { code: 'has_bookings' } }]);
  });
}

// The first race on this database: the count of deadlocks starts at 0.
race({
  title: 'causes no deadlock when a student is renamed and removed at once',
  only: 'postgres',
  rounds: 30,
  async setup({ api, round }) {
    const family = await makeFamily(api);
    const id = await addStudent(api, family);
    await addSignIn(api, family, id);
    return { family, id, round };
  },
  actors: ({ context, family, id, round }) => [
    () => removeStudent(context(family.actor), id),
    () =>
      pause(round % 5).then(() =>
        updateStudent(context(family.actor), id, { Student_Name: 'New Name' }),
      ),
  ],
  async invariant({ api, outcomes: [removed, renamed] }) {
    expect(removed).toBe('done');
    expect(['done', 'student_not_found']).toContain(renamed);
    const { rows } = await sql`select deadlocks from pg_stat_database
      where datname = current_database()`.execute(api.database.db);
    expect(rows).toEqual([{ deadlocks: 0 }]);
  },
});

race({
  title: 'emails no parent who is removed during a booking',
  only: 'postgres',
  rounds: 40,
  async setup({ api, round }) {
    const family = await makeFamily(api, 1);
    const partner = await addParent(api, family);
    const { id: lessonId } = await makeLesson(api);
    return { family, partner, lessonId, proven: provenParent(family), round };
  },
  actors: ({ context, family, partner, lessonId, proven, round }) => [
    () => pause(round % 8).then(() => bookLesson(context(family.actor), { lessonId })),
    () => removeParent(context(family.actor), proven, partner.id),
  ],
  async invariant({ partner, outcomes }) {
    expect(outcomes).toEqual(['done', 'done']);
    expect(await subjectsTo(partner)).toEqual(['Your sign-in was removed']);
  },
});

/** Sends a call with a slow body; runs `meanwhile` before its end. Returns the status line. */
async function callSlowly(
  api: TestApp,
  { token }: Caller,
  [line, body]: readonly [string, object],
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

test.for([
  ['sign-in is removed', '401', removeSignIn],
  ['right is revoked', '403', (context, id) => updateStudent(context, id, { may_book: false })],
] satisfies [string, string, (...args: Parameters<typeof removeSignIn>) => Promise<unknown>][])(
  'refuses a call whose %s while its body arrives',
  async ([, status, take], { api, family, lesson }) => {
    const { studentId } = family;
    const student = await addSignIn(api, family, studentId, true);
    const call = ['POST /api/bookings', { Lesson_ID: lesson.id }] as const;
    const takeAway = () => take(family.context(), studentId);
    expect(await callSlowly(api, student, call, takeAway)).toContain(status);
  },
);

test('refuses a call of a parent removed while its body arrives', async ({ api, family }) => {
  const partner = await addParent(api, family);
  const proven = provenParent(family);
  const path = `PUT /api/users/students/${family.studentId}`;
  const remove = () => removeParent(family.context(), proven, partner.id);
  const status = await callSlowly(api, partner, [path, { Student_Name: 'Rude Word' }], remove);
  expect(status).toContain('401');
});
