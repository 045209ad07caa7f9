// Every email of the product with sample data, for the demo's gallery and for tests.
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import { fillReply } from '../domain/tutor/settings.ts';
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
import * as tutorEmails from '../server/tutor/emails.ts';
import {
  absentee,
  acting,
  adminLesson,
  booking,
  clashes,
  dispute,
  later,
  lesson,
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
  readonly enquirer: string;
  /** Null until somebody has confirmed the parent's address. */
  readonly email_confirmed_at: number | null;
}

const sampleNames: TypedWords = {
  parent: 'Priya Sample',
  otherParent: 'Karim Sample',
  student: 'Maya Sample',
  enquirer: 'Harriet Example',
  email_confirmed_at: NOW,
};

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
  const { subject, message } = fillReply(template, { ...enquiry, lessons: [] });
  return {
    enquiryReceivedEmail: enquiries.enquiryReceivedEmail('enquiry', enquiry, {
      due: NOW + DAY_MS,
      lessons: [lesson, later],
      hasAccount: false,
    }),
    newEnquiryEmail: enquiries.newEnquiryEmail('enquiry', enquiry, {
      due: NOW + DAY_MS,
      adminEmail: ADMIN,
    }),
    freeLessonInvitationEmail: enquiries.freeLessonInvitationEmail('link', enquiry, {
      lesson,
      subject,
      message,
      token: 'sample',
    }),
    freeLessonGrantedEmail: freeLessons.freeLessonGrantedEmail('enquiry', parent, {
      outcome: 'booked',
      by: acting.by,
      subject,
      message,
    }),
    freeLessonSharedEmail: freeLessons.freeLessonSharedEmail('enquiry', parent, {
      outcome: 'credit',
      by: acting.by,
    }),
    freeLessonBookedEmail: freeLessons.freeLessonBookedEmail(booking, lesson, parent, NOW, {
      by: NOW + DAY_MS,
      path: '/confirm-email#sample',
    }),
    freeLessonTakenEmail: freeLessons.freeLessonTakenEmail(
      { bookingId: 'booking', enquiryId: 'enquiry', familyId: 'family', personId: 'person' },
      {
        parent: { name: enquiry.name, email: enquiry.email, phone: enquiry.mobile },
        student: { Student_Name: typed.student, year_class: 'year-11' },
        lesson,
        confirmBy: NOW + DAY_MS,
      },
      ADMIN,
    ),
    freeLessonWithdrawnEmail: freeLessons.freeLessonWithdrawnEmail(
      {
        familyId: 'family',
        grantedAt: NOW,
        ended: { booking, lesson },
      },
      parent,
      '/confirm-email#sample',
      NOW,
    ),
    cameAgainEmail: freeLessons.cameAgainEmail(parent, enquiry, ADMIN),
    welcomeEmail: accounts.welcomeEmail(parent, typed.student, { path: '/confirm-email#sample' }),
    'welcomeEmail, by invitation': accounts.welcomeEmail(parent, typed.student, {
      path: null,
      outcome: 'booked',
    }),
    addressConfirmationEmail: accounts.addressConfirmationEmail(
      parent,
      '/confirm-email#sample',
      NOW,
    ),
    newAddressEmail: accounts.newAddressEmail('sample', parent, '/confirm-email#sample'),
    addressChangedEmail: accounts.addressChangedEmail(parent, 'priya@example.com', NOW),
    otherAddressChangedEmail: accounts.otherAddressChangedEmail(
      parent,
      { name: typed.otherParent, email: 'karim@example.com' },
      NOW,
    ),
    passwordResetEmail: accounts.passwordResetEmail('sample', parent, '/reset-password#sample'),
    passwordChangedEmail: accounts.passwordChangedEmail(
      parent,
      { isReset: false, isFirstProof: false },
      NOW,
    ),
    'passwordChangedEmail, by the first reset': accounts.passwordChangedEmail(
      parent,
      { isReset: true, isFirstProof: true },
      NOW,
    ),
    accountDeletedEmail: accounts.accountDeletedEmail(parent),
    securityNoticeEmail: securityNoticeEmail(
      'sample',
      { kind: 'two_factor_off' },
      { name: 'Ada Sample', email: ADMIN },
      ADMIN,
    ),
    bookingConfirmedEmail: bookings.bookingConfirmedEmail(booking, lesson, parent, NOW),
    'bookingConfirmedEmail, to the student': bookings.bookingConfirmedEmail(
      booking,
      lesson,
      student,
      NOW,
    ),
    bookingsConfirmedEmail: bookings.bookingsConfirmedEmail(
      [
        { booking, lesson },
        { booking: { ...booking, id: 'other' }, lesson: later },
      ],
      parent,
      NOW,
    ),
    promotedEmail: bookings.promotedEmail(booking, lesson, parent, NOW),
    bookingCancelledEmail: bookings.bookingCancelledEmail(
      booking,
      lesson,
      parent,
      'to the family',
      NOW,
    ),
    bookingMovedEmail: bookings.bookingMovedEmail(
      booking,
      { before: lesson, lesson: later },
      parent,
      NOW,
    ),
    bookedByTutorEmail: tutorBookings.bookedByTutorEmail(booking, lesson, parent, {
      ...acting,
      credit: 'take',
    }),
    cancelledByTutorEmail: tutorBookings.cancelledByTutorEmail(booking, lesson, parent, {
      ...acting,
      credit: 'stays spent',
    }),
    movedByTutorEmail: tutorBookings.movedByTutorEmail(
      booking,
      { before: lesson, lesson: later },
      parent,
      acting,
    ),
    lessonChangedEmail: changes.lessonChangedEmail(
      booking,
      { before: lesson, lesson: later, clashes },
      parent,
      acting,
    ),
    lessonCancelledEmail: bookings.lessonCancelledEmail(booking, lesson, parent, {
      ...acting,
      credit: 'to the family',
    }),
    absenceToldEmail: excuses.absenceToldEmail(absence, parent),
    absenceTakenBackEmail: excuses.absenceTakenBackEmail(absence, parent),
    studentExcusedEmail: excuses.studentExcusedEmail(absence, ADMIN),
    studentComesAfterAllEmail: excuses.studentComesAfterAllEmail(absence, ADMIN),
    lessonReminderEmail: reminders.lessonReminderEmail(
      { ...booking, student_id: 'student', excuse_token: 'sample-excuse_token' },
      lesson,
      parent,
      24,
      '2 videos (14 minutes) and 3 questions',
    ),
    lessonSlidesEmail: reminders.lessonSlidesEmail(
      { ...booking, student_id: 'student' },
      lesson,
      parent,
    ),
    passedOverEmail: waiting.passedOverEmail(
      lesson,
      { id: 'student', name: typed.student },
      parent,
    ),
    clashedEmail: waiting.clashedEmail(
      lesson,
      clashes,
      { id: 'student', name: typed.student },
      parent,
    ),
    spotOpenEmail: waiting.spotOpenEmail(lesson, 'student', parent),
    crowdedOutEmail: waiting.crowdedOutEmail(lesson, 'student', parent),
    waitingListMovedEmail: waiting.waitingListMovedEmail(
      { before: lesson, lesson: later },
      'student',
      parent,
      acting.by,
    ),
    waitingListEndedEmail: waiting.waitingListEndedEmail(lesson, 'student', parent, acting.by),
    receiptEmail: payments.receiptEmail(
      { ...payment, paid: 14_000, invoice: '2026-0001', paid_at: NOW, lessons: [], clashes: [] },
      parent,
      5,
    ),
    'receiptEmail, with a promotion code': payments.receiptEmail(
      { ...payment, paid: 12_600, invoice: '2026-0001', paid_at: NOW, lessons: [], clashes: [] },
      parent,
      5,
    ),
    paymentMismatchEmail: payments.paymentMismatchEmail(
      payment,
      { amount: 100, currency: 'gbp', session: 'cs_sample' },
      ADMIN,
    ),
    paymentWithoutAccountEmail: payments.paymentWithoutAccountEmail(payment, ADMIN),
    refundShortfallEmail: payments.refundShortfallEmail('cs_sample', 5, 2, ADMIN),
    refundedEmail: refunds.refundedEmail(refund, parent, acting.by),
    refundFailedEmail: refunds.refundFailedEmail(
      { ...refund, wasDone: false },
      payment.id,
      ADMIN,
      'Charge ch_sample has been charged back; cannot issue a refund.',
    ),
    'refundFailedEmail, after it was done': refunds.refundFailedEmail(
      { ...refund, wasDone: true },
      payment.id,
      ADMIN,
      null,
    ),
    refundNotPossibleEmail: refunds.refundNotPossibleEmail({ ...refund, wasDone: false }, parent),
    'refundNotPossibleEmail, after it was done': refunds.refundNotPossibleEmail(
      { ...refund, wasDone: true },
      parent,
    ),
    disputeOpenedEmail: disputes.disputeOpenedEmail(dispute, payment, ADMIN),
    disputeClosedEmail: disputes.disputeClosedEmail(
      dispute,
      payment,
      { outcome: 'lost', wasLost: false },
      ADMIN,
    ),
    inquiryOpenedEmail: disputes.inquiryOpenedEmail(dispute, payment, ADMIN),
    inquiryClosedEmail: disputes.inquiryClosedEmail(dispute, payment, ADMIN),
    unknownStateEmail: disputes.unknownStateEmail(dispute, payment, ADMIN),
    disputeAppealedEmail: disputes.disputeAppealedEmail(dispute, payment, ADMIN),
    invitationEmail: people.invitationEmail({
      cause: 'sample',
      familyId: 'family',
      email: 'karim@example.com',
      invitedBy: typed.parent,
      firstName: null,
      token: 'sample',
    }),
    'invitationEmail, to a student': people.invitationEmail({
      cause: 'sample',
      familyId: 'family',
      email: 'maya@example.com',
      invitedBy: typed.parent,
      firstName: typed.student,
      token: 'sample',
    }),
    importInvitationEmail: people.importInvitationEmail({
      parent: { ...parent, email_confirmed_at: null },
      invitedBy: 'Ada Sample',
      credits: 4,
      studentNames: [parent.student_name, 'Leo Sample'],
      token: 'sample',
      notBefore: NOW,
    }),
    invitationAcceptedEmail: people.invitationAcceptedEmail(parent, {
      ...parent,
      person_id: 'other',
      name: typed.otherParent,
    }),
    'invitationAcceptedEmail, by a student': people.invitationAcceptedEmail(parent, {
      ...student,
      person_id: 'other',
    }),
    signInRemovedEmail: people.signInRemovedEmail(parent),
    dailySummaryEmail: tutorEmails.dailySummaryEmail(
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
    testEmail: tutorEmails.testEmail('sample', 'smtp.example.com', ADMIN),
    'testEmail, kept as a file': tutorEmails.testEmail('sample', null, ADMIN),
  };
}

export const sampleEmails = emailsOf(sampleNames);
