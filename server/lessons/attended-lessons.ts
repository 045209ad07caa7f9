// The lessons that a family's students have attended.
import { lastEndedStart, type AttendedLesson } from '../../domain/lessons/lesson.ts';
import { toIso } from '../../domain/time.ts';
import { allActiveBookings } from '../booking/active-bookings.ts';
import type { Db } from '../engine/database.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import type { FamilyViewer } from '../people/viewer.ts';

/** The attended lessons that a family's pictures are built from, the latest ones. */
const MAX_ATTENDED_LISTED = 200;

interface OfFamily {
  readonly familyId: string;
  /** The start of the last lesson that has ended, in epoch milliseconds. */
  readonly until: number;
}

const attendedBy = <A extends OfFamily>(db: Db, param: Param<A>) =>
  allActiveBookings(db)
    .select(['lessons.id as id', 'name as Lesson_Name', 'starts_at', 'student_id as Student_ID'])
    .where('bookings.family_id', '=', param('familyId'))
    .where('absent_at', 'is', null)
    .where('starts_at', '<=', param('until'))
    .orderBy('starts_at', 'desc')
    .orderBy('bookings.id')
    .limit(MAX_ATTENDED_LISTED);

const ofFamily = prepare((db, param: Param<OfFamily>) => attendedBy(db, param));
const ofStudent = prepare((db, param: Param<OfFamily & { studentId: string }>) =>
  attendedBy(db, param).where('bookings.student_id', '=', param('studentId')),
);

/**
 * The latest lessons that the viewer's students have attended at `now` (epoch milliseconds), sorted
 * by start. Lessons that were deleted after their start count, as they do in the numbers.
 */
export async function listAttendedLessons(
  db: Db,
  viewer: FamilyViewer,
  now: number,
): Promise<AttendedLesson[]> {
  const { familyId } = viewer;
  const until = lastEndedStart(now);
  const rows =
    viewer.kind === 'student'
      ? await ofStudent.all(db, { familyId, until, studentId: viewer.studentId })
      : await ofFamily.all(db, { familyId, until });
  return rows.map((row) => ({ ...row, starts_at: toIso(row.starts_at) })).toReversed();
}
