// What the mails to visitors and families say. Times always name the UK.
import type { SignUpForm } from '../../domain/account.ts';
import { creditCount, formatMoney, type ReturnedCredit } from '../../domain/credits.ts';
import { type EnquiryForm, yearLabel } from '../../domain/enquiry.ts';
import { LESSON_MINUTES, RESET_LINK_MINUTES, RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { invitation } from './calendar.ts';
import { compose, type Recipient, toFamily } from './compose.ts';
import type { Mail } from './store.ts';

/** A lesson as mails describe it. */
export interface LessonFacts {
  readonly id: string;
  readonly date: string;
  readonly time: string;
  readonly starts_at: number;
  readonly name: string;
  readonly meeting_link: string;
}

/** A family and its student, whom a booking is for. */
export interface BookedFamily extends Recipient {
  readonly student_name: string;
}

/** 'Saturday 21 November 2026 at 09:00 UK time' */
function whenOf({ date, time }: Pick<LessonFacts, 'date' | 'time'>): string {
  return `${formatDate(date, 'long')} at ${shortTime(time)} UK time`;
}

export function enquiryReceived(id: string, form: EnquiryForm): Mail {
  const mail = compose(`enquiry:${id}`, form.email, 'We have received your enquiry', [
    `Dear ${form.name},`,
    `Thank you for your interest in our physics lessons for ${yearLabel(form.year_class)}. We will contact you within ${RESPONSE_PROMISE_HOURS} hours.`,
  ]);
  return { ...mail, enquiryId: id };
}

export function welcome(studentId: string, form: SignUpForm, appUrl: string): Mail {
  const to = { student_id: studentId, parent_email: form.Parent_Email, parent_name: form.Parent_Name };
  return toFamily(`welcome:${studentId}`, to, 'Welcome to your lessons', [
    `The account for ${form.Student_Name} has been created. You can sign in, buy lesson credits and book lessons here: ${appUrl}${paths.signIn}`,
  ]);
}

/** `sending` is 0 for the first receipt and differs each time it is sent again. */
export function receipt(
  purchase: {
    readonly id: string;
    readonly credits: number;
    readonly amount: number;
    readonly currency: string;
  },
  to: BookedFamily,
  balance: number,
  appUrl: string,
  sending = 0,
): Mail {
  const cause = sending === 0 ? `receipt:${purchase.id}` : `receipt:${purchase.id}:${sending}`;
  return toFamily(cause, to, `Receipt: ${creditCount(purchase.credits)}`, [
    `Thank you for your payment of ${formatMoney(purchase.amount, purchase.currency)} for ${creditCount(purchase.credits)}. ${to.student_name} now has ${creditCount(balance)}.`,
    `Book your lessons here: ${appUrl}${paths.userHome}`,
    `Payment reference: ${purchase.id}`,
  ]);
}

export function bookingConfirmed(
  bookingId: string,
  lesson: LessonFacts,
  to: BookedFamily,
  now: number,
): Mail {
  const mail = toFamily(`booked:${bookingId}`, to, `Booked: ${lesson.name}, ${whenOf(lesson)}`, [
    `${to.student_name} is booked into "${lesson.name}" on ${whenOf(lesson)}. The lesson lasts ${LESSON_MINUTES} minutes.`,
    `Join the lesson here: ${lesson.meeting_link}`,
  ]);
  return { ...mail, calendar: invitation(bookingId, lesson, 'confirmed', now) };
}

/** What became of the credit, where it was not simply refunded. */
const creditNews: Readonly<Record<Exclude<ReturnedCredit, 'to the family'>, string>> = {
  'returned before': 'Its credit had already been returned to you.',
  'towards a refund':
    'Its credit goes towards the payment that was refunded to you, so your balance stays as it is.',
};

export function bookingCancelled(
  bookingId: string,
  lesson: LessonFacts,
  to: BookedFamily,
  credit: ReturnedCredit,
  now: number,
): Mail {
  const what = `The booking of ${to.student_name} for "${lesson.name}" on ${whenOf(lesson)} has been canceled`;
  const mail = toFamily(`cancelled:${bookingId}`, to, `Canceled: ${lesson.name}, ${whenOf(lesson)}`, [
    credit === 'to the family' ? `${what} and your credit refunded.` : `${what}. ${creditNews[credit]}`,
  ]);
  return { ...mail, calendar: invitation(bookingId, lesson, 'cancelled', now) };
}

export function lessonCancelled(
  bookingId: string,
  lesson: LessonFacts,
  to: BookedFamily,
  credit: ReturnedCredit,
  now: number,
): Mail {
  const subject = `Lesson canceled: ${lesson.name}, ${whenOf(lesson)}`;
  const news =
    credit === 'to the family' ? `Your credit for ${to.student_name} has been refunded.` : creditNews[credit];
  const mail = toFamily(`lesson-cancelled:${bookingId}`, to, subject, [
    `We are sorry: "${lesson.name}" on ${whenOf(lesson)} will not take place. ${news}`,
  ]);
  return { ...mail, calendar: invitation(bookingId, lesson, 'cancelled', now) };
}

/** `change` is the instant of the change: each one is told of once. */
export function lessonChanged(
  bookingId: string,
  before: LessonFacts,
  lesson: LessonFacts,
  to: BookedFamily,
  change: number,
): Mail {
  const subject = `Lesson changed: ${lesson.name}, ${whenOf(lesson)}`;
  const mail = toFamily(`lesson-changed:${bookingId}:${change}`, to, subject, [
    `A lesson that ${to.student_name} is booked into has changed.`,
    `Until now: "${before.name}" on ${whenOf(before)}.`,
    `From now on: "${lesson.name}" on ${whenOf(lesson)}. Join the lesson here: ${lesson.meeting_link}`,
  ]);
  return { ...mail, calendar: invitation(bookingId, lesson, 'confirmed', change) };
}

export function lessonReminder(bookingId: string, lesson: LessonFacts, to: BookedFamily): Mail {
  return toFamily(`reminder:${bookingId}`, to, `Reminder: ${lesson.name}, ${whenOf(lesson)}`, [
    `${to.student_name} has a lesson soon: "${lesson.name}" on ${whenOf(lesson)}.`,
    `Join the lesson here: ${lesson.meeting_link}`,
  ]);
}

/** Goes to the address that is given up. */
export function emailChanged(to: Recipient, newEmail: string, now: number): Mail {
  return toFamily(`email-changed:${to.student_id}:${now}`, to, 'Your email address was changed', [
    `Your account now belongs to the address ${newEmail}. If that was not you, please reply to this mail at once.`,
  ]);
}

/** `link` works once and for an hour; it is forgotten here as soon as the mail has been sent. */
export function passwordReset(cause: string, email: string, name: string, link: string): Mail {
  return compose(cause, email, 'Choose a new password', [
    `Dear ${name},`,
    `Somebody, hopefully you, has asked for a new password. Choose one here within ${RESET_LINK_MINUTES} minutes: ${link}`,
    'If it was not you, there is nothing to do: your password stays as it is.',
  ]);
}

export function passwordChanged(to: Recipient, now: number): Mail {
  return toFamily(`password-changed:${to.student_id}:${now}`, to, 'Your password was changed', [
    'The password of your account was changed, and all other devices were signed out. If that was not you, please reply to this mail at once.',
  ]);
}

/** The last mail; it belongs to no account any more. */
export function accountDeleted(to: Recipient): Mail {
  return compose(`deleted:${to.student_id}`, to.parent_email, 'Your account was deleted', [
    `Dear ${to.parent_name},`,
    'Your account and the personal data in it were deleted as you asked. Lessons that were booked ahead have been canceled. Records of payments are kept without your name, as the law asks.',
  ]);
}
