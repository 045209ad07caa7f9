// Families, their people and invitations.
import type { YearClass } from '../acts.ts';
import type { Business, Performers } from './business.ts';
import { balanceOf, grant, takeBack } from './credits.ts';
import { offerSpots, sendReminders } from './spots.ts';
import {
  type Family,
  type ImportedFamily,
  isConfirmed,
  newFamily,
  refuse,
  type Student,
} from './things.ts';
import { DAY, schoolYear, schoolYearAsSaid, nightAfter } from './uk-time.ts';

const YEARS: YearClass[] = ['year-10', 'year-11', 'year-12', 'year-13'];
const LINK = 7 * DAY;
const IMPORT_LINK = 30 * DAY;
const UNUSED = 365 * DAY;
const UNUSED_SIGN_UP = 60 * DAY;

function addStudent({ now }: Business, family: Family, name: string, year: YearClass | null): void {
  const rights = { hasSignIn: false, mayBook: false, present: true };
  family.students.push({ name, year, saidIn: schoolYearAsSaid(now), ...rights });
}

export function sayYear({ now }: Business, student: Student, year: YearClass): void {
  Object.assign(student, { year, saidIn: schoolYearAsSaid(now) });
}

/** The year as of today, with '?' while a parent has yet to say that it is right. */
export function yearOf({ now }: Business, family: Family, { year, saidIn }: Student): string {
  if (year === null) return '-';
  const passed = Math.max(0, schoolYear(now) - saidIn);
  const question = passed > 0 && family.hasPassword ? '?' : '';
  return (YEARS[YEARS.indexOf(year) + passed] ?? 'finished') + question;
}

export function addFamily(business: Business, name: string, year: YearClass | null): Family {
  const family = newFamily(name, business.now);
  const linkUntil = business.now + LINK;
  family.parents.push({ name: `${name}.p1`, confirmed: false, linkUntil });
  addStudent(business, family, `${name}.s1`, year);
  business.families.set(name, family);
  return family;
}

function ownStudent(business: Business, family: Family, name: string): Student {
  const student = business.student(name);
  const isTheirs = family.students.includes(student) && student.present;
  return isTheirs ? student : refuse('student_not_found');
}

const presentStudents = ({ students }: Family) => students.filter(({ present }) => present);

/** The student's invitation ends as well, and the right to book. */
function endSignIn(business: Business, family: Family, student: Student): void {
  if (family.invitations.has(student.name)) family.invitations.set(student.name, 0);
  if (student.hasSignIn) business.mail(student.name, 'sign-in removed');
  student.hasSignIn = false;
  endRightToBook(business, student);
}

/** Ends what a student waits for by an entry of their own, too. */
function endRightToBook(business: Business, student: Student): void {
  student.mayBook = false;
  for (const lesson of business.lessons.values())
    lesson.waiting = lesson.waiting.filter((entry) => !(entry.own && entry.student === student));
}

/** What they wait for, have answered and practise. */
function forget(business: Business, students: Student[]): void {
  for (const lesson of business.lessons.values())
    lesson.waiting = lesson.waiting.filter(({ student }) => !students.includes(student));
  for (const { answers, boxes } of business.topics.values())
    for (const { name } of students)
      for (const map of [answers, boxes])
        for (const key of map.keys()) if (key.startsWith(`${name} `)) map.delete(key);
}

/**
 * The server has closed an account that nobody has confirmed or used. It looks whether somebody is
 * signed in, too, which the oracle does not know.
 */
export function closeUnused(business: Business, name: string): void {
  const family = business.families.get(name);
  // Those of imports have a rule of their own.
  if (family === undefined || family.deleted || !family.hasPassword) return;
  const { ledger, bookings, payments, since } = family;
  const enquiries = [...business.enquiries.values()].filter((one) => one.family === name);
  const isLate = since <= business.now - UNUSED_SIGN_UP;
  // A free lesson that was withdrawn is no use.
  const hasBooked = ledger.length > family.voided || bookings.some(({ active }) => active);
  const isUsed = isConfirmed(family) || hasBooked || payments.length > 0;
  // A list ends with the start of its lesson.
  const isWaiting = [...business.lessons.values()].some(
    ({ start, waiting }) =>
      start > business.now && waiting.some((entry) => entry.family === family),
  );
  const hasWritten = enquiries.some(({ touchedAt }) => touchedAt > business.now - UNUSED + DAY);
  if (!isLate || isUsed || isWaiting || hasWritten) refuse('was used');
  family.deleted = true;
  for (const enquiry of enquiries) business.enquiries.delete(enquiry.name);
  forget(business, family.students);
}

/** People who join, or choose another time, get the reminders that are due. */
function remind(business: Business, { bookings }: Family): void {
  for (const booking of bookings) sendReminders(business, booking);
}

