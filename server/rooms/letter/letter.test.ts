// The letter in the tutor's room: its sentence, when it goes, and its preview.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { newId } from '../../base/ids.ts';
import { addStudent, signInAgain } from '../../testing/factories.ts';
import { byExcuse, excuseTokenOf } from '../../testing/lessons/excuses.ts';
import { DUE, ENDED, letterTest } from '../../testing/lessons/letters.ts';
import { codeOf } from '../../testing/test.ts';

const test = letterTest
  .override('settings', { credits: 5 })
  .extend('letter', ({ tutor, lessonId }) => async () => {
    const { body } = await tutor.call(endpoints.getTutorRoom, { params: { id: lessonId } });
    return body.room.letter;
  })
  .extend('withoutTopic', ({ db, lessonId }) => () => {
    return db.updateTable('lessons').set({ topic_id: null }).where('id', '=', lessonId).execute();
  });

const SENTENCE = 'We measured g with a phone.';

test('is planned, and takes a sentence afterwards', async ({ api, change, letter, send, read }) => {
  expect(await letter()).toEqual({ sentence: '', state: 'planned', sends_at: DUE, sent_at: null });
  api.clock.set('2026-11-18T15:59:59.999Z');
  for (const body of [{ sentence: SENTENCE }, { state: 'sent' } as const])
    expect(codeOf(await change(body))).toBe('lesson_not_over');
  api.clock.set(ENDED);
  const { body } = await change({ sentence: `  ${SENTENCE}\n` });
  const planned = { sentence: SENTENCE, state: 'planned', sends_at: DUE, sent_at: null };
  expect(body).toEqual({ success: true, letter: planned });
  expect(await letter()).toEqual(planned);
  await send();
  expect(await read()).toMatchObject([{ text: expect.stringContaining(SENTENCE) }]);
  expect(await letter()).toMatchObject({ state: 'sent', sends_at: null, sent_at: DUE });
  for (const late of [{ sentence: 'Late' }, { state: 'off' } as const, { state: 'sent' } as const])
    expect(codeOf(await change(late))).toBe('letter_sent');
});

test('is sent now, once, and is logged', async ({ api, tutor, change, letter, send, read }) => {
  api.clock.set(ENDED);
  const answers = await Promise.all([1, 2].map(() => change({ state: 'sent' })));
  expect(answers.map(codeOf).toSorted()).toEqual(['done', 'letter_sent']);
  expect(await letter()).toMatchObject({ state: 'sent', sent_at: ENDED });
  await send();
  expect(await read()).toHaveLength(1);
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  expect(activities[0]).toMatchObject({
    kind: 'letter_changed',
    subject: 'Forces and motion, sent',
  });
});

test.for([
  ['sent', DUE],
  ['unwanted', null],
  ['unconfirmed', null],
] as const)(
  'is in the data export of a family for each booking if it went: %s',
  async ([how, letter_at], { api, db, family, lessonId, send }) => {
    await family.book(lessonId, await addStudent(api, family));
    if (how === 'unwanted')
      await family.call(endpoints.updateProfile, { body: { letters: false } });
    if (how === 'unconfirmed')
      await db.updateTable('people').set({ email_confirmed_at: null }).execute();
    await send();
    const { data } = (await family.call(endpoints.exportData)).body;
    expect(data.bookings).toMatchObject([{ letter_at }, { letter_at }]);
  },
);

test('goes with the sentence that the tutor saw', async ({ api, change, letter, read }) => {
  api.clock.set(ENDED);
  await change({ sentence: SENTENCE, sentence_before: '' });
  for (const body of [
    { state: 'sent', sentence_before: '' },
    { state: 'sent', sentence_before: '', sentence: 'Older' },
    { state: 'planned', sentence_before: 'Older' },
    { sentence: '', sentence_before: 'Older' },
  ] as const)
    expect(codeOf(await change(body))).toBe('sentence_changed');
  expect(await letter()).toMatchObject({ sentence: SENTENCE, state: 'planned' });
  // It is stored already if an answer was lost.
  expect(codeOf(await change({ sentence: SENTENCE, sentence_before: '' }))).toBe('done');
  expect(codeOf(await change({ state: 'sent', sentence_before: SENTENCE }))).toBe('done');
  expect(await read()).toMatchObject([{ text: expect.stringContaining(SENTENCE) }]);
});

test('is either sent or changed, of two who press at once', async ({ api, change, read }) => {
  api.clock.set(ENDED);
  const [saved, sent] = await Promise.all([
    change({ sentence: SENTENCE, sentence_before: '' }),
    change({ state: 'sent', sentence_before: '' }),
  ]);
  expect([
    ['done', 'sentence_changed'],
    ['letter_sent', 'done'],
  ]).toContainEqual([codeOf(saved), codeOf(sent)]);
  expect((await read()).some(({ text }) => text.includes(SENTENCE))).toBe(false);
});

test('is off until it is planned again', async ({ api, change, letter, send, read }) => {
  api.clock.set(ENDED);
  await change({ state: 'off' });
  expect(await letter()).toMatchObject({ state: 'off', sends_at: null });
  await send();
  // A sentence alone sends nothing that the tutor does not want.
  await change({ sentence: SENTENCE });
  expect(await read()).toEqual([]);
  await change({ state: 'planned' });
  expect(await read()).toHaveLength(1);
});

