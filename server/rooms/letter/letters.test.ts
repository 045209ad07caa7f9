// Who gets which letter after a lesson, when, and once.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { sendDueEmails } from '../../email/worker.ts';
import { settleMoves } from '../../lessons/planner/settle-moves.ts';
import { leave } from '../../testing/accounts/families.ts';
import { watch } from '../../testing/database/failing.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeFamily,
  makeLesson,
} from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { DUE, letterTest } from '../../testing/lessons/letters.ts';
import { fakeServer, tryLater } from '../../testing/servers/mail-server.ts';
import { sendLetters } from './send-letters.ts';

const test = letterTest.override('settings', { credits: 5 });

test.for([
  ['2026-11-18T16:59:59.999Z', 0],
  [DUE, 1],
  ['2026-11-19T16:59:59.999Z', 1],
  ['2026-11-19T17:00:00.000Z', 0],
] as const)('looks at %s: %i letter', async ([now, count], { lessonId, send, read }) => {
  expect(lessonId).toBeTruthy();
  await send(now);
  expect(await read()).toHaveLength(count);
});

test('sends one letter for each booking, and none after attendance was mended', async ({
  db,
  tutor,
  lessonId,
  family,
  bookingOf,
  send,
  subjects,
}) => {
  expect(lessonId).toBeTruthy();
  await send();
  const params = { bookingId: await bookingOf(family.studentId) };
  await tutor.call(endpoints.markAttendance, { params, body: { absent: true } });
  await send('2026-11-18T18:00:00Z');
  // Emails are erased in time, bookings know what was sent.
  await db.deleteFrom('emails').where('cause', 'like', 'letter:%').execute();
  await send('2026-11-18T19:00:00Z');
  expect(await subjects()).toEqual([]);
});

describe('the subject', () => {
  test('does not claim a student came when nothing shows it', async ({ lessonId, send, read }) => {
    expect(lessonId).toBeTruthy();
    await send();
    const [letter] = await read();
    expect(letter?.subject).toBe("Today's lesson");
    expect(letter?.text).not.toMatch(/\bcame\b|missed/);
  });

  test('says that a student who joined came', async ({ lessonId, family, join, send, read }) => {
    expect(lessonId).toBeTruthy();
    await join(family);
    await send();
    const [letter] = await read();
    expect(letter?.subject).toBe('What Student did today');
    expect(letter?.text).toContain('Student came to the lesson.');
  });

  test.for([
    [true, 'What Student missed'],
    [false, 'What Student did today'],
  ] as const)(
    "goes by the tutor's mark, absent at last: %s",
    async (
      [absent, subject],
      { api, tutor, lessonId, family, bookingOf, join, send, subjects },
    ) => {
      expect(lessonId).toBeTruthy();
      if (absent) await join(family);
      const params = { bookingId: await bookingOf(family.studentId) };
      api.clock.set('2026-11-18T16:00:00Z');
      for (const mark of absent ? [true] : [true, false])
        await tutor.call(endpoints.markAttendance, { params, body: { absent: mark } });
      await send();
      expect(await subjects()).toEqual([subject]);
    },
  );

  test('says nothing of a student who joined by the link of a sibling', async ({
    api,
    lessonId,
    family,
    join,
    send,
    read,
  }) => {
    const kit = await addStudent(api, family, 'Kit Example');
    await family.book(lessonId, kit);
    await join({ studentId: kit });
    await send();
    const [letter] = await read();
    expect(letter?.subject).toBe('What Kit did today');
    expect(letter?.text).toContain('Kit came');
    expect(letter?.text).not.toContain('Student came');
  });
});