export const peopleActs: Performers = {
  'confirm email'(business, { person }) {
    const family = business.families.get(person.split('.', 1)[0] ?? '');
    const parent = family?.parents.find(({ name }) => name === person);
    if (family === undefined || parent === undefined || parent.linkUntil === 0)
      refuse('no such name');
    if (family.deleted) refuse('invalid_confirmation_token');
    if (parent.confirmed) return;
    if (parent.linkUntil <= business.now) refuse('invalid_confirmation_token');
    parent.confirmed = true;
  },
  'add student'(business, { by, student, year = 'year-10' }) {
    const family = business.asParent(by);
    if (family.students.some(({ name }) => name === student)) refuse('no such name');
    if (presentStudents(family).length >= 6) refuse('too_many_students');
    addStudent(business, family, student, year);
  },
  'change student'(business, act) {
    const student = ownStudent(business, business.asParent(act.by), act.student);
    if (act.mayBook === true) student.mayBook = true;
    if (act.mayBook === false) endRightToBook(business, student);
    if (act.year !== undefined) sayYear(business, student, act.year);
  },
  'remove student'(business, act) {
    const family = business.asParent(act.by);
    const student = ownStudent(business, family, act.student);
    if (presentStudents(family).length === 1) refuse('last_student');
    const own = family.bookings.filter((booking) => booking.student === student);
    if (own.some(({ active, lesson }) => active && lesson.start > business.now))
      refuse('has_bookings');
    student.present = false;
    endSignIn(business, family, student);
    forget(business, [student]);
  },
  'invite person'(business, { by, person }) {
    const family = business.asParent(by);
    if (family.parents.some(({ name, confirmed }) => name === by && !confirmed))
      refuse('email_unconfirmed');
    if (person.includes('.p')) {
      if (family.parents.length >= 2) refuse('too_many_parents');
    } else {
      const student = business.student(person);
      // Named in the call itself, so that a removed student is a faulty field.
      if (!presentStudents(family).includes(student)) refuse('validation_failed');
      if (student.hasSignIn) refuse('sign_in_exists');
    }
    family.invitations.set(person, business.now + LINK);
    business.mail(person, 'invitation');
  },
  'accept invitation'(business, { person }) {
    const family = business.families.get(person.split('.', 1)[0] ?? '');
    const until = family?.invitations.get(person);
    if (family === undefined || until === undefined) refuse('no such name');
    if (family.deleted || until <= business.now) refuse('invitation_not_found');
    family.invitations.set(person, 0);
    if (!family.hasPassword) {
      family.hasPassword = true;
      for (const parent of family.parents) parent.confirmed = true;
      return;
    }
    business.tell(family, 'accepted');
    if (person.includes('.p')) family.parents.push({ name: person, confirmed: true, linkUntil: 0 });
    else business.student(person).hasSignIn = true;
    remind(business, family);
  },
  'remove sign-in'(business, { by, student }) {
    const family = business.asParent(by);
    endSignIn(business, family, ownStudent(business, family, student));
  },
  'remove parent'(business, { by, person }) {
    const family = business.asParent(by);
    const { parents } = family;
    if (!parents.some(({ name }) => name === person)) refuse('no such name');
    if (parents[0]?.name !== by && by !== person) refuse('forbidden');
    if (parents.length === 1) refuse('last_parent');
    family.parents = parents.filter(({ name }) => name !== person);
    business.mail(person, 'sign-in removed');
  },
  'set reminders'(business, { by, hours }) {
    const family = business.asParent(by);
    family.reminderHours = hours;
    remind(business, family);
  },
  'delete account'(business, { by }) {
    const family = business.asParent(by);
    if (family.parents[0]?.name !== by) refuse('forbidden');
    business.tell(family, 'deleted');
    family.deleted = true;
    for (const { name, family: of } of business.enquiries.values())
      if (of === family.name) business.enquiries.delete(name);
    forget(business, family.students);
    const freed = family.payments
      .filter((payment) => business.reservations.delete(payment))
      .flatMap(({ lessons }) => lessons);
    for (const booking of family.bookings)
      if (booking.active && booking.lesson.start > business.now) {
        booking.active = false;
        freed.push(booking.lesson);
      }
    for (const lesson of freed) offerSpots(business, lesson);
  },
  'give credits'(business, { family: name, credits }) {
    const family = business.family(name);
    if (balanceOf(family) + credits < 0) refuse('insufficient_credits');
    if (credits > 0) grant(family, 'adjustment', credits);
    else takeBack(family, { left: 0 }, -credits, 'adjustment');
  },

  import(business, act) {
    const families = act.families.filter(({ family }) => !business.families.has(family));
    const added = families.map(({ family: name, credits }) => {
      const family = addFamily(business, name, 'year-10');
      // It has had lessons elsewhere.
      Object.assign(family, { hasPassword: false, hadFreeLesson: true });
      for (const parent of family.parents) parent.linkUntil = 0;
      if (credits > 0) grant(family, 'adjustment', credits);
      if (act.invite) {
        family.invitations.set(`${name}.p1`, business.now + IMPORT_LINK);
        business.tell(family, 'import invitation');
      }
      return { family, entries: family.ledger.length };
    });
    business.imports.set(act.name, { at: business.now, families: added });
    business.later(nightAfter(business.now + UNUSED), () => {
      removeUnused(added);
    });
  },
  'undo import'(business, { name }) {
    const { at, families } = business.imports.get(name) ?? refuse('no such name');
    if (business.now >= at + DAY) refuse('undo_over');
    removeUnused(families);
  },
};

function removeUnused(families: ImportedFamily[]): void {
  for (const { family, entries } of families)
    if (!family.hasPassword && family.bookings.length === 0 && family.ledger.length === entries)
      family.deleted = true;
}
