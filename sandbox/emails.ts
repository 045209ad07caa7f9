// Every email of the product with sample data, for the demo's gallery and for tests.
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import { fillReply } from '../domain/tutor/reply-text.ts';
import * as people from '../server/accounts/people/emails.ts';
import * as accounts from '../server/auth/emails.ts';
import { securityNoticeEmail } from '../server/auth/security-emails.ts';
import * as bookings from '../server/booking/booking-emails.ts';
import * as waiting from '../server/booking/waiting-emails.ts';
import type { LessonRecipient } from '../server/email/compose.ts';
import type { Email } from '../server/email/queue.ts';
import * as enquiries from '../server/enquiries/emails.ts';
import * as freeLessons from '../server/enquiries/free-lesson-emails.ts';
import * as excuses from '../server/lessons/excuses/excuse-emails.ts';
import * as changes from '../server/lessons/planner/change-emails.ts';
import * as tutorBookings from '../server/lessons/planner/tutor-booking-emails.ts';
import * as reminders from '../server/lessons/reminders/reminder-emails.ts';
import * as disputes from '../server/payments/disputes/dispute-emails.ts';
import * as payments from '../server/payments/emails.ts';
import * as refunds from '../server/payments/refunds/emails.ts';
import { lessonLetterEmail, type LetterPart } from '../server/rooms/letter/letter-emails.ts';
import * as tutorEmails from '../server/tutor/emails.ts';
import {
  absentee,
  acting,
  adminLesson,
  AFTERWARDS,
  allRight,
  booking,
  clashes,
  dispute,
  later,
  lesson,
  letterPart,
  missed,
  NOW,
  price,
  payment,
  refund,
  template,
} from './email-facts.ts';

export const ADMIN = 'ada@example.com';

/** User input that appears in the emails. */
interface TypedWords {
  readonly parent: string;
  readonly otherParent: string;
  readonly student: string;
  readonly otherStudent: string;
  readonly enquirer: string;
  /** Null until somebody has confirmed the parent's address. */
  readonly email_confirmed_at: number | null;
}

const sampleNames: TypedWords = {
  parent: 'Priya Sample',
  otherParent: 'Karim Sample',
  student: 'Maya Sample',
  otherStudent: 'Leo Sample',
  enquirer: 'Harriet Example',
  email_confirmed_at: NOW,
};

const variant = <Args extends unknown[]>(
  difference: string,
  write: (...args: Args) => Email,
  ...args: Args
) => [`${write.name}${difference && `, ${difference}`}`, write(...args)] as const;

const sample = <Args extends unknown[]>(write: (...args: Args) => Email, ...args: Args) =>
  variant('', write, ...args);

/**
 * Emails by the name of the function that writes them. If one writes several, the key adds what
 * differs.
 */
