// Plans one or several lessons: all of them or none.
import { fieldRefusal } from '../../../domain/errors.ts';
import type { AdminLesson, CopiedWeek, SizedLesson } from '../../../domain/lessons/lesson.ts';
import {
  addDays,
  daysBetween,
  formatDate,
  isCalendarDate,
  mondayOf,
  shortTime,
} from '../../../domain/time.ts';
import { recordActivity } from '../../activity/activities.ts';
import { weekWindow } from '../../base/windows.ts';
import { insertLesson, listAdminLessons } from '../../booking/lessons.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../../engine/idempotency.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { lockTopics, requirePlannable } from '../lesson-topics.ts';

/** Lessons of one week copied at once; copies of copies would otherwise double without end. */
export const MAX_LESSONS_COPIED = 50;

/**
 * Creates the lessons in one transaction, in their given order. Throws topic_not_found or
 * topic_archived.
 */
export async function planLessons(
  context: Context<AdminActor>,
  lessons: SizedLesson[],
  requestKey: RequestKey = NEW_REQUEST,
): Promise<AdminLesson[]> {
  const plan = async (work: Work<AdminActor>) => {
    await requirePlannable(
      work,
      lessons.map(({ Topic_ID: topicId }) => topicId),
    );
    return insertAll(work, lessons);
  };
  return transact(context, (work) => answerOnce(work, requestKey, () => plan(work)));
}

/**
 * Copies the lessons of one week to another, on the same weekdays and at the same times. They keep
 * their topics, archived ones included.
 */
export async function copyWeek(
  context: Context<AdminActor>,
  { from, to }: CopiedWeek,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<AdminLesson[]> {
  const monday = mondayOf(from);
  const shift = daysBetween(monday, mondayOf(to));
  return transact(context, (work) =>
    answerOnce(work, requestKey, async () => {
      const lessons = await listAdminLessons(work.tx, weekWindow(monday), work.now);
      if (lessons.length > MAX_LESSONS_COPIED) {
        const message = `At most ${MAX_LESSONS_COPIED} lessons can be copied at once`;
        throw fieldRefusal('from', 'validation_failed', message);
      }
      // A lesson that was just deleted may have lost its topic.
      const topics = await lockTopics(
        work,
        lessons.map(({ Topic_ID: topicId }) => topicId),
      );
      const moved = lessons.map((lesson) => ({
        ...lesson,
        Date: addDays(lesson.Date, shift),
        Topic_ID: topics.has(lesson.Topic_ID ?? '') ? lesson.Topic_ID : null,
      }));
      return insertAll(work, moved);
    }),
  );
}

async function insertAll(work: Work<AdminActor>, lessons: readonly SizedLesson[]) {
  const created: AdminLesson[] = [];
  for (const lesson of lessons) {
    if (!isCalendarDate(lesson.Date)) {
      throw fieldRefusal('Date', 'validation_failed', 'The dates must end before the year 10000');
    }
    const made = await insertLesson(work, lesson);
    created.push(made);
    const detail = `${formatDate(lesson.Date, 'short')}, ${shortTime(lesson.Time)}`;
    await recordActivity(work, {
      adminId: work.actor.id,
      kind: 'lesson_created',
      lessonId: made.id,
      detail,
    });
  }
  return created;
}
