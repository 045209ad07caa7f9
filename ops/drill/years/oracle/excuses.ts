// "Can't come?", the link in reminders.
import type { Business, Performers } from './business.ts';
import { addBooking, endBooking, moveBooking, requireSpot, sendReminders } from './spots.ts';
import { type Booking, type Excuse, refuse } from './things.ts';
import { HOUR, MINUTE } from './uk-time.ts';

const UNDO = 10 * MINUTE;

interface Link {
  readonly student: string;
  readonly lesson: string;
}

/** The latest booking whose link the family has; its excuse must not have been undone otherwise. */
function linked(business: Business, { student: name, lesson: of }: Link): Booking {
  const [student, lesson] = [business.student(name), business.lesson(of)];
  const { bookings } = business.family(name);
  const booking =
    bookings.findLast(
      (one) => one.student === student && one.lesson === lesson && one.hasExcuseLink,
    ) ?? refuse('excuse_not_found');
  const { excuse, active } = booking;
  const isMoved = excuse?.how === 'move' && excuse.movedTo?.active === true;
  return active || isMoved || excuse?.how === 'cancel' ? booking : refuse('excuse_not_found');
}

/** The booking of a link that may do this now. */
function usable(business: Business, link: Link, how: Excuse['how']): Booking {
  const booking = linked(business, link);
  const { excuse, lesson, student } = booking;
  if (business.now >= Math.max(lesson.start, (excuse?.at ?? 0) + UNDO)) refuse('excuse_not_found');
  if (excuse !== null) refuse('already_done');
  if (how === 'tell') return booking;
  if (student.hasSignIn && !student.mayBook) refuse('forbidden');
  return lesson.start - business.now <= HOUR ? refuse('too_late_to_cancel') : booking;
}

function tellAbsent(business: Business, booking: Booking, excused: boolean): void {
  const fact = `${excused ? 'absent' : 'no longer absent'}: ${booking.lesson.name}`;
  booking.excused = excused;
  business.mail('tutor', fact);
  business.tell(booking.family, fact, booking.student);
}

export const excuseActs: Performers = {
  excuse(business, act) {
    const booking = usable(business, act, act.how);
    booking.excuse = { how: act.how, at: business.now, movedTo: null };
    if (act.how === 'tell') tellAbsent(business, booking, true);
    else {
      endBooking(business, booking);
      business.tell(booking.family, `cancelled: ${act.lesson}`, booking.student);
    }
  },
  'excuse by moving'(business, act) {
    const booking = usable(business, act, 'move');
    const movedTo = moveBooking(business, booking, business.lesson(act.to));
    booking.excuse = { how: 'move', at: business.now, movedTo };
    business.tell(booking.family, `moved: ${act.to}`, booking.student);
  },
  'undo excuse'(business, act) {
    const booking = linked(business, act);
    const { excuse, family, student, lesson, free, first } = booking;
    const until = excuse === null ? lesson.start : excuse.at;
    if (business.now >= Math.max(lesson.start, until + UNDO)) refuse('excuse_not_found');
    if (excuse === null) return;
    if (business.now >= until + UNDO) refuse('undo_over');
    if (excuse.how === 'tell') {
      booking.excuse = null;
      tellAbsent(business, booking, false);
      sendReminders(business, booking);
      return;
    }
    if (excuse.movedTo === null) requireSpot(business, { family, student, lesson });
    const again =
      excuse.movedTo === null
        ? addBooking(business, booking, { free, first })
        : moveBooking(business, excuse.movedTo, lesson);
    again.hasExcuseLink = true;
    const kind = excuse.how === 'move' ? 'moved' : 'booked';
    business.tell(family, `${kind}: ${act.lesson}`, student);
  },
};
