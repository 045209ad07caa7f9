// Emails to the tutor other than notices: the daily summary and the test email. The summary
// contains no names, because it would outlive deleted accounts.
import type { ResponseClock } from '../../domain/enquiries/enquiry-list.ts';
import type { AdminBooking } from '../../domain/lessons/booking.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { attendancePath, familyPath, paths, weekPath } from '../../domain/paths.ts';
import { creditCount, formatMoney } from '../../domain/payments/credits.ts';
import { enquirersYearWords } from '../../domain/school-year.ts';
import { formatDate, formatInstant, mondayOf, shortTime, toIso } from '../../domain/time.ts';
import { type UndeliveredEmail, undeliveredWords } from '../../domain/tutor/undelivered-email.ts';
import type { YearClass } from '../../domain/year-class.ts';
import { compose } from '../email/compose.ts';
import {
  button,
  headline,
  type Line,
  link,
  list,
  type Paragraph,
  prose,
} from '../email/content.ts';
import type { Email } from '../email/queue.ts';
import type { PaymentToLookAt } from '../payments/tutor-view/attention.ts';

/** Entries in one section of the summary; one more line counts the rest. */
const MAX_SUMMARY_LINES = 10;

export interface WaitingWork {
  /** Late ones first. */
  readonly enquiries: readonly (ResponseClock & { readonly year_class: YearClass | null })[];
  /** Today's lessons that have not ended. */
  readonly lessons: readonly AdminLesson[];
  /** For each lesson that has ended, the bookings proposed as absent. */
  readonly attendance: readonly (readonly AdminBooking[])[];
  readonly undelivered: readonly Pick<UndeliveredEmail, 'state' | 'error'>[];
  readonly payments: readonly PaymentToLookAt[];
  /** How many payments differ from the provider's. */
  readonly differences: number;
}

export const isNothing = ({
  enquiries,
  lessons,
  attendance,
  undelivered,
  payments,
  differences,
}: WaitingWork): boolean =>
  [enquiries, lessons, attendance, undelivered, payments].every(({ length }) => length === 0) &&
  differences === 0;

/** `date` is the UK date of the morning. */
export function dailySummaryEmail(date: string, waiting: WaitingWork, adminEmail: string): Email {
  const { enquiries, lessons, attendance, undelivered, payments, differences } = waiting;
  const failed = undeliveredWords(undelivered);
  const counts = [
    count(lessons, 'lesson'),
    count(enquiries, 'enquiry', 'enquiries'),
    count(attendance, 'attendance list'),
    count(undelivered, 'failed email'),
    count(payments, 'payment'),
    count(Array.from({ length: differences }), 'payment difference'),
  ].filter((words) => words !== null);
  return compose(
    `daily-summary:${date}:${adminEmail}`,
    adminEmail,
    `Today: ${counts.join(', ')}`,
    [
      headline`${formatDate(date, 'long')}`,
      part('Lessons today', lessons.map(lessonLine)),
      part('Enquiries to answer', enquiries.map(enquiryLine)),
      part('Attendance to confirm', attendance.flatMap(attendanceLine)),
      part(
        'Failed emails',
        failed === null ? [] : [prose`${failed} ${link('See which', paths.adminActivity)}`],
      ),
      part('Payments to look at', payments.map(paymentLine)),
      part(
        'Payments that differ from Stripe',
        differences === 0 ? [] : [differencesLine(differences)],
      ),
      button('Open the dashboard', paths.adminDashboard),
    ].filter((paragraph) => paragraph.length > 0),
  );
}

function count(things: readonly unknown[], one: string, several = `${one}s`): string | null {
  return things.length === 0 ? null : `${things.length} ${things.length === 1 ? one : several}`;
}

/** One paragraph; empty without lines. */
function part(title: string, lines: readonly Line[]): Paragraph {
  if (lines.length === 0) return [];
  const rest = lines.length - MAX_SUMMARY_LINES;
  const visible = lines.slice(0, MAX_SUMMARY_LINES);
  return list(title, rest > 0 ? [...visible, [`and ${rest} more`]] : visible);
}

function lessonLine({
  id,
  Date: date,
  Time: time,
  Lesson_Name: lessonName,
  bookedCount,
}: AdminLesson): Line {
  // Only lessons with bookings have an attendance page.
  const href = bookedCount > 0 ? attendancePath(id) : weekPath(paths.adminPlanner, mondayOf(date));
  return prose`${shortTime(time)} ${link(lessonName, href)}, ${String(bookedCount)} booked`;
}

function enquiryLine({ year_class, state, dueAt }: WaitingWork['enquiries'][number]): Line {
  const when = formatInstant(toIso(dueAt));
  return prose`${enquirersYearWords(year_class)}: ${state === 'late' ? 'late since' : 'due by'} ${when} UK time`;
}

function attendanceLine(missing: readonly AdminBooking[]): Line[] {
  const [first] = missing;
  if (first === undefined) return [];
  const {
    Lesson_ID: lessonId,
    Lesson_Date: lessonDate,
    Lesson_Time: lessonTime,
    Lesson_Name: lessonName,
  } = first;
  const slot = `${formatDate(lessonDate, 'short')}, ${shortTime(lessonTime)}`;
  return [
    prose`${link(`${slot}: ${lessonName}`, attendancePath(lessonId))}, ${String(missing.length)} proposed as absent`,
  ];
}

const differencesLine = (differences: number): Line =>
  prose`${differences === 1 ? '1 payment is' : `${differences} payments are`} not the same here and at Stripe. ${link('See which', paths.adminPayments)}`;

function paymentLine(payment: PaymentToLookAt): Line {
  const words = paymentWords(payment);
  return payment.family_id === null
    ? [words]
    : prose`${words} ${link('Open the family', familyPath(payment.family_id))}`;
}

function paymentWords({ reason, amount, currency, credits }: PaymentToLookAt): string {
  const money = formatMoney(amount, currency);
  switch (reason) {
    case 'disputed':
      return `${money} is disputed by a family's bank. Answer it in your Stripe dashboard.`;
    case 'inquiry':
      return `A family's bank asks about ${money}. Answer it in your Stripe dashboard; a full refund ends it without a fee.`;
    case 'mismatched':
      return `${money} was asked for, and something else was paid. No credits were added.`;
    case 'shortfall':
      return `${money} was refunded in whole or in part, but ${creditCount(credits)} of it had been spent.`;
    case 'without_account':
      return `${money} was paid for an account that had been deleted. Refund it in your Stripe dashboard.`;
  }
}

/** `cause` is unique for each; `server` is null when emails are written to files. */
export function testEmail(cause: string, server: string | null, adminEmail: string): Email {
  return compose(`test-email:${cause}`, adminEmail, 'A test email', [
    headline`It has arrived`,
    server === null
      ? 'No mail server is configured, so it was kept as a file in the data folder. Families get no emails until there is one.'
      : `It was sent through the mail server ${server}, as are all emails to families.`,
    button('Back to the settings', paths.adminAccountEmails),
  ]);
}
