// All letters of a class of thirty: each says what its own students did, the same as text and as
// HTML, and nothing about anybody else.
import { expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { addStudent, giveCredits, makeFamilies, makeLesson } from '../../testing/factories.ts';
import { ENDED, letterTest as test } from '../../testing/lessons/letters.ts';
import { DURING, slides } from '../../testing/lessons/rooms.ts';

const CLASS = 30;

/** 'Aba', 'Abb': plain names that occur nowhere else. */
const nameOf = (n: number) =>
  `Zq${String.fromCodePoint(97 + Math.floor(n / 26))}${String.fromCodePoint(97 + (n % 26))}`;

/** What a reader sees, in words. */
const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu));
const readHtml = (html: string) =>
  wordsIn(
    html
      .slice(html.indexOf('<body'))
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll('&#x27;', "'"),
  );
const readText = (text: string) => wordsIn(text.replaceAll(/<?http:\S+/g, ' '));

test('name no other family', async ({ api, db, tutor, lessonId, family, add, send, read }) => {
  // The family that the fixtures booked is one of them.
  await db.updateTable('lessons').set({ max_students: 40 }).where('id', '=', lessonId).execute();
  const families = [family, ...(await makeFamilies(api, CLASS - 2, 2))];
  for (const [n, { id, personId }] of families.entries()) {
    await db
      .updateTable('students')
      .set({ name: `${nameOf(n)} Example` })
      .where('family_id', '=', id)
      .execute();
    await db
      .updateTable('people')
      .set({ name: `Parent ${nameOf(n)}` })
      .where('id', '=', personId)
      .execute();
  }
  const [, second] = families;
  if (second === undefined) expect.unreachable();
  const sibling = await addStudent(api, second, `${nameOf(CLASS - 1)} Example`);
  for (const one of families.slice(1)) await one.book(lessonId, one.studentId);
  await second.book(lessonId, sibling);
  const questions = ['Which is a unit?', 'How many joules?', 'Why does it fall?'];
  const items: string[] = [];
  for (const text of questions)
    items.push(
      await add({
        kind: 'question',
        use: 'live',
        question: { kind: 'number', text, value: '5', unit: '', unit_asked: false },
      }),
    );
  await add(slides);

  api.clock.set(DURING);
  for (const [position, itemId] of items.entries()) {
    const options = { params: { id: lessonId }, body: { Item_ID: itemId } };
    const { asked } = (await tutor.call(endpoints.askQuestion, options)).body;
    // Each gets other questions right; every seventh answers nothing.
    for (const [n, one] of families.entries())
      if (n % 7 !== 6)
        await one.call(endpoints.answerAsked, {
          params: { id: lessonId },
          body: {
            Student_ID: one.studentId,
            Asked_ID: asked.id,
            round: 1,
            answer: (n + position) % 3 === 0 ? '5' : '7',
          },
        });
    await tutor.call(endpoints.changeAsked, {
      params: { id: lessonId, askedId: asked.id },
      body: { state: 'revealed' },
    });
  }
  api.clock.set(ENDED);
  await tutor.call(endpoints.changeLetter, {
    params: { id: lessonId },
    body: { sentence: 'We dropped things.' },
  });
  await send();

  const letters = await read();
  expect(letters).toHaveLength(CLASS - 1);
  const everybody = Array.from({ length: CLASS }, (_, n) => n);
  for (const [n, { email, studentId }] of families.entries()) {
    const letter = letters.find(({ recipient }) => recipient === email);
    if (letter === undefined) expect.unreachable();
    const { subject, text, html } = letter;
    const own = n === 1 ? [n, CLASS - 1] : [n];
    for (const other of everybody)
      for (const part of [subject, text, html])
        expect(part.includes(nameOf(other)), `${nameOf(other)} in the letter of ${n}`).toBe(
          // Of those who answered nothing, nobody knows whether they came.
          own.includes(other) && (part !== subject || (n % 7 !== 6 && other !== CLASS - 1)),
        );
    for (const [, student] of html.matchAll(/student=([\w-]+)/g))
      expect([studentId, ...(n === 1 ? [sibling] : [])]).toContain(student);
    // No number but the student's own: no average, no rank, no size of the class.
    expect(text.replaceAll(/<?http\S+/g, '').match(/\d+/g) ?? []).toEqual(
      n % 7 === 6 ? ['3'] : n === 1 ? ['1', '3', '3'] : ['1', '3'],
    );
    const letterText = readHtml(html);
    const written = readText(text);
    const foot = wordsIn('You can simply reply to this email. http lessons test');
    expect([...letterText].filter((word) => !written.has(word) && !foot.has(word))).toEqual([]);
    expect([...written].filter((word) => !letterText.has(word))).toEqual([]);
  }
});

