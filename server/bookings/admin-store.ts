// Bookings as the tutor sees them, and who was absent.
import type { AdminBooking, BookingStats } from '../../domain/booking.ts';
import { Refusal } from '../../domain/errors.ts';
import { LESSON_CREDITS } from '../../domain/limits.ts';
import { recordActivity } from '../activity/store.ts';
import { type EndedBooking, returnCredit } from '../credits/return-store.ts';
import { changeCredits } from '../credits/store.ts';
import { type Db, transact, type Tx } from '../db/index.ts';
import { holdLesson } from '../lessons/store.ts';
import type { InstantWindow } from '../uk-clock.ts';

const ABSENT_REASON = 'Absent: credit returned';
const PRESENT_REASON = 'Marked as absent by mistake';

function adminBookings(db: Db | Tx) {
  return db
    .selectFrom('lessons')
    .innerJoin('bookings', 'bookings.lesson_id', 'lessons.id')
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
      'student_id as Student_ID',
      'student_name as Student_Name',
      'absent_at',
      'bookings.created_at as created_at',
    ])
    .where('lessons.deleted_at', 'is', null)
    .where('cancelled_at', 'is', null);
}

type Row = Omit<AdminBooking, 'absent' | 'Lesson_Starts_At' | 'created_at'> & {
  readonly absent_at: number | null;
  readonly Lesson_Starts_At: number;
  readonly created_at: number;
};

function toAdminBooking({ absent_at, ...row }: Row): AdminBooking {
  return {
    ...row,
    Lesson_Starts_At: new Date(row.Lesson_Starts_At).toISOString(),
    absent: absent_at !== null,
    created_at: new Date(row.created_at).toISOString(),
  };
}

/** Every live booking of the lessons in the window, by lesson start and then booking time, with counts over the same. */
export async function listAdminBookings(
  db: Db,
  { from, until }: InstantWindow,
): Promise<{ bookings: AdminBooking[]; stats: BookingStats }> {
  const rows = await adminBookings(db)
    .where('starts_at', '>=', from)
    // Bounded at both ends, or SQLite would rather read all bookings than trust the index of starts.
    .where('starts_at', '<', until ?? Number.MAX_SAFE_INTEGER)
    .orderBy('starts_at')
    .orderBy('bookings.created_at')
    .orderBy('bookings.id')
    .execute();
  return {
    bookings: rows.map(toAdminBooking),
    stats: {
      totalBookedLessons: new Set(rows.map(({ Lesson_ID }) => Lesson_ID)).size,
      totalUsers: new Set(rows.map(({ Student_ID }) => Student_ID)).size,
    },
  };
}

/**
 * Marks a student absent, which returns the credit, or takes the mark and the credit back. Asking for what
 * is so already changes nothing. Throws booking_not_found, lesson_not_started, or insufficient_credits when
 * the returned credit is spent.
 */
export async function markAttendance(
  db: Db,
  now: number,
  adminId: string,
  bookingId: string,
  absent: boolean,
): Promise<AdminBooking> {
  return transact(db, async (tx) => {
    const { lesson_id } = await requireLessonOf(tx, bookingId);
    const lesson = await holdLesson(tx, lesson_id);
    const before = await adminBookings(tx).where('bookings.id', '=', bookingId).executeTakeFirst();
    if (lesson === null || before === undefined) throw new Refusal('booking_not_found');
    if (lesson.starts_at > now) throw new Refusal('lesson_not_started');
    const marked = await tx
      .updateTable('bookings')
      .set({ absent_at: absent ? now : null })
      .where('id', '=', bookingId)
      .where('cancelled_at', 'is', null)
      .where('absent_at', absent ? 'is' : 'is not', null)
      .returning(['id', 'student_id', 'charged'])
      .executeTakeFirst();
    if (marked !== undefined) {
      if (absent) await returnCredit(tx, now, marked, { kind: 'adjustment', reason: ABSENT_REASON });
      else await chargeAgain(tx, now, marked);
      await recordActivity(tx, now, adminId, 'attendance', {
        studentId: before.Student_ID,
        lessonId: before.Lesson_ID,
        detail: absent ? 'absent' : 'present',
      });
    }
    return toAdminBooking({ ...before, absent_at: absent ? (before.absent_at ?? now) : null });
  });
}

/** Which lesson a booking is for. Throws booking_not_found. */
async function requireLessonOf(tx: Tx, bookingId: string): Promise<{ lesson_id: string }> {
  const booking = await tx
    .selectFrom('bookings')
    .select('lesson_id')
    .where('id', '=', bookingId)
    .executeTakeFirst();
  if (booking === undefined) throw new Refusal('booking_not_found');
  return booking;
}

/** Takes the credit of an absence back. Throws insufficient_credits when it is spent. */
async function chargeAgain(tx: Tx, now: number, booking: EndedBooking): Promise<void> {
  if (booking.charged > 0) return;
  const balance = await changeCredits(tx, now, booking.student_id, -LESSON_CREDITS, {
    kind: 'adjustment',
    bookingId: booking.id,
    reason: PRESENT_REASON,
  });
  if (balance === null)
    throw new Refusal('insufficient_credits', { message: 'The returned credit has already been spent.' });
}
