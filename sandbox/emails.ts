// Every email of the product with sample data, for the demo's gallery and for tests.
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import { fillReply } from '../domain/tutor/settings.ts';
import * as accounts from '../server/auth/emails.ts';
import { securityNotice } from '../server/auth/security-emails.ts';
import type { LessonRecipient } from '../server/email/compose.ts';
import type { Email } from '../server/email/queue.ts';
import * as enquiries from '../server/enquiries/emails.ts';
import * as freeLessons from '../server/enquiries/free-lesson-emails.ts';
import * as people from '../server/families/emails.ts';
import * as bookings from '../server/lessons/bookings/booking-emails.ts';
import * as excuses from '../server/lessons/excuses/excuse-emails.ts';
import * as changes from '../server/lessons/planner/change-emails.ts';
import * as tutorBookings from '../server/lessons/planner/tutor-booking-emails.ts';
import * as reminders from '../server/lessons/reminders/reminder-emails.ts';
import * as waiting from '../server/lessons/waiting-list/waiting-emails.ts';
import * as disputes from '../server/payments/dispute-emails.ts';
import * as payments from '../server/payments/emails.ts';
import * as refunds from '../server/payments/refunds/emails.ts';
import * as tutorEmails from '../server/tutor/emails.ts';
import {
  absentee,
  acting,
  adminLesson,
  booking,
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
    enquiryReceived: enquiries.enquiryReceived('enquiry', enquiry, {
      due: NOW + DAY_MS,
      lessons: [lesson, later],
      hasAccount: false,
    }),
    newEnquiry: enquiries.newEnquiry('enquiry', enquiry, {
      due: NOW + DAY_MS,
      adminEmail: ADMIN,
    }),
    freeLessonInvitation: enquiries.freeLessonInvitation('link', enquiry, {
      lesson,
      subject,
      message,
      token: 'sample',
    }),
    freeLessonGranted: freeLessons.freeLessonGranted('enquiry', parent, {
      outcome: 'booked',
      subject,
      message,
    }),
    freeLessonShared: freeLessons.freeLessonShared('enquiry', parent, 'credit'),
    freeLessonBooked: freeLessons.freeLessonBooked(booking, lesson, parent, NOW, {
      by: NOW + DAY_MS,
      path: '/confirm-email#sample',
    }),
    freeLessonTaken: freeLessons.freeLessonTaken(
      { bookingId: 'booking', enquiryId: 'enquiry', familyId: 'family', personId: 'person' },
      {
        parent: { name: enquiry.name, email: enquiry.email, phone: enquiry.mobile },
        student: { Student_Name: typed.student, year_class: 'year-11' },
        lesson,
        confirmBy: NOW + DAY_MS,
      },
      ADMIN,
    ),
    freeLessonWithdrawn: freeLessons.freeLessonWithdrawn(
      {
        familyId: 'family',
        grantedAt: NOW,
        ended: { booking, lesson },
      },
      parent,
      '/confirm-email#sample',
      NOW,
    ),
    cameAgain: freeLessons.cameAgain(parent, enquiry, ADMIN),
    welcome: accounts.welcome(parent, typed.student, { path: '/confirm-email#sample' }),
    'welcome, by invitation': accounts.welcome(parent, typed.student, {
      path: null,
      outcome: 'booked',
    }),
    addressConfirmation: accounts.addressConfirmation(parent, '/confirm-email#sample', NOW),
    emailConfirmation: accounts.emailConfirmation('sample', parent, '/confirm-email#sample'),
    emailChanged: accounts.emailChanged(parent, 'priya@example.com', NOW),
    emailOfOtherChanged: accounts.emailOfOtherChanged(
      parent,
      { name: typed.otherParent, email: 'karim@example.com' },
      NOW,
    ),
    passwordReset: accounts.passwordReset('sample', parent, '/reset-password#sample'),
    passwordChanged: accounts.passwordChanged(parent, { isReset: false, isFirstProof: false }, NOW),
    'passwordChanged, by the first reset': accounts.passwordChanged(
      parent,
      { isReset: true, isFirstProof: true },
      NOW,
    ),
    accountDeleted: accounts.accountDeleted(parent),
    securityNotice: securityNotice(
      'sample',
      { kind: 'two_factor_off' },
      { name: 'Ada Sample', email: ADMIN },
      ADMIN,
    ),
    bookingConfirmed: bookings.bookingConfirmed(booking, lesson, parent, NOW),
    'bookingConfirmed, to the student': bookings.bookingConfirmed(booking, lesson, student, NOW),
    bookingsConfirmed: bookings.bookingsConfirmed(
      [
        { booking, lesson },
        { booking: { ...booking, id: 'other' }, lesson: later },
      ],
      parent,
      NOW,
    ),
    promoted: bookings.promoted(booking, lesson, parent, NOW),
    bookingCancelled: bookings.bookingCancelled(booking, lesson, parent, 'to the family', NOW),
    bookingMoved: bookings.bookingMoved(booking, { before: lesson, lesson: later }, parent, NOW),
    bookedByTutor: tutorBookings.bookedByTutor(booking, lesson, parent, {
      ...acting,
      credit: 'take',
    }),
    cancelledByTutor: tutorBookings.cancelledByTutor(booking, lesson, parent, {
      ...acting,
      credit: 'stays spent',
    }),
    movedByTutor: tutorBookings.movedByTutor(
      booking,
      { before: lesson, lesson: later },
      parent,
      acting,
    ),
    lessonChanged: changes.lessonChanged(booking, lesson, later, parent, NOW),
    lessonCancelled: bookings.lessonCancelled(booking, lesson, parent, 'to the family', NOW),
    absenceTold: excuses.absenceTold(absence, parent),
    absenceTakenBack: excuses.absenceTakenBack(absence, parent),
    studentExcused: excuses.studentExcused(absence, ADMIN),
    studentComesAfterAll: excuses.studentComesAfterAll(absence, ADMIN),
    lessonReminder: reminders.lessonReminder(
      { ...booking, student_id: 'student', excuse_token: 'sample-excuse_token' },
      lesson,
      parent,
      24,
      '2 videos (14 minutes) and 3 questions',
    ),
    lessonSlides: reminders.lessonSlides({ ...booking, student_id: 'student' }, lesson, parent),
    passedOver: waiting.passedOver(lesson, { id: 'student', name: typed.student }, parent),
    spotOpen: waiting.spotOpen(lesson, 'student', parent),
    crowdedOut: waiting.crowdedOut(lesson, 'student', parent),
    waitingListMoved: waiting.waitingListMoved(
      { before: lesson, lesson: later },
      'student',
      parent,
    ),
    waitingListEnded: waiting.waitingListEnded(lesson, 'student', parent),
    receipt: payments.receipt(
      { ...payment, paid: 14_000, invoice: '2026-0001', paid_at: NOW, lessons: [] },
      parent,
      5,
    ),
    'receipt, with a promotion code': payments.receipt(
      { ...payment, paid: 12_600, invoice: '2026-0001', paid_at: NOW, lessons: [] },
      parent,
      5,
    ),
    paymentMismatch: payments.paymentMismatch(
      payment,
      { amount: 100, currency: 'gbp', session: 'cs_sample' },
      ADMIN,
    ),
    paymentWithoutAccount: payments.paymentWithoutAccount(payment, ADMIN),
    refundShortfall: payments.refundShortfall('cs_sample', 5, 2, ADMIN),
    refunded: refunds.refunded(refund, parent),
    refundFailed: refunds.refundFailed(refund, payment.id, ADMIN),
    disputeOpened: disputes.disputeOpened(dispute, payment, ADMIN),
    disputeClosed: disputes.disputeClosed({ ...dispute, outcome: 'lost' }, payment, true, ADMIN),
    invitation: people.invitation({
      cause: 'sample',
      familyId: 'family',
      email: 'karim@example.com',
      invitedBy: typed.parent,
      firstName: null,
      token: 'sample',
    }),
    'invitation, to a student': people.invitation({
      cause: 'sample',
      familyId: 'family',
      email: 'maya@example.com',
      invitedBy: typed.parent,
      firstName: typed.student,
      token: 'sample',
    }),
    importInvitation: people.importInvitation({
      parent: { ...parent, email_confirmed_at: null },
      invitedBy: 'Ada Sample',
      credits: 4,
      studentNames: [parent.student_name, 'Leo Sample'],
      token: 'sample',
      notBefore: NOW,
    }),
    invitationAccepted: people.invitationAccepted(parent, {
      ...parent,
      person_id: 'other',
      name: typed.otherParent,
    }),
    'invitationAccepted, by a student': people.invitationAccepted(parent, {
      ...student,
      person_id: 'other',
    }),
    signInRemoved: people.signInRemoved(parent),
    dailySummary: tutorEmails.dailySummary(
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
        undelivered: [{ state: 'failed' }],
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
