// Families, their people, enquiries and the free first lesson.
import type { ActOf, PersonName, YearClass } from '../acts.ts';
import {
  type Booking,
  type Business,
  type Enquiry,
  type Family,
  type Lesson,
  refuse,
  type Student,
  active,
  bookingOf,
} from './business.ts';
import { actingFor } from './lessons.ts';
import { sendLetters } from './rooms.ts';
import { addBooking, offerSpots, spotsLeft } from './spots.ts';
import { DAY, HOUR, schoolYear, schoolYearAsSaid } from './uk-time.ts';

const YEARS: YearClass[] = ['year-10', 'year-11', 'year-12', 'year-13'];
const FREE_SPOTS = 2;

function newStudent(business: Business, name: string, year: YearClass | null): Student {
  const saidIn = schoolYearAsSaid(business.now);
  return {
    name,
    year,
    saidIn,
    confirmedIn: saidIn,
    hasSignIn: false,
    mayBook: false,
    present: true,
  };
}

/** The year as of today; 'finished' after Year 13, '-' if it was never said. */
export function yearOf(business: Business, { year, saidIn }: Student): string {
  if (year === null) return '-';
  const passed = Math.max(0, schoolYear(business.now) - saidIn);
  return YEARS[YEARS.indexOf(year) + passed] ?? 'finished';
}

function addFamily(business: Business, name: string, year: YearClass | null): Family {
  const family: Family = {
    name,
    parents: [{ name: `${name}.p1`, confirmed: false, linkUntil: business.now + 7 * DAY }],
    students: [newStudent(business, `${name}.s1`, year)],
    balance: 0,
    ledger: [],
    lots: [],
    bookings: [],
    payments: [],
    reminderHours: [24],
    hadFreeLesson: false,
    voided: 0,
    invoices: [],
    invitations: new Map(),
    deleted: false,
    hasPassword: true,
  };
  business.families.set(name, family);
  return family;
}

export function signUp(business: Business, act: ActOf<'sign up'>): void {
  if (business.families.has(act.family)) {
    if (business.families.get(act.family)?.deleted === true) refuse('no such name');
    refuse('email_taken');
  }
  const enquiry = act.invitation === undefined ? null : business.enquiry(act.invitation);
  const invitation = enquiry?.invitation ?? null;
  if (enquiry !== null && (invitation === null || invitation.until <= business.now))
    refuse('invitation_not_found');
  const family = addFamily(business, act.family, enquiry?.year ?? null);
  business.mailParents(family, 'welcome');
  if (enquiry === null) return;
  const [student] = family.students;
  const [parent] = family.parents;
  if (student === undefined || parent === undefined) return;
  if (enquiry.family === family.name) Object.assign(parent, { confirmed: true, linkUntil: 0 });
  student.saidIn = schoolYearAsSaid(enquiry.madeAt);
  enquiry.status = 'joined';
  enquiry.invitation = null;
  family.hadFreeLesson = true;
  business.grant(family, 'adjustment', 1);
  const lesson = invitation?.lesson ?? null;
  if (lesson === null || lesson.deleted || lesson.start <= business.now) return;
  if (spotsLeft(business, lesson) < 1) return;
  addBooking(business, { family, student, lesson, lot: business.spend(family) });
  business.mailAbout(family, [student], `booked: ${lesson.name}`);
}

export function confirmEmail(business: Business, act: ActOf<'confirm email'>): void {
  const family = business.family(act.person);
  const parent = family.parents.find(({ name }) => name === act.person) ?? refuse('no such name');
  if (parent.linkUntil === 0) refuse('no such name');
  if (parent.confirmed) return;
  if (parent.linkUntil <= business.now) refuse('invalid_confirmation_token');
  parent.confirmed = true;
  for (const { lesson } of family.bookings) sendLetters(business, lesson);
}

function asParent(business: Business, by: PersonName): Family {
  const family = business.signedIn(by);
  if (family.students.some(({ name }) => name === by)) refuse('forbidden');
  if (!family.parents.some(({ name }) => name === by)) refuse('no such name');
  return family;
}

