// The recipients of a student's emails: the parents and that student, found through their family
// by an index.
import { expect, inject } from 'vitest';

import { listBookingRecipients } from '../booking/active-bookings.ts';
import { lessonFactsOf } from '../booking/lessons.ts';
import { notifyOfMove } from '../booking/waiting-list.ts';
import { transact } from '../engine/context.ts';
import { queueReminders } from '../lessons/reminders/reminders.ts';
import { planOf, queriesOf } from '../testing/database/statements.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  adminOf,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { test } from '../testing/test.ts';
import { readLessonRecipients } from './recipients.ts';

test("emails both parents and the student's own sign-in", async ({ api, db, family }) => {
  const siblingId = await addStudent(api, family);
  const partner = await addParent(api, family);
  const own = await addSignIn(api, family, family.studentId);
  await addSignIn(api, family, siblingId);
  await makeFamily(api);
  const recipients = await readLessonRecipients(db, family.studentId);
  expect(recipients.map(({ person_id }) => person_id).toSorted()).toEqual(
    [family.personId, partner.id, own.id].toSorted(),
  );
});

// PostgreSQL weighs its indexes by what the tables hold; the embedded engine chooses one for good.
if (inject('engine') === 'sqlite')
  test('finds the recipients of every email by the family', async ({ api, family, tutor }) => {
    const lesson = await makeLesson(api, { Max_Students: 1 });
    await family.book(lesson.id);
    const queries = await queriesOf(api, async (database) => {
      const context = { ...api.context(adminOf(tutor)), database };
      await transact(context, async (work) => {
        await readLessonRecipients(work.tx, family.studentId);
        await listBookingRecipients(work.tx, lesson.id);
        await notifyOfMove(work, lessonFactsOf(lesson), lessonFactsOf(lesson));
      });
      await queueReminders({ ...context, now: Date.parse(lesson.starts_at) - 3_600_000 });
    });
    const ways: string[] = [];
    for (const query of queries.filter(({ sql }) => sql.includes('"people"')))
      ways.push(...(await planOf(api, query)).filter((detail) => / people /.test(detail)));
    expect(ways.length).toBeGreaterThanOrEqual(4);
    expect(ways.filter((way) => !way.includes('people_of_family'))).toEqual([]);
  });
