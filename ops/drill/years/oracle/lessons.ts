// What the tutor and the families do with lessons, bookings and waiting lists.
import type { PersonName } from '../acts.ts';
import type { Business, Performers } from './business.ts';
import { balanceOf, giveBack, spend } from './credits.ts';
import { bookFree } from './enquiries.ts';
import { planLetter } from './letters.ts';
import { planClosing } from './rooms.ts';
import {
  addBooking,
  endBooking,
  moveBooking,
  offerSpots,
  planReminders,
  refusalOf,
  requireSpot,
  reservedSpots,
  type Seat,
} from './spots.ts';
import { active, type Booking, bookingOf, type Lesson, newLesson, refuse } from './things.ts';
import { DAY, HOUR, MINUTE, ukInstant } from './uk-time.ts';

const CANCELLABLE = HOUR;
const TUTOR_BOOKS = 7 * DAY;
const SETTLED_AFTER = 10 * MINUTE;

interface ForStudent {
  readonly by: PersonName;
  readonly student: string;
}

/** The student and the family, after checking that the person may act for the student. */
export function acting(business: Business, act: ForStudent, foreign = 'validation_failed') {
  const student = business.student(act.student);
  const family = business.signedIn(act.by);
  const self = family.students.find(({ name }) => name === act.by);
  if (self !== undefined && !self.mayBook) refuse('forbidden');
  const isTheirs = family.students.includes(student) && student.present;
  return isTheirs && (self ?? student) === student ? { family, student } : refuse(foreign);
}

const seatFor = (business: Business, act: ForStudent & { lesson: string }): Seat => ({
  ...acting(business, act),
  lesson: business.lesson(act.lesson),
});

/** The booking, while it can still be ended: the tutor may until the start. */
function endable(
  business: Business,
  { student, lesson }: Pick<Seat, 'student' | 'lesson'>,
  notice = 0,
): Booking {
  const booking = bookingOf(lesson, student) ?? refuse('booking_not_found');
  const left = lesson.start - business.now;
  if (left <= 0) refuse('lesson_started');
  return left <= notice ? refuse('too_late_to_cancel') : booking;
}

function plan(
  business: Business,
  { lesson: name, spots }: { lesson: string; spots: number },
): void {
  if (business.lessons.has(name)) refuse('no such name');
  const lesson = newLesson(name, spots);
  business.lessons.set(name, lesson);
  planLetter(business, lesson);
}

/** One email for each spot and each place on the list. */
function tellClass(business: Business, lesson: Lesson, kind: string): void {
  for (const { family, student } of [...active(lesson), ...lesson.waiting])
    business.tell(family, `${kind}: ${lesson.name}`, student);
}

