// Lessons and bookings, as the specification and the features describe them.
import type { ActOf, PersonName } from '../acts.ts';
import {
  type Booking,
  type Business,
  type Family,
  type Lesson,
  refuse,
  type Student,
  active,
  bookingOf,
  LESSON,
} from './business.ts';
import { planLetter } from './rooms.ts';
import {
  addBooking,
  offerSpots,
  planReminders,
  refusalWithSpots,
  reservedSpots,
  spotsLeft,
  wontBook,
} from './spots.ts';
import { DAY, HOUR, ukInstant } from './uk-time.ts';

/** The family, after checking that the person may act for the student. */
export function actingFor(
  business: Business,
  by: PersonName,
  student: Student,
  foreign = 'validation_failed',
): Family {
  const family = business.signedIn(by);
  const person = family.students.find(({ name }) => name === by);
  if (person === undefined) {
    if (!family.parents.some(({ name }) => name === by)) refuse('no such name');
  } else {
    if (!person.hasSignIn || !person.present) refuse('no such name');
    if (!person.mayBook) refuse('forbidden');
    if (person !== student) refuse(foreign);
  }
  if (!family.students.includes(student) || !student.present) refuse(foreign);
  return family;
}

export function planLesson(business: Business, name: string, spots: number): void {
  if (business.lessons.has(name)) refuse('no such name');
  const lesson: Lesson = {
    name,
    start: ukInstant(name.slice(0, 16)),
    spots,
    deleted: false,
    bookings: [],
    waiting: [],
    toldOfCredit: new Set(),
    toldOpen: false,
    topic: null,
    sentence: '',
    letter: 'planned',
  };
  business.lessons.set(name, lesson);
  planLetter(business, lesson);
}

/** The families of bookings, with their students in it, each once. */
function byFamily(entries: readonly { family: Family; student: Student }[]) {
  const students = new Map<Family, Student[]>();
  for (const { family, student } of entries)
    students.set(family, [...(students.get(family) ?? []), student]);
  return students;
}

export function changeLesson(business: Business, act: ActOf<'change lesson'>): void {
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  const taken = active(lesson).length + reservedSpots(business, lesson);
  if (act.spots !== undefined && act.spots < taken) refuse('below_booked');
  lesson.spots = act.spots ?? lesson.spots;
  if (act.start !== undefined && ukInstant(act.start) !== lesson.start) {
    lesson.start = ukInstant(act.start);
    const told = byFamily([...active(lesson), ...lesson.waiting]);
    for (const [family, students] of told)
      business.mailAbout(family, students, `lesson changed: ${lesson.name}`);
    for (const booking of active(lesson)) planReminders(business, booking);
    planLetter(business, lesson);
  }
  offerSpots(business, lesson);
}

export function deleteLesson(business: Business, act: ActOf<'delete lesson'>): void {
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  lesson.deleted = true;
  if (business.now >= lesson.start) return;
  const told = byFamily([...active(lesson), ...lesson.waiting]);
  for (const booking of active(lesson)) {
    booking.active = false;
    business.giveBack(booking);
  }
  lesson.waiting = [];
  for (const [family, students] of told)
    business.mailAbout(family, students, `lesson deleted: ${lesson.name}`);
}

export function book(business: Business, act: ActOf<'book'>): void {
  const student = business.student(act.student);
  const family = actingFor(business, act.by, student);
  const lesson = business.lesson(act.lesson);
  const refusal = wontBook(business, lesson, student);
  if (refusal !== null) refuse(refusal);
  if (family.balance < 1) refuse('insufficient_credits');
  if (spotsLeft(business, lesson, family) < 1) refuse('lesson_full');
  addBooking(business, { family, student, lesson, lot: business.spend(family) });
  business.mailAbout(family, [student], `booked: ${lesson.name}`);
}

export function bookSeveral(business: Business, act: ActOf<'book several'>): void {
  const student = business.student(act.student);
  const family = actingFor(business, act.by, student);
  const lessons = act.lessons.map((name) => business.lesson(name));
  for (const lesson of lessons) {
    const refusal = refusalWithSpots(business, lesson, family, student);
    if (refusal !== null) refuse(refusal);
  }
  if (family.balance < lessons.length) refuse('insufficient_credits');
  for (const lesson of lessons)
    addBooking(business, { family, student, lesson, lot: business.spend(family) });
  business.mailAbout(family, [student], `booked: ${act.lessons.toSorted().join(', ')}`);
}

/** The booking, if its lesson starts late enough for it to be cancelled. */
function changeable(business: Business, lesson: Lesson, student: Student): Booking {
  const booking = lesson.deleted ? undefined : bookingOf(lesson, student);
  if (booking === undefined) refuse('booking_not_found');
  if (business.now >= lesson.start) refuse('lesson_started');
  if (lesson.start - business.now <= HOUR) refuse('too_late_to_cancel');
  return booking;
}

export function endBooking(business: Business, booking: Booking): void {
  booking.active = false;
  business.giveBack(booking);
  offerSpots(business, booking.lesson);
}

