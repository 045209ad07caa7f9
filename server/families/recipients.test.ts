// The recipients of a student's emails: the parents and that student, found through their family
// by an index.
import { CompiledQuery, createQueryId } from 'kysely';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';

import { listBooked } from '../lessons/change-notices.ts';
import { emailWaitingList } from '../lessons/waiting-list.ts';
import { queueReminders } from '../lessons/reminders.ts';
import { type Context, transact } from '../engine/context.ts';
import { factsOf } from '../lessons/lessons.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { watch } from '../testing/failing.ts';
import {
  addParent,
  addSignIn,
  addStudent,
  makeBooking,
  makeFamily,
  makeLesson,
} from '../testing/factories.ts';
import { readLessonRecipients } from './recipients.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

test("emails both parents and the student's own sign-in, but no sibling", async () => {
  const family = await makeFamily(api, 1);
  const siblingId = await addStudent(api, family);
  const partner = await addParent(api, family);
  const own = await addSignIn(api, family, family.studentId);
  await addSignIn(api, family, siblingId);
  await makeFamily(api);
  const recipients = await readLessonRecipients(api.database.db, family.studentId);
  expect(recipients.map(({ person_id }) => person_id).toSorted()).toEqual(
    [family.personId, partner.id, own.id].toSorted(),
  );
});

/** How the engine finds people, in each statement that is run in `act`. */
async function waysToPeople(act: (context: Context<null>) => Promise<void>): Promise<string[]> {
  const { db } = api.database;
  const statements: CompiledQuery[] = [];
  const watched = watch(api.database, (node) => {
    const statement = db.getExecutor().compileQuery(node, createQueryId());
    if (node.kind === 'SelectQueryNode' && statement.sql.includes('"people"'))
      statements.push(statement);
  });
  await act({ ...api.context(null), database: watched });
  const ways: string[] = [];
  for (const { sql, parameters } of statements) {
    const { rows } = await db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    ways.push(...rows.map(({ detail }) => detail).filter((detail) => / people /.test(detail)));
  }
  return ways;
}

// PostgreSQL weighs its indexes by what the tables hold; the embedded engine chooses one for good.
if (inject('engine') === 'sqlite')
  test('finds the recipients of every email by the family', async () => {
    const family = await makeFamily(api, 1);
    const lesson = await makeLesson(api, { Max_Students: 1 });
    await makeBooking(api, family, lesson.id);
    const ways = await waysToPeople(async (context) => {
      await transact(context, async (work) => {
        await readLessonRecipients(work.tx, family.studentId);
        await listBooked(work.tx, lesson.id);
        await emailWaitingList(work, factsOf(lesson), factsOf(lesson));
      });
      await queueReminders({ ...context, now: Date.parse(lesson.starts_at) - 3_600_000 });
    });
    expect(ways.length).toBeGreaterThanOrEqual(4);
    expect(ways.filter((way) => !way.includes('people_of_family'))).toEqual([]);
  });
