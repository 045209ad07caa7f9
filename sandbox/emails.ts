// Every email of the product with sample data, for the demo's gallery and for tests.
import { DAY_MS, HOUR_MS } from '../domain/time.ts';
import { fillReply } from '../domain/tutor/reply-text.ts';
import * as people from '../server/accounts/people/emails.ts';
import * as accounts from '../server/auth/emails.ts';
import { securityNoticeEmail } from '../server/auth/security-emails.ts';
import type { Email } from '../server/email/queue.ts';
import * as enquiries from '../server/enquiries/emails.ts';
import * as freeLessons from '../server/enquiries/free-lesson-emails.ts';
import * as tutorEmails from '../server/tutor/emails.ts';
import {
  absentee,
  acting,
  adminLesson,
  booking,
  later,
  lesson,
  NOW,
  price,
  template,
} from './email-facts.ts';
import { ADMIN, castOf, sample, type TypedWords, variant } from './email-samples.ts';
import { lessonEmailsOf } from './lesson-emails.ts';
import { paymentEmailsOf } from './payment-emails.ts';

const sampleNames: TypedWords = {
  parent: 'Priya Sample',
  otherParent: 'Karim Sample',
  student: 'Maya Sample',
  otherStudent: 'Leo Sample',
  enquirer: 'Harriet Example',
  email_confirmed_at: NOW,
};

/**
 * Emails by the name of the function that writes them. If one writes several, the key adds what
 * differs.
 */
export const emailsOf = (typed: TypedWords): Readonly<Record<string, Email>> =>
  Object.fromEntries([
    ...enquiryEmailsOf(typed),
    ...accountEmailsOf(typed),
    ...lessonEmailsOf(typed),
    ...paymentEmailsOf(typed),
    ...peopleEmailsOf(typed),
    ...emailsToTutor(),
  ]);

function enquiryEmailsOf(typed: TypedWords) {
  const { parent, enquiry } = castOf(typed);
  const { subject, message } = fillReply(template, { ...enquiry, lessons: [] });
  return [
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
      isCertain: true,
      path: '/confirm-email#sample',
    }),
    sample(
      freeLessons.freeLessonTakenEmail,
      { bookingId: 'booking', enquiryId: 'enquiry', familyId: 'family', personId: 'person' },
      {
        parent: { name: enquiry.name, email: enquiry.email, phone: enquiry.mobile },
        student: { Student_Name: typed.student, year_class: 'year-11' },
        lesson,
        terms: { by: NOW + DAY_MS, isCertain: true },
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
  ];
}

function accountEmailsOf(typed: TypedWords) {
  const { parent } = castOf(typed);
  return [
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
  ];
}

function peopleEmailsOf(typed: TypedWords) {
  const { parent, student } = castOf(typed);
  return [
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
  ];
}

function emailsToTutor() {
  return [
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
  ];
}

export const sampleEmails = emailsOf(sampleNames);
