// What an excuse link shows to anybody who has it.
import { courseOf, isOfOther } from '../../../domain/course.ts';
import { Refusal } from '../../../domain/errors.ts';
import { MOVE_WINDOW_DAYS } from '../../../domain/lessons/booking.ts';
import {
  type Excuse,
  excuseState,
  hasEndedExcuse,
  mayChangeBooking,
} from '../../../domain/lessons/excuse.ts';
import type { NextLesson } from '../../../domain/lessons/next-lesson.ts';
import { CLASH_MS, findClashes } from '../../../domain/lessons/student-day.ts';
import { DAY_MS, toIso } from '../../../domain/time.ts';
import { isActive } from '../../booking/active-bookings.ts';
import { hasOpenSpot } from '../../booking/locks.ts';
import { isOpenToAll } from '../../booking/slips.ts';
import { asDayLesson, readStudentDay } from '../../booking/student-days.ts';
import type { Db } from '../../engine/database.ts';
import { type Param, prepare } from '../../engine/prepared.ts';
import { nextLessonColumns, toNextLessons } from '../next-lessons.ts';
import { type ExcuseLink, findExcuseLink, undoUntilOf } from './excuse-links.ts';

/** Describes a link. Throws excuse_not_found. */
export async function readExcuse(db: Db, token: string, now: number): Promise<Excuse> {
  const link = await findExcuseLink(db, token);
  if (link === null || hasEndedExcuse(link, now)) throw new Refusal('excuse_not_found');
  return describeExcuse(db, link, now);
}

/** Describes a link that was found, also one that its own last act or undo has ended. */
export async function describeExcuse(db: Db, link: ExcuseLink, now: number): Promise<Excuse> {
  const mayChange = mayChangeBooking(link, now);
  const until = undoUntilOf(link, now);
  const { target } = link;
  return {
    Lesson_Name: link.lesson_name,
    starts_at: toIso(link.starts_at),
    first_name: link.student_name.split(/\s+/u)[0] ?? link.student_name,
    can_cancel: mayChange,
    can_move: mayChange,
    lessons: mayChange ? await listTargets(db, link, now) : [],
    state: excuseState(link),
    moved_to:
      target === null ? null : { Lesson_Name: target.name, starts_at: toIso(target.starts_at) },
    undo_until: until === null ? null : toIso(until),
  };
}

interface TargetQuery {
  readonly now: number;
  readonly until: number;
  readonly familyId: string;
  readonly studentId: string;
}

const targets = prepare((db, param: Param<TargetQuery>) =>
  db
    .selectFrom('lessons')
    .select(nextLessonColumns)
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', param('now'))
    .where('starts_at', '<=', param('until'))
    .where(hasOpenSpot)
    .where(isOpenToAll(param('now')))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('bookings')
            .select('bookings.id')
            .whereRef('lesson_id', '=', 'lessons.id')
            .where('family_id', '=', param('familyId'))
            .where('student_id', '=', param('studentId'))
            .where(isActive),
        ),
      ),
    )
    .orderBy('starts_at')
    .orderBy('id'),
);

/**
 * The lessons of the same course in the next days that have a spot, and do not clash with the
 * student's others.
 */
async function listTargets(db: Db, link: ExcuseLink, now: number): Promise<NextLesson[]> {
  const { family_id: familyId, student_id: studentId } = link;
  const until = now + MOVE_WINDOW_DAYS * DAY_MS;
  const rows = await targets.all(db, { now, until, familyId, studentId });
  const course = courseOf(link.lesson_name);
  const student = { familyId, studentId, now };
  const day = await readStudentDay(db, {
    ...student,
    after: now - CLASH_MS,
    before: until + CLASH_MS,
  });
  const others = day.filter(({ Lesson_ID: id }) => id !== link.lesson_id);
  const fitting = rows.filter(
    (row) => !isOfOther(row.name, course) && findClashes([asDayLesson(row)], others).length === 0,
  );
  return toNextLessons(db, now, fitting);
}