test('names the questions that were not right first time', async ({
  api,
  tutor,
  topicId,
  lessonId,
  family,
  add,
  send,
  read,
}) => {
  const asked: string[] = [];
  for (const [text, right] of [
    ['Right: $1+1$', '5'],
    ['Wrong: $\\frac{1}{2}$', '7'],
    ['Unanswered', null],
    ['Deleted', '7'],
    ['Unmarked', 'words'],
  ] as const) {
    const itemId = await add({
      kind: 'question',
      use: 'live',
      question:
        right === 'words'
          ? { kind: 'points', text, points: [{ text: 'x' }] }
          : { kind: 'number', text, value: '5', unit: '', unit_asked: false },
    });
    asked.push(itemId);
    api.clock.set(DURING);
    const { body } = await tutor.call(endpoints.askQuestion, {
      params: { id: lessonId },
      body: { Item_ID: itemId },
    });
    const params = { id: lessonId };
    if (right !== null)
      await family.call(endpoints.answerAsked, {
        params,
        body: { Asked_ID: body.asked.id, round: 1, answer: right },
      });
    await tutor.call(endpoints.changeAsked, {
      params: { ...params, askedId: body.asked.id },
      body: { state: 'revealed' },
    });
  }
  const [, wrong, unanswered, deleted] = asked;
  await tutor.call(endpoints.deleteItem, { params: { id: topicId, itemId: deleted ?? '' } });
  await send();
  const [letter] = await read();
  expect(letter?.text).toContain('Student came, and got 1 of the 4 questions right first time.');
  const practice = (itemId = '') =>
    `http://lessons.test/practice?student=${family.studentId}&item=${itemId}`;
  expect(letter?.text).toContain(
    `For Student to look at again:\n• Wrong: 1/2: ${practice(wrong)}\n• Unanswered: ${practice(unanswered)}\n\n`,
  );
  // It is where the letter says.
  const query = { Item_ID: wrong };
  const { body } = await family.call(endpoints.getPractice, { query });
  expect(body.practice.item).toEqual({ id: wrong, due_on: '2026-11-19' });
});

test('leave out a question while another lesson of the student asks it', async ({
  api,
  tutor,
  topicId,
  lessonId,
  family,
  add,
  send,
  read,
}) => {
  await giveCredits(api, family.id, 1);
  const at = { Date: '2026-11-18', Time: '16:05:00', Topic_ID: topicId };
  const other = await makeLesson(api, at);
  await family.book(other.id);
  const question = { kind: 'number', text: 'How many?', value: '5', unit: '', unit_asked: false };
  const itemId = await add({ kind: 'question', use: 'live', question });
  const ask = async (id: string, now: string) => {
    api.clock.set(now);
    const options = { params: { id }, body: { Item_ID: itemId } };
    return (await tutor.call(endpoints.askQuestion, options)).body.asked.id;
  };
  const askedId = await ask(lessonId, DURING);
  const body = { Asked_ID: askedId, round: 1, answer: '7' };
  await family.call(endpoints.answerAsked, { params: { id: lessonId }, body });
  // It is asked again before the first lesson has revealed it.
  await ask(other.id, '2026-11-18T16:10:00Z');
  await send();
  const [letter] = await read();
  expect(letter?.text).toContain('Student came to the lesson.');
  expect(letter?.text).not.toContain('How many?');
});