export function addStudent(business: Business, act: ActOf<'add student'>): void {
  const family = asParent(business, act.by);
  if (family.students.some(({ name }) => name === act.student)) refuse('no such name');
  if (family.students.filter(({ present }) => present).length >= 6) refuse('too_many_students');
  family.students.push(newStudent(business, act.student, act.year ?? 'year-10'));
}

function ownStudent(business: Business, family: Family, name: string): Student {
  const student = business.student(name);
  return family.students.includes(student) && student.present
    ? student
    : refuse('student_not_found');
}

export function changeStudent(business: Business, act: ActOf<'change student'>): void {
  const student = ownStudent(business, asParent(business, act.by), act.student);
  student.mayBook = act.mayBook ?? student.mayBook;
  if (act.year === undefined) return;
  student.year = act.year;
  student.saidIn = schoolYearAsSaid(business.now);
  student.confirmedIn = student.saidIn;
}

export function removeStudent(business: Business, act: ActOf<'remove student'>): void {
  const family = asParent(business, act.by);
  const student = ownStudent(business, family, act.student);
  if (family.students.filter(({ present }) => present).length === 1) refuse('last_student');
  const isAhead = (booking: Booking): boolean =>
    booking.active && booking.student === student && booking.lesson.start > business.now;
  if (family.bookings.some(isAhead)) refuse('has_bookings');
  student.present = false;
  endSignIn(business, family, student);
  leaveLists(business, (other) => other === student);
}

function leaveLists(business: Business, leaves: (student: Student) => boolean): void {
  for (const lesson of business.lessons.values())
    if (lesson.waiting.length > 0)
      lesson.waiting = lesson.waiting.filter(({ student }) => !leaves(student));
}

export function invitePerson(business: Business, act: ActOf<'invite person'>): void {
  const family = asParent(business, act.by);
  if (family.parents.find(({ name }) => name === act.by)?.confirmed === false)
    refuse('email_unconfirmed');
  const isParent = act.person.includes('.p');
  if (isParent && family.parents.length >= 2) refuse('too_many_parents');
  if (!isParent && ownStudent(business, family, act.person).hasSignIn) refuse('sign_in_exists');
  family.invitations.set(act.person, business.now + 7 * DAY);
  business.mail(act.person, 'invitation');
}

export function acceptInvitation(business: Business, act: ActOf<'accept invitation'>): void {
  const family = business.families.get(act.person.split('.', 1)[0] ?? '');
  const until = family?.invitations.get(act.person);
  if (family === undefined || until === undefined) refuse('no such name');
  if (family.deleted || until <= business.now) refuse('invitation_not_found');
  family.invitations.set(act.person, 0);
  const imported = family.hasPassword ? undefined : family.parents[0];
  if (imported !== undefined) {
    family.hasPassword = true;
    imported.confirmed = true;
    return;
  }
  business.mailParents(family, 'accepted');
  if (act.person.includes('.p'))
    family.parents.push({ name: act.person, confirmed: true, linkUntil: 0 });
  else business.student(act.person).hasSignIn = true;
}

export function removeSignIn(business: Business, act: ActOf<'remove sign-in'>): void {
  const family = asParent(business, act.by);
  endSignIn(business, family, ownStudent(business, family, act.student));
}

/** The student's invitation ends as well, and the right to book. */
function endSignIn(business: Business, family: Family, student: Student): void {
  if (family.invitations.has(student.name)) family.invitations.set(student.name, 0);
  student.mayBook = false;
  if (!student.hasSignIn) return;
  student.hasSignIn = false;
  business.mail(student.name, 'sign-in removed');
}

export function removeParent(business: Business, act: ActOf<'remove parent'>): void {
  const family = asParent(business, act.by);
  const parent = family.parents.find(({ name }) => name === act.person) ?? refuse('no such name');
  const isOwner = family.parents[0]?.name === act.by;
  if (!isOwner && act.by !== act.person) refuse('forbidden');
  if (family.parents.length === 1) refuse('last_parent');
  family.parents = family.parents.filter((other) => other !== parent);
  business.mail(act.person, 'sign-in removed');
}

export function setReminders(business: Business, act: ActOf<'set reminders'>): void {
  asParent(business, act.by).reminderHours = [...act.hours];
}