export const lessonActs: Performers = {
  'plan lesson': plan,
  'plan term'(business, { lessons, spots }) {
    for (const lesson of lessons) plan(business, { lesson, spots });
  },
  'change lesson'(business, act) {
    const lesson = business.visibleLesson(act.lesson);
    const { spots = lesson.spots } = act;
    if (spots < active(lesson).length + reservedSpots(business, lesson)) refuse('below_booked');
    lesson.spots = spots;
    const start = act.start === undefined ? lesson.start : ukInstant(act.start);
    if (start !== lesson.start) {
      lesson.start = start;
      lesson.settledAt = business.now + SETTLED_AFTER;
      business.later(lesson.settledAt, () => offerSpots(business, lesson));
      tellClass(business, lesson, 'lesson changed');
      for (const booking of active(lesson)) {
        if (booking.excused) Object.assign(booking, { excused: false, excuse: null });
        planReminders(business, booking);
      }
      planLetter(business, lesson);
      planClosing(business, lesson);
    }
    offerSpots(business, lesson);
  },
  'delete lesson'(business, act) {
    const lesson = business.visibleLesson(act.lesson);
    if (business.now < lesson.start) {
      tellClass(business, lesson, 'lesson deleted');
      for (const booking of active(lesson)) {
        booking.active = false;
        giveBack(booking);
      }
      lesson.waiting = [];
    }
    lesson.deleted = true;
  },

  book(business, act) {
    const seat = seatFor(business, act);
    if (act.free === true) {
      // A parent does that.
      if (act.by === act.student) refuse('not_offered');
      bookFree(business, seat);
    } else {
      requireSpot(business, seat, { credit: true });
      addBooking(business, seat);
      business.tell(seat.family, `booked: ${act.lesson}`, seat.student);
    }
  },
  'book several'(business, act) {
    const { family, student } = acting(business, act);
    const seats = act.lessons.map((name) => ({ family, student, lesson: business.lesson(name) }));
    for (const seat of seats) requireSpot(business, seat);
    if (balanceOf(family) < seats.length) refuse('insufficient_credits');
    for (const seat of seats) addBooking(business, seat);
    business.tell(family, `booked: ${act.lessons.toSorted().join(', ')}`, student);
  },
  cancel(business, act) {
    const { family, student } = acting(business, act, 'booking_not_found');
    const lesson = business.lesson(act.lesson);
    endBooking(business, endable(business, { student, lesson }, CANCELLABLE));
    business.tell(family, `cancelled: ${act.lesson}`, student);
  },
  move(business, act) {
    const { family, student } = acting(business, act, 'booking_not_found');
    const [lesson, to] = [business.lesson(act.from), business.lesson(act.to)];
    moveBooking(business, endable(business, { student, lesson }, CANCELLABLE), to);
    business.tell(family, `moved: ${act.to}`, student);
  },
  'join list'(business, act) {
    const { lesson, family, student } = seatFor(business, act);
    const refusal = refusalOf(business, { lesson, family, student });
    if (refusal !== null && refusal !== 'lesson_full') refuse(refusal);
    if (lesson.waiting.some((entry) => entry.student === student)) refuse('already_waiting');
    if (refusal === null) refuse('not_full');
    const waits = lesson.waiting.some((entry) => entry.family === family);
    if (balanceOf(family) < 1 && waits) refuse('insufficient_credits');
    lesson.waiting.push({ family, student, own: act.by === student.name, clashTold: false });
  },
  'leave list'(business, act) {
    const { lesson, student } = seatFor(business, act);
    if (lesson.deleted) refuse('lesson_not_found');
    lesson.waiting = lesson.waiting.filter((entry) => entry.student !== student);
  },

  'mark attendance'(business, act) {
    const lesson = business.lesson(act.lesson);
    const booking = bookingOf(lesson, business.student(act.student)) ?? refuse('booking_not_found');
    if (business.now < lesson.start) refuse('lesson_not_started');
    if (booking.absent === act.absent) return;
    if (act.absent) giveBack(booking, 'adjustment');
    else if (!booking.free) booking.lot = spend(booking.family, 'adjustment');
    booking.absent = act.absent;
  },
  'tutor books'(business, act) {
    const lesson = business.visibleLesson(act.lesson);
    const [family, student] = [business.family(act.student), business.student(act.student)];
    if (!student.present) refuse('student_not_found');
    const free = act.credit === 'free';
    const seat = { family, student, lesson };
    requireSpot(business, seat, { credit: !free, until: lesson.start + TUTOR_BOOKS });
    addBooking(business, seat, { free });
    business.tell(family, `booked: ${act.lesson}`, student);
  },
  'tutor cancels'(business, act) {
    const student = business.student(act.student);
    const booking = endable(business, { student, lesson: business.lesson(act.lesson) });
    if (!act.refund) booking.lot = null;
    endBooking(business, booking);
    business.tell(booking.family, `cancelled: ${act.lesson}`, student);
  },
  'tutor moves'(business, act) {
    const student = business.student(act.student);
    const [lesson, to] = [business.lesson(act.from), business.lesson(act.to)];
    const booking = endable(business, { student, lesson });
    moveBooking(business, booking, to);
    business.tell(booking.family, `moved: ${act.to}`, student);
  },
};
