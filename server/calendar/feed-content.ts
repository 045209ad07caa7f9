// What a calendar says that somebody subscribes to: some weeks of the past and all that is ahead.
import type { AdminLesson, FamilyLesson } from '../../domain/lesson.ts';
import { lessonPath, paths, weekPath } from '../../domain/paths.ts';
import { shortNames, type Student } from '../../domain/student.ts';
import { mondayOf } from '../../domain/time.ts';
import { type Feed, lockFeed, noteContent, type Revision } from './feeds.ts';
import { listStudents } from '../families/student-rows.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { hashOf } from '../ids.ts';
import { listBookedLessons } from '../lessons/family-lessons.ts';
import { listAdminLessons } from '../lessons/lessons.ts';
import { type SubscribedEvent, subscription } from '../email/calendar-events.ts';
import type { Sender } from '../email/sender.ts';
import { feedWindow } from '../windows.ts';

export interface PublishedCalendar {
  readonly text: string;
  /** Of the text, and of no other. */
  readonly hash: string;
  /**
   * When it was first read, in epoch milliseconds, as HTTP has it: whole seconds, later ones for
   * later texts.
   */
  readonly changedAt: number;
}

/** The calendar of a feed that was found at an address; null once that has ended. */
export async function readCalendar(
  context: Context,
  { token, feed }: { readonly token: string; readonly feed: Feed },
  sender: Sender,
): Promise<PublishedCalendar | null> {
  const { database, now } = context;
  const compose = async (db: Db, of: Feed): Promise<PublishedCalendar> => {
    const text = await composeCalendar(db, of, { sender, now });
    return { text, hash: hashOf(text), changedAt: of.changedAt };
  };
  const calendar = await compose(database.db, feed);
  if (calendar.hash === feed.contentHash) return calendar;
  // When something changed is not to be had from the rows, for what is gone leaves none: the first
  // one to meet it notes it.
  return transact(context, async (work) => {
    const held = await lockFeed(work, token);
    if (held === null) return null;
    const known = await compose(work.tx, held);
    if (known.hash === held.contentHash) return known;
    const next = { ...held, ...revisionAfter(held, now) };
    const changed = await compose(work.tx, next);
    await noteContent(work, { ...next, contentHash: changed.hash });
    return changed;
  });
}

/** HTTP counts whole seconds: what changes twice within one of them is as of the next. */
function revisionAfter({ revision, changedAt }: Revision, now: number): Revision {
  return { revision: revision + 1, changedAt: Math.max(now - (now % 1000), changedAt + 1000) };
}

interface Reading {
  readonly sender: Sender;
  readonly now: number;
}

async function composeCalendar(
  db: Db,
  { viewer, revision, changedAt }: Feed,
  { sender, now }: Reading,
): Promise<string> {
  const window = feedWindow(now);
  if (viewer === null) {
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
  const students = await listStudents(db, viewer.familyId);
  const lessons = await listBookedLessons(db, { ...viewer, now }, window.from);
  const names = viewer.studentId === null && students.length > 1 ? shortNames(students) : null;
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

interface Family {
  readonly students: readonly Student[];
  /** What tells them apart, where that is needed. */
  readonly names: ReadonlyMap<string, string> | null;
  readonly at: number;
}

/** One for each booking of a student who is still there, named as in the emails. */
function familyEvents(
  { id, Date: date, Lesson_Name, lesson_notes, starts_at, bookings }: FamilyLesson,
  { students, names, at }: Family,
): SubscribedEvent[] {
  const own = bookings.filter(({ Student_ID }) =>
    students.some((student) => student.id === Student_ID),
  );
  return own.map(({ Student_ID, calendar_uid, join_link }) => {
    const whose = names?.get(Student_ID);
    return {
      uid: calendar_uid,
      state: 'confirmed',
      at,
      lesson: {
        name: whose === undefined ? Lesson_Name : `${Lesson_Name} (${whose})`,
        starts_at: Date.parse(starts_at),
        join_link,
        notes: lesson_notes,
        page: lessonPath(mondayOf(date), id),
      },
    };
  });
}

/** How many come, and not who: such an address is easily passed on. */
function tutorEvent(
  { id, Date: date, Lesson_Name, lesson_notes, Meeting_Link, Max_Students, ...lesson }: AdminLesson,
  at: number,
): SubscribedEvent {
  return {
    uid: id,
    state: 'confirmed',
    at,
    lesson: {
      name: `${Lesson_Name} (${lesson.bookedCount} of ${Max_Students} booked)`,
      starts_at: Date.parse(lesson.starts_at),
      ...(Meeting_Link === '' ? {} : { meeting_link: Meeting_Link }),
      notes: lesson_notes,
      page: weekPath(paths.adminPlanner, mondayOf(date)),
    },
  };
}