describe('a family with siblings', () => {
  test('gets one letter about one lesson, and a student their own part', async ({
    api,
    lessonId,
    family,
    join,
    change,
    send,
    read,
  }) => {
    const kit = await addStudent(api, family, 'Kit Example');
    const other = await addParent(api, family);
    const own = await addSignIn(api, family, kit);
    await family.book(lessonId, kit);
    await join(family);
    await join({ studentId: kit });
    api.clock.set('2026-11-18T16:00:00Z');
    await change({ sentence: 'We measured g with a phone.' });
    await send();
    const subjects = Object.fromEntries(
      (await read()).map(({ recipient, subject }) => [recipient, subject]),
    );
    expect(subjects).toEqual({
      [family.email]: 'What Student and Kit did today',
      [other.email]: 'What Student and Kit did today',
      [own.email]: 'What you did today',
    });
    const [letter] = await read(family.email);
    expect(letter?.text.split('We measured g')).toHaveLength(2);
    const [part] = await read(own.email);
    expect(part?.text).toContain('You came to the lesson.');
    expect(part?.text).not.toMatch(/Student|emails you get/);
  });

  test('gets one letter of two lessons', async ({ api, topicId, lessonId, family, send, read }) => {
    expect(lessonId).toBeTruthy();
    const kit = await addStudent(api, family, 'Kit Example');
    const at = { Date: '2026-11-18', Time: '15:00:00', Topic_ID: topicId };
    const other = await makeLesson(api, { ...at, Lesson_Name: 'GCSE: Waves', Topic_ID: null });
    await family.book(other.id, kit);
    await makeLesson(api, at);
    await api.database.db
      .updateTable('lessons')
      .set({ letter_sentence: 'Strings and springs.' })
      .where('id', '=', other.id)
      .execute();
    await send();
    const [letter, ...others] = await read();
    expect(others).toEqual([]);
    expect(letter?.text).toMatch(/^Light and GCSE: Waves\n/);
    expect(letter?.text).toMatch(/\nStudent \d+: Light\n/);
    expect(letter?.text).toMatch(/\nKit Example: GCSE: Waves\n\nStrings and springs\.\n/);
  });
});

test.for([
  ['is moved', '2026-11-19', '2026-11-18T17:00:00Z', 0],
  ['is moved, in time', '2026-11-19', '2026-11-19T17:00:00Z', 1],
] as const)(
  'of a lesson that %s: %s',
  async ([, date, now, count], { tutor, lessonId, send, read }) => {
    await tutor.updateLesson(lessonId, { Date: date });
    await send(now);
    expect(await read()).toHaveLength(count);
  },
);

test.for([
  'deleted',
  'cancelled',
  'excused',
  'left',
  'removed',
  'off',
  'all off',
  'unwanted',
  'unconfirmed',
] as const)(
  'sends nothing: %s',
  async (how, { api, db, tutor, lessonId, family, bookingOf, change, send, read }) => {
    const bookingId = await bookingOf(family.studentId);
    if (how === 'cancelled') await family.cancel(bookingId);
    api.clock.set('2026-11-18T14:59:00Z');
    if (how === 'excused')
      await byExcuse(api, await excuseTokenOf(api, bookingId)).act({ do: 'tell' });
    api.clock.set('2026-11-18T16:00:00Z');
    if (how === 'deleted') await tutor.deleteLesson(lessonId);
    if (how === 'left') await leave(family);
    if (how === 'removed') {
      await addStudent(api, family);
      await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
    }
    if (how === 'off') await change({ state: 'off' });
    if (how === 'all off') await tutor.call(endpoints.updateSettings, { body: { letters: false } });
    if (how === 'unwanted') {
      const { body } = await family.call(endpoints.updateProfile, { body: { letters: false } });
      expect(body.user.letters).toBe(false);
    }
    if (how === 'unconfirmed')
      await db.updateTable('people').set({ email_confirmed_at: null }).execute();
    await send();
    expect(await read()).toEqual([]);
  },
);

test('says nothing without a topic and a sentence', async ({ api, family, send, read }) => {
  const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '15:00:00' });
  await family.book(id);
  await send();
  expect(await read()).toEqual([]);
});

test('goes an hour after the end over a clock change', async ({ api, topicId, send, read }) => {
  // From 23:30 to 00:30 UK time; at 01:00 UTC the clocks go back.
  api.clock.set('2026-10-20T12:00:00Z');
  const at = { Date: '2026-10-24', Time: '23:30:00', Topic_ID: topicId };
  const family = await makeFamily(api, 1);
  await family.book((await makeLesson(api, at)).id);
  await send('2026-10-25T00:29:59.999Z');
  expect(await read()).toEqual([]);
  await send('2026-10-25T00:30:00.000Z');
  expect(await read()).toMatchObject([{ subject: 'The lesson on Sat 24 Oct' }]);
});