export function deleteAccount(business: Business, act: ActOf<'delete account'>): void {
  const family = asParent(business, act.by);
  if (family.parents[0]?.name !== act.by) refuse('forbidden');
  business.mailParents(family, 'deleted');
  family.deleted = true;
  for (const enquiry of business.enquiries.values())
    if (enquiry.family === family.name) business.enquiries.delete(enquiry.name);
  leaveLists(business, (student) => family.students.includes(student));
  const freed = new Set<Lesson>();
  for (const payment of family.payments)
    if (business.reservations.delete(payment))
      for (const lesson of payment.lessons) freed.add(lesson);
  for (const booking of family.bookings)
    if (booking.active && booking.lesson.start > business.now) {
      booking.active = false;
      freed.add(booking.lesson);
    }
  for (const lesson of freed) offerSpots(business, lesson);
}

export function giveCredits(business: Business, act: ActOf<'give credits'>): void {
  const family = business.family(act.family);
  if (family.balance + act.credits < 0) refuse('insufficient_credits');
  if (act.credits > 0) business.grant(family, 'adjustment', act.credits);
  else business.takeBack(family, { left: 0 }, -act.credits, 'adjustment');
}

export function enquire(business: Business, act: ActOf<'enquire'>): void {
  if (business.enquiries.has(act.enquiry)) refuse('no such name');
  const { enquiry: name, family, year } = act;
  addEnquiry(business, name, family, year);
  business.mail(`${family}.p1`, 'enquiry received');
  business.mail('tutor', 'new enquiry');
}

export function answerEnquiry(business: Business, act: ActOf<'answer enquiry'>): void {
  const enquiry = business.enquiry(act.enquiry);
  enquiry.status = 'contacted';
}

export function inviteEnquiry(business: Business, act: ActOf<'invite enquiry'>): void {
  const enquiry = business.enquiry(act.enquiry);
  const lesson = act.lesson === undefined ? null : business.lesson(act.lesson);
  if (lesson !== null && lesson.deleted) refuse('lesson_not_found');
  if (lesson !== null && lesson.start <= business.now) refuse('lesson_started');
  if (lesson !== null && spotsLeft(business, lesson) < 1) refuse('lesson_full');
  if (enquiry.status === 'joined') refuse('already_joined');
  enquiry.status = 'contacted';
  enquiry.invitation = { lesson, until: business.now + 14 * DAY };
  business.mail(`${enquiry.family}.p1`, 'enquiry invitation');
}

export function deleteEnquiry(business: Business, act: ActOf<'delete enquiry'>): void {
  business.enquiry(act.enquiry);
  business.enquiries.delete(act.enquiry);
}

export function askForFreeLesson(business: Business, act: ActOf<'ask for free lesson'>): void {
  const family = asParent(business, act.by);
  const state = freeLessonState(business, family);
  if (state === 'had') refuse('free_lesson_used');
  if (state === 'asked') refuse('already_asked');
  addEnquiry(business, `${family.name}.p1`, family.name, act.year ?? 'year-10');
  business.mail('tutor', 'new enquiry');
  business.mail(act.by, 'enquiry received');
  const [student] = family.students;
  if (act.year === undefined || student === undefined) return;
  student.year = act.year;
  student.saidIn = schoolYearAsSaid(business.now);
}

export function importFamilies(business: Business, act: ActOf<'import'>): void {
  const families: Family[] = [];
  for (const { family: name, credits } of act.families) {
    if (business.families.has(name)) continue;
    const family = addFamily(business, name, 'year-10');
    family.hasPassword = false;
    // It has had lessons elsewhere.
    family.hadFreeLesson = true;
    Object.assign(family.parents[0] ?? {}, { linkUntil: 0 });
    if (credits > 0) business.grant(family, 'adjustment', credits);
    families.push(family);
    if (!act.invite) continue;
    family.invitations.set(`${name}.p1`, business.now + 30 * DAY);
    business.mailParents(family, 'import invitation');
  }
  business.imports.set(act.name, { at: business.now, families });
}

export function undoImport(business: Business, act: ActOf<'undo import'>): void {
  const imported = business.imports.get(act.name) ?? refuse('no such name');
  if (business.now >= imported.at + DAY) refuse('undo_over');
  for (const family of imported.families)
    if (!family.hasPassword && family.bookings.length === 0 && family.ledger.length <= 1)
      family.deleted = true;
}

