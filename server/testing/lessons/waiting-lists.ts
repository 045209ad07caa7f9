// The waiting list of a full lesson: who waits, who has booked, and the emails to them.
import { MAX_WAITING } from '../../../domain/lessons/waiting.ts';
import { FAMILY_STUDENTS } from '../../../domain/people/student-rules.ts';
import type { Db } from '../../engine/database.ts';
import { settleMoves } from '../../lessons/planner/settle-moves.ts';
import { queueWaitingNotices } from '../../lessons/waiting-list/waiting-notices.ts';
import type { TestApp } from '../app.ts';
import type { Caller, TestFamily } from '../caller.ts';
import { kindsOf } from '../emails.ts';
import { addStudent, makeFamily, makeLesson } from '../factories.ts';
import { test } from '../test.ts';

/** The students with active bookings for the lesson, in order of booking. */
export async function attending(db: Db, lessonId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('student_id')
    .where('lesson_id', '=', lessonId)
    .where('cancelled_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/** The waiting students, in order. */
export async function waitingStudentIds(db: Db, lessonId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('waiting_list_entries')
    .select('student_id')
    .where('lesson_id', '=', lessonId)
    .orderBy('number')
    .execute();
  return rows.map(({ student_id }) => student_id);
}

/**
 * Adds this many students to a waiting list, from families with as many students as allowed. The
 * first `paying` families have a credit. Returns the families.
 */
export async function fillWaitingList(
  api: TestApp,
  lesson_id: string,
  { count = MAX_WAITING, paying = 0 } = {},
): Promise<TestFamily[]> {
  const families: TestFamily[] = [];
  let number = 0;
  while (number < count) {
    const family = await makeFamily(api, families.length < paying ? 1 : 0);
    families.push(family);
    const students = [family.studentId];
    while (students.length < FAMILY_STUDENTS.max) students.push(await addStudent(api, family));
    for (const student_id of students.slice(0, count - number)) {
      number += 1;
      await api.database.db
        .insertInto('waiting_list_entries')
        .values({ lesson_id, student_id, family_id: family.id, number, joined_at: 0 })
        .execute();
    }
  }
  return families;
}

/** Tests of a lesson that is full with one booking. */
export const waitingTest = test
  .extend('lesson', ({ api }) => makeLesson(api, { Max_Students: 1 }))
  /** The family that has booked, with the id of its booking. */
  .extend('booked', async ({ api, lesson }) => {
    const family = await makeFamily(api, 1);
    return { ...family, lessonId: lesson.id, bookingId: await family.book(lesson.id) };
  })
  .extend('list', ({ api, booked: { lessonId } }) => {
    const queueNotices = () => queueWaitingNotices(api.context(null));
    return {
      /** Makes a family with this many credits whose student waits. */
      add: async (credits = 0) => {
        const family = await makeFamily(api, credits);
        await family.joinWaitingList(lessonId);
        return family;
      },
      /** The students who have booked. */
      attending: () => attending(api.database.db, lessonId),
      /** The students who wait. */
      waiting: () => waitingStudentIds(api.database.db, lessonId),
      queueNotices,
      /** Settles the move of the lesson, ten minutes later. */
      settle: async () => {
        api.clock.advance({ minutes: 10 });
        await settleMoves(api.context(null));
      },
      /** The kinds of the emails to a person, with the notices that are due. */
      kindsTo: async (person: Pick<Caller, 'readEmails'>) => {
        await queueNotices();
        return kindsOf(await person.readEmails());
      },
    };
  });