test('survives a process that dies while it sends', async ({ api, family, lessonId, read }) => {
  const other = await makeFamily(api, 1);
  await other.book(lessonId);
  api.clock.set(DUE);
  let letters = 0;
  const database = watch(api.database, (node) => {
    if (node.kind !== 'InsertQueryNode' || !JSON.stringify(node.into).includes('"emails"')) return;
    letters += 1;
    if (letters === 2) throw new Error('the process dies here');
  });
  await expect(sendLetters({ ...api.context(null), database })).rejects.toThrow('1 letters');
  expect(await read()).toHaveLength(1);
  await sendLetters(api.context(null));
  await sendLetters(api.context(null));
  expect((await read()).map(({ recipient }) => recipient).toSorted()).toEqual(
    [family.email, other.email].toSorted(),
  );
});

test.for(['nothing', 'excused', 'deleted', 'moved', 'unwanted', 'removed'] as const)(
  'a letter that the mail server defers meets this meanwhile: %s',
  async (meanwhile, { api, db, tutor, family, lessonId, send }) => {
    let isDeferring = true;
    const { taken, mailing } = fakeServer(api, () => {
      if (isDeferring) throw tryLater();
    });
    await send();
    await sendDueEmails(mailing);
    if (meanwhile === 'excused') await db.updateTable('bookings').set({ excused_at: 1 }).execute();
    if (meanwhile === 'deleted') await tutor.deleteLesson(lessonId);
    if (meanwhile === 'moved') await tutor.updateLesson(lessonId, { Time: '14:00:00' });
    if (meanwhile === 'unwanted')
      await family.call(endpoints.updateProfile, { body: { letters: false } });
    if (meanwhile === 'removed') {
      await addStudent(api, family);
      await family.call(endpoints.removeStudent, { params: { id: family.studentId } });
    }
    isDeferring = false;
    api.clock.advance({ hours: 1 });
    await settleMoves(api.context(null));
    await sendDueEmails(mailing);
    const letters = taken.filter(({ subject }) => subject === "Today's lesson");
    expect(letters).toHaveLength(meanwhile === 'nothing' ? 1 : 0);
  },
);

test('takes true or false as the choice of a family, by a parent', async ({ api, family }) => {
  const own = await addSignIn(api, family, family.studentId);
  expect((await own.readProfile()).user.letters).toBe(true);
  for (const letters of ['no', 0, null]) {
    const answer = await family.send(endpoints.updateProfile, { body: { letters } });
    expect(answer.body).toMatchObject({ details: [{ field: 'letters' }] });
  }
  const body = { letters: false };
  expect((await own.send(endpoints.updateProfile, { body })).status).toBe(403);
  await family.call(endpoints.updateProfile, { body });
  expect((await own.readProfile()).user).toMatchObject({ letters: false, reminder_hours: [24] });
});

test('keeps no name in a subject once it was sent, or once a child is removed', async ({
  api,
  db,
  lessonId,
  family,
  join,
  send,
  subjects,
}) => {
  const kit = await addStudent(api, family, 'Kit Example');
  await addParent(api, family);
  await family.book(lessonId, kit);
  await join({ studentId: kit });
  await send();
  const [named, unnamed] = ['What Kit did today', 'What your child did today'];
  expect(await subjects()).toEqual([named, named]);
  const second = db.selectFrom('emails').select('id').where('subject', '=', named).limit(1);
  await db
    .updateTable('emails')
    .set({ due_at: Date.parse('2027-01-01T00:00:00Z') })
    .where('id', 'in', second)
    .execute();
  const { taken, mailing } = fakeServer(api);
  await sendDueEmails(mailing);
  expect(taken.map(({ subject }) => subject)).toContain(named);
  expect((await subjects()).toSorted()).toEqual([named, unnamed]);
  await family.call(endpoints.removeStudent, { params: { id: kit } });
  expect(await subjects()).toEqual([unnamed, unnamed]);
});
