// "Can't come?", the link in reminders.
import type { ActOf, LessonName, StudentName } from '../acts.ts';
import { type Booking, type Business, refuse } from './business.ts';
import { endBooking, moveBooking } from './lessons.ts';
import { addBooking, spotsLeft } from './spots.ts';
import { HOUR, MINUTE } from './uk-time.ts';

export interface Excuse {
  how: 'move' | 'cancel' | 'tell';
  at: number;
  /** The booking that it moved to. */
  movedTo: Booking | null;
}

function linkOf(business: Business, student: StudentName, lesson: LessonName): Booking {
  const owner = business.student(student);
  const found = business
    .family(student)
    .bookings.findLast((one) => one.student === owner && one.lesson === business.lesson(lesson));
  return found !== undefined && found.reminded ? found : refuse('excuse_not_found');
}

/** The booking of a link that may do this now. */
function usable(
  business: Business,
  { student, lesson }: { student: StudentName; lesson: LessonName },
  how: Excuse['how'],
): Booking {
  const booking = linkOf(business, student, lesson);
  const { excuse } = booking;
  const isIntact = excuse === null ? booking.active : isAsLeft(booking, excuse);
  const ends = Math.max(booking.lesson.start, excuse === null ? 0 : excuse.at + 10 * MINUTE);
  if (!isIntact || business.now >= ends) refuse('excuse_not_found');
  if (excuse !== null) refuse('already_done');
  const isRestricted = booking.student.hasSignIn && !booking.student.mayBook;
  if (how !== 'tell' && isRestricted) refuse('forbidden');
  if (how !== 'tell' && booking.lesson.start - business.now <= HOUR) refuse('too_late_to_cancel');
  return booking;
}

const isAsLeft = (booking: Booking, { how, movedTo }: Excuse): boolean =>
  how === 'tell' ? booking.active : how === 'cancel' || movedTo?.active === true;

export function excuseStudent(business: Business, act: ActOf<'excuse'>): void {
  const booking = usable(business, act, act.how);
  const { family, student, lesson } = booking;
  booking.excuse = { how: act.how, at: business.now, movedTo: null };
  if (act.how === 'tell') {
    booking.excused = true;
    business.mail('tutor', `absent: ${lesson.name}`);
    business.mailAbout(family, [student], `absent: ${lesson.name}`);
    return;
  }
  endBooking(business, booking);
  business.mailAbout(family, [student], `cancelled: ${lesson.name}`);
}

export function excuseByMoving(business: Business, act: ActOf<'excuse by moving'>): void {
  const booking = usable(business, act, 'move');
  const to = business.lesson(act.to);
  const movedTo = moveBooking(business, booking, to);
  booking.excuse = { how: 'move', at: business.now, movedTo };
  business.mailAbout(booking.family, [booking.student], `moved: ${to.name}`);
}

export function undoExcuse(business: Business, act: ActOf<'undo excuse'>): void {
  const booking = linkOf(business, act.student, act.lesson);
  const { excuse: done, family, student, lesson } = booking;
  if (done === null) {
    if (!booking.active || business.now >= lesson.start + 10 * MINUTE) refuse('excuse_not_found');
    return;
  }
  if (!isAsLeft(booking, done)) refuse('excuse_not_found');
  const until = done.at + 10 * MINUTE;
  if (business.now >= Math.max(lesson.start, until)) refuse('excuse_not_found');
  if (business.now >= until) refuse('undo_over');
  if (done.how === 'tell') {
    booking.excused = false;
    booking.excuse = null;
    business.mail('tutor', `no longer absent: ${lesson.name}`);
    business.mailAbout(family, [student], `no longer absent: ${lesson.name}`);
    return;
  }
  if (done.movedTo !== null) {
    moveBooking(business, done.movedTo, lesson).reminded = true;
    business.mailAbout(family, [student], `moved: ${lesson.name}`);
    return;
  }
  if (spotsLeft(business, lesson, family) < 1) refuse('lesson_full');
  const lot = booking.free ? null : business.spend(family);
  const { free, first } = booking;
  addBooking(business, { family, student, lesson, lot, free, first }).reminded = true;
  business.mailAbout(family, [student], `booked: ${lesson.name}`);
}
