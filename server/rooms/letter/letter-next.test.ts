// What comes next in a letter: the lesson that is booked, or lessons of the course with a spot.
import { expect } from 'vitest';

import { addSignIn, addStudent, makeFamily, makeLesson } from '../../testing/factories.ts';
import { letterTest } from '../../testing/lessons/letters.ts';

const test = letterTest
  .override('settings', { credits: 5 })
  /** Plans a lesson on this date, at nine. */
  .extend('plan', ({ api }) => (Date: string, name: string, spots = 10) => {
    return makeLesson(api, { Date, Lesson_Name: name, Max_Students: spots });
  });

const links = (text = '') => [...text.matchAll(/&lesson=([\w-]+)/g)].map(([, id]) => id);

test('names the next lesson that is booked', async ({ lessonId, family, plan, send, read }) => {
  expect(lessonId).toBeTruthy();
  await plan('2026-11-19', 'Not booked');
  const later = await plan('2026-11-28', 'A-level: Waves');
  const next = await plan('2026-11-21', 'A-level: Light');
  for (const { id } of [later, next]) await family.book(id);
  await send();
  const [letter] = await read(family.email);
  expect(letter?.text).toContain(
    'Next lesson:\n\nSAT 21 NOV\n09:00 to 10:00 UK time\nA-level: Light\n',
  );
  expect(letter?.text).not.toMatch(/no lesson booked|Waves|Not booked/);
  expect(links(letter?.text)).toEqual([next.id]);
});

test('names a lesson of siblings once', async ({ api, lessonId, family, plan, send, read }) => {
  const sibling = await addStudent(api, family, 'Leo Example');
  await family.book(lessonId, sibling);
  const next = await plan('2026-11-21', 'A-level: Light');
  for (const student of [family.studentId, sibling]) await family.book(next.id, student);
  await send();
  const [letter] = await read(family.email);
  expect(letter?.text.split('Next lesson')).toHaveLength(2);
  expect(letter?.text).toContain('Next lesson for Student and Leo:\n\nSAT 21 NOV\n');
});

test('offers the next three of the course with a spot', async ({
  api,
  lessonId,
  family,
  plan,
  send,
  read,
}) => {
  expect(lessonId).toBeTruthy();
  const full = await plan('2026-11-19', 'A-level: Full', 1);
  await (await makeFamily(api, 1)).book(full.id);
  await plan('2026-11-20', 'GCSE: Waves');
  const offers = [
    await plan('2026-11-21', 'A-level: Light'),
    await plan('2026-11-22', 'Of any course'),
    await plan('2026-11-23', 'A-level: Heat'),
  ];
  await plan('2026-11-24', 'A-level: Fields');
  await send();
  const [letter] = await read(family.email);
  expect(letter?.text).toContain('Student has no lesson booked. These have a spot:\n');
  expect(links(letter?.text)).toEqual(offers.map(({ id }) => id));
});

test.for([true, false])(
  'links a student to them who may book: %s',
  async (mayBook, { api, lessonId, family, plan, send, read }) => {
    expect(lessonId).toBeTruthy();
    const own = await addSignIn(api, family, family.studentId, mayBook);
    const { id } = await plan('2026-11-21', 'A-level: Light');
    await send();
    const [letter] = await read(own.email);
    expect(letter?.text).toContain(
      'You have no lesson booked. This one has a spot:\n\nSAT 21 NOV\n',
    );
    expect(links(letter?.text)).toEqual(mayBook ? [id] : []);
    expect(letter?.text).not.toMatch(/credit/i);
  },
);

test('says nothing of what comes next when nothing does', async ({ lessonId, send, read }) => {
  expect(lessonId).toBeTruthy();
  await send();
  expect((await read())[0]?.text).not.toMatch(/Next lesson|no lesson booked/);
});
