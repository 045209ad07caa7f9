// Spots, reservations, reminders and waiting lists of lessons.
import type { Business } from './business.ts';
import { balanceOf, giveBack, returnCredit, spend } from './credits.ts';
import { sendLetters } from './letters.ts';
import {
  active,
  type Booking,
  bookingOf,
  type Entry,
  type Family,
  type Lesson,
  LESSON,
  newBooking,
  recipientsOf,
  refuse,
  type Student,
} from './things.ts';
import { HOUR } from './uk-time.ts';

/** Who is to have a spot of which lesson. */
export interface Seat {
  readonly lesson: Lesson;
  readonly family: Family;
  readonly student: Student;
}

export const reservedSpots = (business: Business, lesson: Lesson, except?: Family): number =>
  [...business.reservations].filter(
    ({ lessons, family }) => lessons.includes(lesson) && family !== except,
  ).length;

/** Spots neither booked nor reserved, but for the family's own reservation. */
const spotsLeft = (business: Business, lesson: Lesson, family?: Family): number =>
  lesson.spots - active(lesson).length - reservedSpots(business, lesson, family);

interface Needs {
  readonly credit?: boolean;
  /** The last moment at which the lesson can be booked. */
  readonly until?: number;
}

/** Why the spot cannot be had, in the order of the rulings; null if it can. */
export function refusalOf(
  business: Business,
  { lesson, family, student }: Pick<Seat, 'lesson'> & Partial<Seat>,
  { credit = false, until = lesson.start - 1 }: Needs = {},
): string | null {
  if (lesson.deleted) return 'lesson_not_found';
  if (business.now > until) return 'lesson_started';
  if (bookingOf(lesson, student) !== undefined) return 'already_booked';
  if (credit && family !== undefined && balanceOf(family) < 1) return 'insufficient_credits';
  return spotsLeft(business, lesson, family) < 1 ? 'lesson_full' : null;
}

export function requireSpot(
  business: Business,
  seat: Pick<Seat, 'lesson'> & Partial<Seat>,
  needs?: Needs,
): void {
  const refusal = refusalOf(business, seat, needs);
  if (refusal !== null) refuse(refusal);
}

/** Books without asking, for a credit if no lot is given. Ends the student's entry in the list. */
export function addBooking(
  business: Business,
  { family, student, lesson }: Seat,
  { free = false, lot = free ? null : spend(family), ...facts }: Partial<Booking> = {},
): Booking {
  const { now: madeAt } = business;
  const made = { lot, free, madeAt, reminders: new Set<string>() };
  const booking: Booking = { ...newBooking, family, student, lesson, ...made, ...facts };
  lesson.bookings.push(booking);
  family.bookings.push(booking);
  lesson.waiting = lesson.waiting.filter((entry) => entry.student !== student);
  planReminders(business, booking);
  business.later(madeAt, () => {
    sendLetters(business, lesson);
  });
  return booking;
}

export function planReminders(business: Business, booking: Booking): void {
  for (const hours of [24, 2])
    business.later(Math.max(booking.lesson.start - hours * HOUR, business.now), () => {
      sendReminders(business, booking);
    });
}

/**
 * To everybody who has not had one for this start and these hours. A booking made after a
 * reminder's time gets no such reminder, nor does an excused student, and of two that are due the
 * later one is sent.
 */
export function sendReminders(business: Business, booking: Booking): void {
  const { lesson, family, student, madeAt } = booking;
  const { name, start } = lesson;
  const left = start - business.now;
  if (!booking.active || booking.excused || family.deleted || lesson.deleted || left <= 0) return;
  const hours = [2, 24].find((each) => left <= each * HOUR && family.reminderHours.includes(each));
  if (hours === undefined || madeAt > start - hours * HOUR) return;
  for (const person of recipientsOf(family, student)) {
    const reminder = `${start} ${hours} ${person}`;
    if (!booking.reminders.has(reminder)) business.mail(person, `reminder: ${name}`);
    booking.reminders.add(reminder);
    booking.hasExcuseLink = true;
  }
}

export function endBooking(business: Business, booking: Booking): void {
  booking.active = false;
  giveBack(booking);
  offerSpots(business, booking.lesson);
}

/** Cancels and books in one step; the first lesson's list gets its spot after both. */
export function moveBooking(business: Business, booking: Booking, lesson: Lesson): Booking {
  const { family, student, free, first } = booking;
  const seat = { family, student, lesson };
  requireSpot(business, seat, { credit: booking.lot === null && !free });
  booking.active = false;
  returnCredit(booking);
  const moved = addBooking(business, seat, { free, first: first && 'moved' });
  offerSpots(business, booking.lesson);
  return moved;
}

/** Gives free spots to the waiting list; within the last two hours, tells it once. */
export function offerSpots(business: Business, lesson: Lesson): void {
  const notice = lesson.start - business.now;
  if (lesson.deleted || notice <= 0 || business.now < lesson.settledAt) return;
  while (spotsLeft(business, lesson) > 0 && lesson.waiting.length > 0) {
    const isLate = notice <= 2 * HOUR;
    const next = isLate
      ? undefined
      : lesson.waiting.find((one) => canTakeSpot(business, lesson, one));
    if (isLate) tellOpen(business, lesson);
    if (next === undefined) return;
    addBooking(business, { ...next, lesson });
    business.tell(next.family, `promoted: ${lesson.name}`, next.student);
  }
}

function tellOpen(business: Business, lesson: Lesson): void {
  if (lesson.toldOpen) return;
  lesson.toldOpen = true;
  for (const { family, student, clashTold } of lesson.waiting)
    if (!clashTold) business.tell(family, `spot open: ${lesson.name}`, student);
}

function canTakeSpot(business: Business, lesson: Lesson, entry: Entry): boolean {
  const { family, student } = entry;
  const clash = clashOf(business, student, lesson);
  if (clash !== undefined) {
    if (!entry.clashTold) business.tell(family, `clash: ${clash.name}`);
    entry.clashTold = true;
    return false;
  }
  if (balanceOf(family) > 0) return true;
  if (!lesson.toldOfCredit.has(family)) business.tell(family, `no credit: ${lesson.name}`);
  lesson.toldOfCredit.add(family);
  return false;
}

/** The lesson that the student already has at that time. */
function clashOf(business: Business, student: Student, lesson: Lesson): Lesson | undefined {
  const reserved = [...business.reservations]
    .filter((payment) => payment.student === student)
    .flatMap(({ lessons }) => lessons);
  return [...business.lessons.values()].find(
    (other) =>
      other !== lesson &&
      Math.abs(other.start - lesson.start) < LESSON &&
      !other.deleted &&
      (bookingOf(other, student) !== undefined || reserved.includes(other)),
  );
}