test('is off for all by the setting', async ({ api, tutor, change, letter, read }) => {
  await tutor.call(endpoints.updateSettings, { body: { letters: false } });
  expect(await letter()).toMatchObject({ state: 'off' });
  api.clock.set(ENDED);
  expect((await change({ state: 'sent' })).body).toMatchObject({ letter: { state: 'off' } });
  expect(await read()).toEqual([]);
  const answer = await tutor.send(endpoints.updateSettings, { body: { letters: 'no' } });
  expect(answer.body).toMatchObject({ details: [{ field: 'letters' }] });
});

describe('without a topic', () => {
  test.for([
    ['2026-11-25T23:59:59.999Z', 'done', 1],
    ['2026-11-26T00:00:00.000Z', 'too_late_to_send', 0],
  ] as const)(
    'a sentence at %s: %s',
    async ([now, code, count], { api, tutor, lessonId, withoutTopic, letter, send, read }) => {
      await withoutTopic();
      expect(await letter()).toMatchObject({ state: 'planned', sends_at: null });
      await send();
      expect(await read()).toEqual([]);
      api.clock.set(now);
      const later = await signInAgain(api, tutor);
      const options = { params: { id: lessonId }, body: { sentence: SENTENCE } };
      expect(codeOf(await later.either(endpoints.changeLetter, options))).toBe(code);
      expect(await read()).toHaveLength(count);
      if (count > 0) expect(await read()).toMatchObject([{ subject: 'The lesson on Wed 18 Nov' }]);
    },
  );

  test('is not sent with nothing to say', async ({ api, change, withoutTopic, letter }) => {
    await withoutTopic();
    api.clock.set(ENDED);
    const { body } = await change({ state: 'sent' });
    expect(body).toMatchObject({ code: 'validation_failed', details: [{ field: 'sentence' }] });
    expect(await letter()).toMatchObject({ state: 'planned', sent_at: null });
    expect(codeOf(await change({ state: 'sent', sentence: SENTENCE }))).toBe('done');
  });
});

test.for([
  { sentence: 'x'.repeat(501) },
  { sentence: 7 },
  { sentence: 'a\u0007' },
  { state: 'late' },
])('refuses %j', async (body, { api, tutor, lessonId }) => {
  api.clock.set(ENDED);
  const answer = await tutor.send(endpoints.changeLetter, { params: { id: lessonId }, body });
  expect(answer.status).toBe(400);
});

test('of no lesson, or a deleted one', async ({ api, tutor, lessonId, change }) => {
  const options = { params: { id: newId() }, body: {} };
  expect(codeOf(await tutor.either(endpoints.changeLetter, options))).toBe('lesson_not_found');
  api.clock.set(ENDED);
  await tutor.deleteLesson(lessonId);
  expect(codeOf(await change({ state: 'sent' }))).toBe('lesson_not_found');
});

test('takes markup as typed, 500 characters of it', async ({ api, change, read }) => {
  const markup = '<b>Bold</b> & **more** [link](https://example.com) $x^2$ &lt;';
  const sentence = markup.padEnd(500, '.');
  api.clock.set(ENDED);
  await change({ sentence, state: 'sent' });
  const [letter] = await read();
  expect(letter?.text).toContain(`\n\n${sentence}\n\n`);
  expect(letter?.html).toContain('&lt;b&gt;Bold&lt;/b&gt; &amp; **more** [link]');
  expect(letter?.html).not.toMatch(/<b>|href="https:\/\/example/);
});

describe('the preview', () => {
  const previewed = test.extend('preview', ({ tutor, lessonId }) =>
    (studentId: string, sentence = SENTENCE) =>
      tutor.either(endpoints.previewLetter, {
        params: { id: lessonId },
        body: { sentence, Student_ID: studentId },
      }));

  previewed('is the letter that goes', async ({ api, family, lessonId, change, preview, read }) => {
    await family.book(lessonId, await addStudent(api, family, 'Kit Example'));
    api.clock.set(ENDED);
    const { body } = await preview(family.studentId);
    expect(await read()).toEqual([]);
    await change({ sentence: SENTENCE, state: 'sent' });
    const [letter] = await read();
    expect(body).toEqual({
      success: true,
      subject: letter?.subject,
      html: expect.stringContaining('Kit Example'),
      text: letter?.text,
    });
  });

  previewed(
    'needs a student who gets a letter',
    async ({ api, family, lessonId, bookingOf, preview }) => {
      const kit = await addStudent(api, family);
      for (const studentId of [kit, newId()])
        expect(codeOf(await preview(studentId))).toBe('student_not_found');
      expect(codeOf(await preview('x'))).toBe('validation_failed');
      expect(codeOf(await preview(family.studentId, 'x'.repeat(501)))).toBe('validation_failed');
      await byExcuse(api, await excuseTokenOf(api, await bookingOf(family.studentId))).act({
        do: 'tell',
      });
      expect(codeOf(await preview(family.studentId))).toBe('student_not_found');
      expect(lessonId).toBeTruthy();
    },
  );
});