export function emailsOf(typed: TypedWords): Readonly<Record<string, Email>> {
  const absence = {
    bookingId: 'booking',
    familyId: 'family',
    student: typed.student,
    lesson,
    now: NOW,
  };
  const parent: LessonRecipient = {
    person_id: 'person',
    family_id: 'family',
    email: 'parent@example.com',
    email_confirmed_at: typed.email_confirmed_at,
    name: typed.parent,
    role: 'parent',
    student_name: typed.student,
  };
  const student: LessonRecipient = { ...parent, name: typed.student, role: 'student' };
  const enquiry = {
    id: 'enquiry',
    name: typed.enquirer,
    email: 'harriet@example.com',
    mobile: '07700 900111',
    year_class: 'year-11',
  } as const;
  const part: LetterPart = { ...letterPart, studentName: typed.student };
  const { subject, message } = fillReply(template, { ...enquiry, lessons: [] });
  return Object.fromEntries([
    sample(enquiries.enquiryReceivedEmail, 'enquiry', enquiry, {
      due: NOW + DAY_MS,
      lessons: [lesson, later],
      hasAccount: false,
    }),
    sample(enquiries.newEnquiryEmail, 'enquiry', enquiry, { due: NOW + DAY_MS, adminEmail: ADMIN }),
    sample(enquiries.freeLessonInvitationEmail, 'link', enquiry, {
      lesson,
      subject,
      message,
      token: 'sample',
    }),
    sample(freeLessons.freeLessonGrantedEmail, 'enquiry', parent, {
      outcome: 'booked',
      by: acting.by,
      subject,
      message,
    }),
    sample(freeLessons.freeLessonSharedEmail, 'enquiry', parent, {
      outcome: 'credit',
      by: acting.by,
    }),
    sample(freeLessons.freeLessonBookedEmail, booking, lesson, parent, NOW, {
      by: NOW + DAY_MS,
      path: '/confirm-email#sample',
    }),
    sample(
      freeLessons.freeLessonTakenEmail,
      { bookingId: 'booking', enquiryId: 'enquiry', familyId: 'family', personId: 'person' },
      {
        parent: { name: enquiry.name, email: enquiry.email, phone: enquiry.mobile },
        student: { Student_Name: typed.student, year_class: 'year-11' },
        lesson,
        confirmBy: NOW + DAY_MS,
      },
      ADMIN,
    ),
    sample(
      freeLessons.freeLessonWithdrawnEmail,
      { familyId: 'family', grantedAt: NOW, ended: { booking, lesson } },
      parent,
      '/confirm-email#sample',
      NOW,
    ),
    sample(freeLessons.cameAgainEmail, parent, enquiry, ADMIN),
    sample(accounts.welcomeEmail, parent, typed.student, { path: '/confirm-email#sample' }),
    variant('by invitation', accounts.welcomeEmail, parent, typed.student, {
      path: null,
      outcome: 'booked',
    }),
    sample(accounts.addressConfirmationEmail, parent, '/confirm-email#sample', NOW),
    sample(accounts.newAddressEmail, 'sample', parent, '/confirm-email#sample'),
    sample(accounts.addressChangedEmail, parent, 'priya@example.com', NOW),
    sample(
      accounts.otherAddressChangedEmail,
      parent,
      { name: typed.otherParent, email: 'karim@example.com' },
      NOW,
    ),
    sample(accounts.passwordResetEmail, 'sample', parent, '/reset-password#sample'),
    sample(accounts.passwordChangedEmail, parent, { isReset: false, isFirstProof: false }, NOW),
    variant(
      'by the first reset',
      accounts.passwordChangedEmail,
      parent,
      { isReset: true, isFirstProof: true },
      NOW,
    ),
    sample(accounts.accountDeletedEmail, parent),
    sample(
      securityNoticeEmail,
      'sample',
      { kind: 'two_factor_off' },
      { name: 'Ada Sample', email: ADMIN },
      ADMIN,
    ),
    sample(bookings.bookingConfirmedEmail, booking, lesson, parent, NOW),
    variant('to the student', bookings.bookingConfirmedEmail, booking, lesson, student, NOW),
    sample(
      bookings.bookingsConfirmedEmail,
      [
        { booking, lesson },
        { booking: { ...booking, id: 'other' }, lesson: later },
      ],
      parent,
      NOW,
    ),
    sample(bookings.promotedEmail, booking, lesson, parent, NOW),
    sample(bookings.bookingCancelledEmail, booking, lesson, parent, 'to the family', NOW),
    sample(bookings.bookingMovedEmail, booking, { before: lesson, lesson: later }, parent, NOW),
    sample(tutorBookings.bookedByTutorEmail, booking, lesson, parent, {
      ...acting,
      credit: 'take',
    }),
    sample(tutorBookings.cancelledByTutorEmail, booking, lesson, parent, {
      ...acting,
      credit: 'stays spent',
    }),
    sample(
      tutorBookings.movedByTutorEmail,
      booking,
      { before: lesson, lesson: later },
      parent,
      acting,
    ),
    sample(
      changes.lessonChangedEmail,
      booking,
      { before: lesson, lesson: later, clashes },
      parent,
      acting,
    ),
    sample(bookings.lessonCancelledEmail, booking, lesson, parent, {
      ...acting,
      credit: 'to the family',
    }),
    sample(excuses.absenceToldEmail, absence, parent),
    sample(excuses.absenceTakenBackEmail, absence, parent),
    sample(excuses.studentExcusedEmail, absence, ADMIN),
    sample(excuses.studentComesAfterAllEmail, absence, ADMIN),
    sample(
      reminders.lessonReminderEmail,
      { ...booking, student_id: 'student', excuse_token: 'sample-excuse_token' },
      lesson,
      parent,
      24,
      '2 videos (14 minutes) and 3 questions',
    ),
    sample(reminders.lessonSlidesEmail, { ...booking, student_id: 'student' }, lesson, parent),
    sample(lessonLetterEmail, [part], parent, AFTERWARDS),
    variant(
      'missed, and no lesson booked',
      lessonLetterEmail,
      [{ ...part, ...missed, next: null, offers: [later, { ...later, id: 'other' }] }],
      parent,
      AFTERWARDS,
    ),
    variant(
      'to siblings',
      lessonLetterEmail,
      [part, { ...part, ...allRight, studentName: typed.otherStudent }],
      parent,
      AFTERWARDS,
    ),
    sample(waiting.passedOverEmail, lesson, { id: 'student', name: typed.student }, parent),
    sample(waiting.clashedEmail, lesson, clashes, { id: 'student', name: typed.student }, parent),
    sample(waiting.spotOpenEmail, lesson, 'student', parent),
    sample(waiting.crowdedOutEmail, lesson, 'student', parent),
    sample(
      waiting.waitingListMovedEmail,
      { before: lesson, lesson: later },
      'student',
      parent,
      acting.by,
    ),
    sample(waiting.waitingListEndedEmail, lesson, 'student', parent, acting.by),
    sample(
      payments.receiptEmail,
      { ...payment, paid: 14_000, invoice: '2026-0001', paid_at: NOW, lessons: [], clashes: [] },
      parent,
      5,
    ),
    variant(
      'with a promotion code',
      payments.receiptEmail,
      { ...payment, paid: 12_600, invoice: '2026-0001', paid_at: NOW, lessons: [], clashes: [] },
      parent,
      5,
    ),
    sample(
      payments.paymentMismatchEmail,
      payment,
      { amount: 100, currency: 'gbp', session: 'cs_sample' },
      ADMIN,
    ),
    sample(payments.paymentWithoutAccountEmail, payment, ADMIN),
    sample(payments.refundShortfallEmail, 'cs_sample', 5, 2, ADMIN),
    sample(refunds.refundedEmail, refund, parent, acting.by),
    sample(
      refunds.refundFailedEmail,
      { ...refund, wasDone: false },
      payment.id,
      ADMIN,
      'Charge ch_sample has been charged back; cannot issue a refund.',
    ),
    variant(
      'after it was done',
      refunds.refundFailedEmail,
      { ...refund, wasDone: true },
      payment.id,
      ADMIN,
      null,
    ),
    sample(refunds.refundNotPossibleEmail, { ...refund, wasDone: false }, parent),
    variant(
      'after it was done',
      refunds.refundNotPossibleEmail,
      { ...refund, wasDone: true },
      parent,
    ),
    sample(disputes.disputeOpenedEmail, dispute, payment, ADMIN),
    sample(
      disputes.disputeClosedEmail,
      dispute,
      payment,
      { outcome: 'lost', wasLost: false },
      ADMIN,
    ),
    sample(disputes.inquiryOpenedEmail, dispute, payment, ADMIN),
    sample(disputes.inquiryClosedEmail, dispute, payment, ADMIN),
    sample(disputes.unknownStateEmail, dispute, payment, ADMIN),
    sample(disputes.disputeAppealedEmail, dispute, payment, ADMIN),
    sample(people.invitationEmail, {
      cause: 'sample',
      familyId: 'family',
      email: 'karim@example.com',
      invitedBy: typed.parent,
      firstName: null,
      token: 'sample',
    }),
    variant('to a student', people.invitationEmail, {
      cause: 'sample',
      familyId: 'family',
      email: 'maya@example.com',
      invitedBy: typed.parent,
      firstName: typed.student,
      token: 'sample',
    }),
    sample(people.importInvitationEmail, {
      parent: { ...parent, email_confirmed_at: null },
      invitedBy: 'Ada Sample',
      credits: 4,
      studentNames: [parent.student_name, 'Leo Sample'],
      token: 'sample',
      notBefore: NOW,
    }),
    sample(people.invitationAcceptedEmail, parent, {
      ...parent,
      person_id: 'other',
      name: typed.otherParent,
    }),
    variant('by a student', people.invitationAcceptedEmail, parent, {
      ...student,
      person_id: 'other',
    }),
    sample(people.signInRemovedEmail, parent),
    sample(
      tutorEmails.dailySummaryEmail,
      '2026-11-21',
      {
        enquiries: [
          { year_class: 'year-11', state: 'late', dueAt: NOW },
          { year_class: 'year-12', state: 'due', dueAt: NOW + 20 * HOUR_MS },
        ],
        lessons: [
          adminLesson,
          { ...adminLesson, Time: '10:00:00', Lesson_Name: later.name, bookedCount: 0 },
        ],
        attendance: [[absentee, { ...absentee, id: 'other' }]],
        undelivered: [{ state: 'failed', error: '550 5.1.1 No such mailbox' }],
        differences: 2,
        payments: [
          { reason: 'disputed', ...price, credits: 5, family_id: 'family' },
          { reason: 'mismatched', ...price, credits: 5, family_id: 'family' },
          { reason: 'shortfall', ...price, credits: 2, family_id: 'family' },
          { reason: 'without_account', ...price, credits: 5, family_id: null },
        ],
      },
      ADMIN,
    ),
    sample(tutorEmails.testEmail, 'sample', 'smtp.example.com', ADMIN),
    variant('kept as a file', tutorEmails.testEmail, 'sample', null, ADMIN),
  ]);
}

export const sampleEmails = emailsOf(sampleNames);
