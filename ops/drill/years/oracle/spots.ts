// Spots, reservations, reminders and waiting lists of lessons.
import {
  type Booking,
  type Business,
  type Entry,
  type Family,
  type Lesson,
  type Student,
  active,
  bookingOf,
  LESSON,
} from './business.ts';
import { sendLetters } from './rooms.ts';
import { HOUR } from './uk-time.ts';

export function reservedSpots(business: Business, lesson: Lesson, except?: Family): number {
  return [...business.reservations].filter(
    ({ lessons, family }) => lessons.includes(lesson) && family !== except,
  ).length;
}

/** Spots neither booked nor reserved, but for the family's own reservation. */
export function spotsLeft(business: Business, lesson: Lesson, family?: Family): number {
  return lesson.spots - active(lesson).length - reservedSpots(business, lesson, family);
}

/** The lesson that the student already has at that time. */
function clashOf(business: Business, student: Student, lesson: Lesson): Lesson | undefined {
  const reserved = [...business.reservations].filter((payment) => payment.student === student);
  return [...business.lessons.values()].find(
    (other) =>
      other !== lesson &&
      Math.abs(other.start - lesson.start) < LESSON &&
      !other.deleted &&
      (bookingOf(other, student) !== undefined ||
        reserved.some(({ lessons }) => lessons.includes(other))),
  );
}

/** Why the lesson cannot be booked, apart from credits and spots; null if it can. */
export function wontBook(business: Business, lesson: Lesson, student: Student): string | null {
  if (lesson.deleted) return 'lesson_not_found';
  if (business.now >= lesson.start) return 'lesson_started';
  return bookingOf(lesson, student) === undefined ? null : 'already_booked';
}

export const refusalWithSpots = (
  business: Business,
  lesson: Lesson,
  family: Family,
  student: Student,
): string | null =>
  wontBook(business, lesson, student) ??
  (spotsLeft(business, lesson, family) < 1 ? 'lesson_full' : null);

/** Books without asking, by the credit that is given. Ends the student's waiting-list entry. */
export function addBooking(
  business: Business,
  facts: Pick<Booking, 'family' | 'student' | 'lesson' | 'lot'> &
    Partial<Pick<Booking, 'free' | 'first'>>,
): Booking {
  const booking: Booking = {
    free: false,
    first: null,
    ...facts,
    madeAt: business.now,
    active: true,
    absent: false,
    excused: false,
    reminded: false,
    excuse: null,
    lettered: false,
  };
  const { lesson, student } = booking;
  lesson.bookings.push(booking);
  booking.family.bookings.push(booking);
  lesson.waiting = lesson.waiting.filter((entry) => entry.student !== student);
  planReminders(business, booking);
  business.later(business.now, () => {
    sendLetters(business, lesson);
  });
  return booking;
}

export function planReminders(business: Business, booking: Booking): void {
  const { lesson, family, student } = booking;
  const { start } = lesson;
  for (const hours of [24, 2]) {
    const at = start - hours * HOUR;
    if (at < business.now) continue;
    business.later(at, () => {
      const isMeant = booking.active && lesson.start === start && !family.deleted;
      if (!isMeant || !family.reminderHours.includes(hours)) return;
      booking.reminded = true;
      business.mailAbout(family, [student], `reminder: ${lesson.name}`);
    });
  }
}

/** Gives free spots to the waiting list, or tells it. */
export function offerSpots(business: Business, lesson: Lesson): void {
  if (lesson.deleted || business.now >= lesson.start) return;
  const isLate = lesson.start - business.now <= 2 * HOUR;
  while (spotsLeft(business, lesson) > 0 && lesson.waiting.length > 0) {
    if (isLate) {
      tellOpen(business, lesson);
      return;
    }
    const next = lesson.waiting.find((entry) => canTakeSpot(business, lesson, entry));
    if (next === undefined) return;
    const { family, student } = next;
    addBooking(business, { family, student, lesson, lot: business.spend(family) });
    business.mailAbout(family, [student], `promoted: ${lesson.name}`);
  }
}

function tellOpen(business: Business, lesson: Lesson): void {
  if (lesson.toldOpen) return;
  lesson.toldOpen = true;
  for (const { family, student, clashTold } of lesson.waiting)
    if (!clashTold) business.mailAbout(family, [student], `spot open: ${lesson.name}`);
}

function canTakeSpot(business: Business, lesson: Lesson, entry: Entry): boolean {
  const { family, student } = entry;
  const clash = clashOf(business, student, lesson);
  if (clash !== undefined) {
    if (!entry.clashTold) business.mailParents(family, `clash: ${clash.name}`);
    entry.clashTold = true;
    return false;
  }
  if (family.balance > 0) return true;
  if (!lesson.toldOfCredit.has(family)) business.mailParents(family, `no credit: ${lesson.name}`);
  lesson.toldOfCredit.add(family);
  return false;
}
