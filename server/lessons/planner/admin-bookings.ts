// Bookings as the tutor sees them.
import type { AdminBooking, BookingStats } from '../../../domain/lessons/booking.ts';
import { toIso } from '../../../domain/time.ts';
import type { InstantWindow } from '../../base/windows.ts';
import { activeBookings } from '../../booking/active-bookings.ts';
import { withoutCredit } from '../../credits/return-credit.ts';
import type { Db } from '../../engine/database.ts';

/** All active bookings, with the columns that the tutor sees. */
export function adminBookings(db: Db) {
  return activeBookings(db)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select([
      'bookings.id as id',
      'lesson_id as Lesson_ID',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'starts_at as Lesson_Starts_At',
      'meeting_link as Lesson_Meeting_Link',
      'notes as Lesson_Notes',
      'max_students as Lesson_Max_Students',
      'students.id as Student_ID',
      'students.name as Student_Name',
      'bookings.family_id as Family_ID',
      'absent_at',
      'excused_at',
      'joined_at',
      withoutCredit.as('without_credit'),
      'bookings.created_at as created_at',
    ]);
}

type Row = Omit<
  AdminBooking,
  'absent' | 'excused' | 'joined_at' | 'without_credit' | 'Lesson_Starts_At' | 'created_at'
> & {
  readonly absent_at: number | null;
  readonly excused_at: number | null;
  readonly joined_at: number | null;
  readonly without_credit: number | boolean;
  readonly Lesson_Starts_At: number;
  readonly created_at: number;
};

/** A row of `adminBookings` as the tutor sees it. */
export function toAdminBooking({ absent_at, excused_at, ...row }: Row): AdminBooking {
  return {
    ...row,
    Lesson_Starts_At: toIso(row.Lesson_Starts_At),
    absent: absent_at !== null,
    excused: excused_at !== null,
    joined_at: row.joined_at === null ? null : toIso(row.joined_at),
    without_credit: Boolean(row.without_credit),
    created_at: toIso(row.created_at),
  };
}

/**
 * Lists every active booking of the lessons in the window, by lesson start and then booking time,
 * with statistics over the same bookings.
 */
export async function listAdminBookings(
  db: Db,
  { from, until }: InstantWindow,
): Promise<{ bookings: AdminBooking[]; stats: BookingStats }> {
  const rows = await adminBookings(db)
    .where('starts_at', '>=', from)
    // An upper bound is always set: without one, SQLite scans all bookings instead of using the
    // index on lesson starts.
    .where('starts_at', '<', until ?? Number.MAX_SAFE_INTEGER)
    .orderBy('starts_at')
    .orderBy('bookings.created_at')
    .orderBy('bookings.id')
    .execute();
  return {
    bookings: rows.map(toAdminBooking),
    stats: {
      totalBookedLessons: new Set(rows.map(({ Lesson_ID: lessonId }) => lessonId)).size,
      totalUsers: new Set(rows.map(({ Student_ID: studentId }) => studentId)).size,
    },
  };
}
