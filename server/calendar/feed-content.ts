// The content of a calendar feed: some past weeks and all lessons ahead.
import type { AdminLesson, FamilyLesson } from '../../domain/lessons/lesson.ts';
import { lessonPath, paths, weekPath } from '../../domain/paths.ts';
import { shortNames } from '../../domain/people/student-rules.ts';
import type { Student } from '../../domain/people/student.ts';
import { mondayOf } from '../../domain/time.ts';
import { hashOf } from '../base/ids.ts';
import { feedWindow } from '../base/windows.ts';
import { listAdminLessons } from '../booking/lessons.ts';
import type { SubscribedEvent } from '../email/calendar-events.ts';
import type { Sender } from '../email/sender.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { listBookedLessons } from '../lessons/family-lessons.ts';
import { listStudents } from '../people/student-rows.ts';
import { type Feed, lockFeed, recordContent, type Revision } from './feeds.ts';

export interface PublishedCalendar {
  readonly text: string;
  /** The hash of `text`. */
  readonly hash: string;
  /**
   * When this text was first read: epoch milliseconds in whole seconds, as HTTP requires. A later
   * text always has a later time.
   */
  readonly changedAt: number;
}

/** The calendar of a feed found by its token; null once the feed has ended. */
export async function readCalendar(
  context: Context,
  { token, feed }: { token: string; feed: Feed },
  sender: Sender,
): Promise<PublishedCalendar | null> {
  const { database, now } = context;
  const compose = async (db: Db, of: Feed): Promise<PublishedCalendar> => {
    const text = await composeCalendar(db, of, { sender, now });
    return { text, hash: hashOf(text), changedAt: of.changedAt };
  };
  const calendar = await compose(database.db, feed);
  if (calendar.hash === feed.contentHash) return calendar;
  // The rows do not tell when the content changed, because deleted rows leave no trace. The first
  // reader of a change records it.
  return transact(context, async (work) => {
    const locked = await lockFeed(work, token);
    if (locked === null) return null;
    const content = await compose(work.tx, locked);
    if (content.hash === locked.contentHash) return content;
    const next = { ...locked, ...revisionAfter(locked, now) };
    const changed = await compose(work.tx, next);
    await recordContent(work, { ...next, contentHash: changed.hash });
    return changed;
  });
}

/** HTTP counts whole seconds, so a second change within a second is dated to the next one. */
function revisionAfter({ revision, changedAt }: Revision, now: number): Revision {
  return { revision: revision + 1, changedAt: Math.max(now - (now % 1000), changedAt + 1000) };
}

async function composeCalendar(
  db: Db,
  { viewer, revision, changedAt }: Feed,
  { sender, now }: { sender: Sender; now: number },
): Promise<string> {
  const { subscription } = await import('../email/calendar-events.ts');
  const window = feedWindow(now);
  if (viewer.kind === 'tutor') {
    const lessons = await listAdminLessons(db, window, now);
    const look = {
      name: `${sender.name}: all lessons`,
      sequence: revision,
      pageWords: 'See it in the planner',
    };
    return subscription(
      lessons.map((lesson) => tutorEvent(lesson, changedAt)),
      look,
      sender,
    );
  }
  const students = await listStudents(db, viewer.familyId, now);
  const lessons = await listBookedLessons(db, viewer, { from: window.from, now });
  const names = viewer.kind === 'parent' && students.length > 1 ? shortNames(students) : null;
  const look = {
    name: `${sender.name} lessons`,
    sequence: revision,
    pageWords: 'See your booking here',
  };
  return subscription(
    lessons.flatMap((lesson) => familyEvents(lesson, { students, names, at: changedAt })),
    look,
    sender,
  );
}

interface FeedFamily {
  students: readonly Student[];
  /** Short names that tell the students apart; null when there is no need. */
  names: ReadonlyMap<string, string> | null;
  at: number;
}

/** One event for each booking of a current student, named as in the emails. */
function familyEvents(
  { id, Date: date, Lesson_Name: lessonName, lesson_notes, starts_at, bookings }: FamilyLesson,
  { students, names, at }: FeedFamily,
): SubscribedEvent[] {
  const own = bookings.filter(({ Student_ID: studentId }) =>
    students.some((student) => student.id === studentId),
  );
  return own.map(({ Student_ID: studentId, calendar_uid, join_link }) => {
    const studentName = names?.get(studentId);
    return {
      uid: calendar_uid,
      state: 'confirmed',
      at,
      lesson: {
        name: studentName === undefined ? lessonName : `${lessonName} (${studentName})`,
        starts_at: Date.parse(starts_at),
        join_link,
        notes: lesson_notes,
        page: lessonPath(mondayOf(date), id),
      },
    };
  });
}

/** Shows how many students are booked, not who: feed links are easily shared. */
function tutorEvent(
  {
    id,
    Date: date,
    Lesson_Name: lessonName,
    lesson_notes,
    Meeting_Link: meetingLink,
    Max_Students: maxStudents,
    ...lesson
  }: AdminLesson,
  at: number,
): SubscribedEvent {
  return {
    uid: id,
    state: 'confirmed',
    at,
    lesson: {
      name: `${lessonName} (${lesson.bookedCount} of ${maxStudents} booked)`,
      starts_at: Date.parse(lesson.starts_at),
      ...(meetingLink === '' ? {} : { meeting_link: meetingLink }),
      notes: lesson_notes,
      page: weekPath(paths.adminPlanner, mondayOf(date)),
    },
  };
}
