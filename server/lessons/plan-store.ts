// Planning several lessons at once: all of them or none.
import { Refusal } from '../../domain/errors.ts';
import type { AdminLesson, CopiedWeek, NewLesson } from '../../domain/lesson.ts';
import { MAX_LESSONS_COPIED } from '../../domain/limits.ts';
import { addDays, daysBetween, formatDate, isCalendarDate, mondayOf, shortTime } from '../../domain/time.ts';
import { recordActivity } from '../activity/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { NEW_REQUEST, once, type RequestKey } from '../idempotency/store.ts';
import { weekWindow } from '../uk-clock.ts';
import { createLesson, listAdminLessons } from './store.ts';

/** The lesson in each of `weeks` weeks on the same weekday, at the same UK time whatever the clocks do. */
export function repeatWeekly(lesson: NewLesson, weeks: number): NewLesson[] {
  return Array.from({ length: weeks }, (_, week) => ({ ...lesson, Date: addDays(lesson.Date, 7 * week) }));
}

/** Creates the lessons in one transaction, in their given order. */
export async function planLessons(
  db: Db,
  now: number,
  adminId: string,
  lessons: readonly NewLesson[],
  requestKey: RequestKey = NEW_REQUEST,
): Promise<AdminLesson[]> {
  return transact(db, (tx) => once(tx, now, requestKey, () => createAll(tx, now, adminId, lessons)));
}

/** Plans the lessons of one week again in another, on the same weekdays and at the same times. */
export async function copyWeek(
  db: Db,
  now: number,
  adminId: string,
  { from, to }: CopiedWeek,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<AdminLesson[]> {
  const monday = mondayOf(from);
  const shift = daysBetween(monday, mondayOf(to));
  return transact(db, (tx) =>
    once(tx, now, requestKey, async () => {
      const lessons = await listAdminLessons(tx, weekWindow(monday));
      if (lessons.length > MAX_LESSONS_COPIED) {
        const message = `At most ${MAX_LESSONS_COPIED} lessons can be copied at once`;
        throw new Refusal('validation_failed', { message, details: [{ field: 'from', message }] });
      }
      const moved = lessons.map((lesson) => ({ ...lesson, Date: addDays(lesson.Date, shift) }));
      return createAll(tx, now, adminId, moved);
    }),
  );
}

async function createAll(
  tx: Tx,
  now: number,
  adminId: string,
  lessons: readonly NewLesson[],
): Promise<AdminLesson[]> {
  const created: AdminLesson[] = [];
  for (const lesson of lessons) {
    if (!isCalendarDate(lesson.Date)) {
      const message = 'The dates must end before the year 10000';
      throw new Refusal('validation_failed', { message, details: [{ field: 'Date', message }] });
    }
    const made = await createLesson(tx, now, lesson);
    created.push(made);
    const detail = `${formatDate(lesson.Date, 'short')} ${shortTime(lesson.Time)}`;
    await recordActivity(tx, now, adminId, 'lesson_created', { lessonId: made.id, detail });
  }
  return created;
}
