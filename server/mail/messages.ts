// What each mail says. Times always name the UK.
import type { SignUpForm } from '../../domain/account.ts';
import { creditCount, formatMoney } from '../../domain/credits.ts';
import { type EnquiryForm, yearLabel } from '../../domain/enquiry.ts';
import { LESSON_MINUTES, RESPONSE_PROMISE_HOURS } from '../../domain/limits.ts';
import { paths } from '../../domain/paths.ts';
import { formatDate, shortTime } from '../../domain/time.ts';
import { invitation } from './calendar.ts';
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

/** Whom a mail about a booking goes to. */
export interface Recipient {
  readonly parent_email: string;
  readonly parent_name: string;
  readonly student_name: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? char);
const linked = (html: string) => html.replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

/** The same paragraphs as text and as HTML; the subject is kept on one line. */
function compose(cause: string, to: string, subject: string, paragraphs: readonly string[]): Mail {
  const body = paragraphs.map((paragraph) => `<p>${linked(escapeHtml(paragraph))}</p>`).join('\n');
  return {
    cause,
    to,
    subject: subject.replace(/\s+/g, ' '),
    text: `${paragraphs.join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="en-GB"><body style="font:16px/1.5 sans-serif;max-width:36em">\n${body}\n</body></html>\n`,
  };
}

/** 'Saturday 21 November 2026 at 09:00 UK time' */
export function whenOf({ date, time }: Pick<LessonFacts, 'date' | 'time'>): string {
  return `${formatDate(date, 'long')} at ${shortTime(time)} UK time`;
}

export function enquiryReceived(id: string, form: EnquiryForm): Mail {
  return compose(`enquiry:${id}`, form.email, 'We have received your enquiry', [
    `Dear ${form.name},`,
    `Thank you for your interest in our physics lessons for ${yearLabel(form.year_class)}. We will contact you within ${RESPONSE_PROMISE_HOURS} hours.`,
  ]);
}

export function newEnquiry(id: string, form: EnquiryForm, adminEmail: string, appUrl: string): Mail {
  return compose(`enquiry:${id}:${adminEmail}`, adminEmail, `New enquiry from ${form.name}`, [
    `${form.name} (${yearLabel(form.year_class)}) would like to hear about lessons.`,
    `Email: ${form.email}\nPhone: ${form.mobile}`,
    `All enquiries: ${appUrl}${paths.adminDashboard}`,
  ]);
}

export function welcome(studentId: string, form: SignUpForm, appUrl: string): Mail {
  return compose(`welcome:${studentId}`, form.Parent_Email, 'Welcome to your lessons', [
    `Dear ${form.Parent_Name},`,
    `The account for ${form.Student_Name} has been created. You can sign in, buy lesson credits and book lessons here: ${appUrl}${paths.signIn}`,
  ]);
}

export function receipt(
  purchase: {
    readonly id: string;
    readonly credits: number;
    readonly amount: number;
    readonly currency: string;
  },
  to: Recipient,
  balance: number,
  appUrl: string,
): Mail {
  return compose(`receipt:${purchase.id}`, to.parent_email, `Receipt: ${creditCount(purchase.credits)}`, [
    `Dear ${to.parent_name},`,
    `Thank you for your payment of ${formatMoney(purchase.amount, purchase.currency)} for ${creditCount(purchase.credits)}. ${to.student_name} now has ${creditCount(balance)}.`,
    `Book your lessons here: ${appUrl}${paths.userHome}`,
    `Payment reference: ${purchase.id}`,
  ]);
}

export function bookingConfirmed(bookingId: string, lesson: LessonFacts, to: Recipient, now: number): Mail {
  return {
    ...compose(`booked:${bookingId}`, to.parent_email, `Booked: ${lesson.name}, ${whenOf(lesson)}`, [
      `Dear ${to.parent_name},`,
      `${to.student_name} is booked into "${lesson.name}" on ${whenOf(lesson)}. The lesson lasts ${LESSON_MINUTES} minutes.`,
      `Join the lesson here: ${lesson.meeting_link}`,
    ]),
    calendar: invitation(bookingId, lesson, 'confirmed', now),
  };
}

export function bookingCancelled(bookingId: string, lesson: LessonFacts, to: Recipient, now: number): Mail {
  return {
    ...compose(`cancelled:${bookingId}`, to.parent_email, `Canceled: ${lesson.name}, ${whenOf(lesson)}`, [
      `Dear ${to.parent_name},`,
      `The booking of ${to.student_name} for "${lesson.name}" on ${whenOf(lesson)} has been canceled and your credit refunded.`,
    ]),
    calendar: invitation(bookingId, lesson, 'cancelled', now),
  };
}

export function lessonCancelled(bookingId: string, lesson: LessonFacts, to: Recipient, now: number): Mail {
  return {
    ...compose(
      `lesson-cancelled:${bookingId}`,
      to.parent_email,
      `Lesson canceled: ${lesson.name}, ${whenOf(lesson)}`,
      [
        `Dear ${to.parent_name},`,
        `We are sorry: "${lesson.name}" on ${whenOf(lesson)} will not take place. Your credit for ${to.student_name} has been refunded.`,
      ],
    ),
    calendar: invitation(bookingId, lesson, 'cancelled', now),
  };
}

/** `change` is the instant of the change: each one is told of once. */
export function lessonChanged(
  bookingId: string,
  before: LessonFacts,
  lesson: LessonFacts,
  to: Recipient,
  change: number,
): Mail {
  return {
    ...compose(
      `lesson-changed:${bookingId}:${change}`,
      to.parent_email,
      `Lesson changed: ${lesson.name}, ${whenOf(lesson)}`,
      [
        `Dear ${to.parent_name},`,
        `A lesson that ${to.student_name} is booked into has changed.`,
        `Until now: "${before.name}" on ${whenOf(before)}.`,
        `From now on: "${lesson.name}" on ${whenOf(lesson)}. Join the lesson here: ${lesson.meeting_link}`,
      ],
    ),
    calendar: invitation(bookingId, lesson, 'confirmed', change),
  };
}

export function paymentMismatch(
  purchase: { readonly id: string; readonly amount: number; readonly currency: string },
  paid: { readonly amount: number | null; readonly currency: string | null; readonly session: string },
  adminEmail: string,
): Mail {
  return compose(
    `mismatch:${purchase.id}:${adminEmail}`,
    adminEmail,
    'A payment does not match what was asked',
    [
      `Checkout session ${paid.session} was paid with ${paid.amount ?? 'no amount'} ${paid.currency ?? ''} (minor units), but ${purchase.amount} ${purchase.currency} had been asked for. No credits were added.`,
      `Purchase: ${purchase.id}. Please look at this payment in your Stripe dashboard.`,
    ],
  );
}

export function refundShortfall(
  purchaseId: string,
  refunded: number,
  missing: number,
  adminEmail: string,
): Mail {
  return compose(
    `shortfall:${purchaseId}:${refunded}:${adminEmail}`,
    adminEmail,
    'A refund exceeds the credits left',
    [
      `A payment was refunded, but ${creditCount(missing)} of it had already been spent on lessons. They were not taken back.`,
      `Purchase: ${purchaseId}.`,
    ],
  );
}