export function cancel(business: Business, act: ActOf<'cancel'>): void {
  const student = business.student(act.student);
  const family = actingFor(business, act.by, student, 'booking_not_found');
  const lesson = business.lesson(act.lesson);
  endBooking(business, changeable(business, lesson, student));
  business.mailAbout(family, [student], `cancelled: ${lesson.name}`);
}

export function move(business: Business, act: ActOf<'move'>): void {
  const student = business.student(act.student);
  const family = actingFor(business, act.by, student, 'booking_not_found');
  const from = business.lesson(act.from);
  const to = business.lesson(act.to);
  const booking = changeable(business, from, student);
  moveBooking(business, booking, to);
  business.mailAbout(family, [student], `moved: ${to.name}`);
}

/** Cancels and books in one step; the first lesson's list gets its spot after both. */
export function moveBooking(business: Business, booking: Booking, to: Lesson): Booking {
  const { family, student, lesson: from, free, first } = booking;
  const refusal = wontBook(business, to, student);
  if (refusal !== null) refuse(refusal);
  const hasReturned = booking.lot === null && !free;
  if (hasReturned && family.balance < 1) refuse('insufficient_credits');
  if (spotsLeft(business, to, family) < 1) refuse('lesson_full');
  booking.active = false;
  business.returnCredit(booking);
  const lot = free ? null : business.spend(family);
  const moved = addBooking(business, {
    family,
    student,
    lesson: to,
    lot,
    free,
    first: first && 'moved',
  });
  offerSpots(business, from);
  return moved;
}

export function joinList(business: Business, act: ActOf<'join list'>): void {
  const student = business.student(act.student);
  const family = actingFor(business, act.by, student);
  const lesson = business.lesson(act.lesson);
  const refusal = wontBook(business, lesson, student);
  if (refusal !== null) refuse(refusal);
  if (lesson.waiting.some((entry) => entry.student === student)) refuse('already_waiting');
  if (spotsLeft(business, lesson, family) > 0) refuse('not_full');
  const waits = lesson.waiting.some((entry) => entry.family === family);
  if (family.balance < 1 && waits) refuse('insufficient_credits');
  lesson.waiting.push({ family, student, clashTold: false });
}

export function leaveList(business: Business, act: ActOf<'leave list'>): void {
  const student = business.student(act.student);
  actingFor(business, act.by, student);
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  lesson.waiting = lesson.waiting.filter((entry) => entry.student !== student);
}

export function markAttendance(business: Business, act: ActOf<'mark attendance'>): void {
  const lesson = business.lesson(act.lesson);
  const booking = lesson.deleted ? undefined : bookingOf(lesson, business.student(act.student));
  if (booking === undefined) refuse('booking_not_found');
  if (business.now < lesson.start) refuse('lesson_not_started');
  if (booking.absent === act.absent) return;
  if (act.absent) business.giveBack(booking, 'adjustment');
  else if (!booking.free) booking.lot = business.spend(booking.family, 'adjustment');
  booking.absent = act.absent;
}

export const attended = (business: Business, { bookings }: Family): number =>
  bookings.filter(
    ({ active: isActive, absent, lesson }) =>
      isActive && !absent && business.now >= lesson.start + LESSON,
  ).length;

export const upcoming = (business: Business, { bookings }: Family): number =>
  bookings.filter(({ active: isActive, lesson }) => isActive && lesson.start > business.now).length;

/** The tutor may add students until a week after the start. */
export function tutorBooks(business: Business, act: ActOf<'tutor books'>): void {
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  const family = business.family(act.student);
  const student = business.student(act.student);
  if (!student.present) refuse('student_not_found');
  if (business.now > lesson.start + 7 * DAY) refuse('lesson_started');
  if (bookingOf(lesson, student) !== undefined) refuse('already_booked');
  const free = act.credit === 'free';
  if (!free && family.balance < 1) refuse('insufficient_credits');
  if (spotsLeft(business, lesson, family) < 1) refuse('lesson_full');
  const lot = free ? null : business.spend(family);
  addBooking(business, { family, student, lesson, lot, free });
  business.mailAbout(family, [student], `booked: ${lesson.name}`);
}

export function tutorCancels(business: Business, act: ActOf<'tutor cancels'>): void {
  const lesson = business.lesson(act.lesson);
  const student = business.student(act.student);
  const booking = lesson.deleted ? undefined : bookingOf(lesson, student);
  if (booking === undefined) refuse('booking_not_found');
  if (business.now >= lesson.start) refuse('lesson_started');
  if (!act.refund) booking.lot = null;
  endBooking(business, booking);
  business.mailAbout(booking.family, [student], `cancelled: ${lesson.name}`);
}

export function tutorMoves(business: Business, act: ActOf<'tutor moves'>): void {
  const from = business.lesson(act.from);
  const student = business.student(act.student);
  const to = business.lesson(act.to);
  const booking = from.deleted ? undefined : bookingOf(from, student);
  if (booking === undefined) refuse('booking_not_found');
  if (business.now >= from.start) refuse('lesson_started');
  moveBooking(business, booking, to);
  business.mailAbout(booking.family, [student], `moved: ${to.name}`);
}