export function withdrawInvitation(business: Business, name: string): void {
  const enquiry = business.enquiry(name);
  if (enquiry.invitation === null) refuse('invitation_not_found');
  enquiry.invitation = null;
}

export function freeLessonState(business: Business, family: Family) {
  if (family.hadFreeLesson || family.ledger.length > family.voided) return 'had';
  const enquiry = enquiryOf(business, family);
  return enquiry === undefined || enquiry.hasBegun ? 'available' : 'asked';
}

/** The family's free first lesson: grants the credit and books in one step. */
export function bookFree(business: Business, act: ActOf<'book'>): void {
  const student = business.student(act.student);
  const family = actingFor(business, act.by, student);
  const lesson = business.lesson(act.lesson);
  if (lesson.deleted) refuse('lesson_not_found');
  if (business.now >= lesson.start) refuse('lesson_started');
  if (bookingOf(lesson, student) !== undefined) refuse('already_booked');
  if (spotsLeft(business, lesson, family) < 1) refuse('lesson_full');
  if (freeLessonState(business, family) === 'had') refuse('free_lesson_used');
  if (active(lesson).filter(({ first }) => first === 'booked').length >= FREE_SPOTS)
    refuse('free_spots_taken');
  business.grant(family, 'adjustment', 1);
  family.hadFreeLesson = true;
  const lot = business.spend(family);
  const booking = addBooking(business, { family, student, lesson, lot, first: 'booked' });
  business.mailAbout(family, [student], `booked: ${lesson.name}`);
  business.mail('tutor', `free lesson booked: ${lesson.name}`);
  joinEnquiry(business, family);
  if (family.parents.some(({ confirmed }) => confirmed)) return;
  renewLinks(business, family);
  withdrawUnlessConfirmed(business, booking);
}

const enquiryOf = (business: Business, family: Family) =>
  [...business.enquiries.values()].find((enquiry) => enquiry.family === family.name);

/** The family's enquiry becomes joined; without one, one is made. */
function joinEnquiry(business: Business, family: Family): void {
  const own = enquiryOf(business, family);
  if (own !== undefined) {
    own.status = 'joined';
    return;
  }
  addEnquiry(business, `${family.name}.p1`, family.name, 'year-10').status = 'joined';
}

function addEnquiry(business: Business, name: string, family: string, year: YearClass): Enquiry {
  const enquiry: Enquiry = {
    name,
    family,
    year,
    madeAt: business.now,
    status: 'new',
    invitation: null,
    hasBegun: false,
  };
  business.enquiries.set(name, enquiry);
  return enquiry;
}

/** Emails about an unconfirmed free lesson have a new link that confirms the address. */
function renewLinks(business: Business, { parents }: Family): void {
  for (const parent of parents) parent.linkUntil = business.now + 7 * DAY;
}

/**
 * After 24 hours, or 12 hours before the start if that is earlier, but never in the first hour.
 */
function withdrawUnlessConfirmed(
  business: Business,
  { family, lesson, madeAt, lot }: Booking,
): void {
  const deadline = Math.min(madeAt + DAY, lesson.start - 12 * HOUR);
  business.later(Math.max(deadline, madeAt + HOUR), () => {
    if (family.deleted || family.parents.some(({ confirmed }) => confirmed)) return;
    const booking = family.bookings.find(
      ({ active: isActive, first }) => isActive && first !== null,
    );
    if (booking !== undefined) {
      booking.active = false;
      business.giveBack(booking);
      business.mailAbout(family, [booking.student], `cancelled: ${booking.lesson.name}`);
    } else business.mailParents(family, 'free lesson withdrawn');
    if (lot !== null && family.balance > 0) business.takeBack(family, lot, 1, 'adjustment');
    family.hadFreeLesson = false;
    family.voided = family.ledger.length;
    renewLinks(business, family);
    const enquiry = enquiryOf(business, family);
    if (enquiry !== undefined) Object.assign(enquiry, { status: 'contacted', hasBegun: true });
    if (booking !== undefined) offerSpots(business, booking.lesson);
  });
}
