// Emails about an enquiry.
import { type EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { ENQUIRY_INVITATION_DAYS } from '../../domain/enquiries/free-lesson.ts';
import { enquiryPath, forgotPath, paths, signUpWithInvitePath } from '../../domain/paths.ts';
import { enquirersYearWords } from '../../domain/school-year.ts';
import { formatDate, ukDate, ukTime } from '../../domain/time.ts';
import { type YearClass, yearLabel } from '../../domain/year-class.ts';
import type { LessonFacts } from '../booking/lessons.ts';
import { compose, greetingTo, signedBy, STRANGER } from '../email/compose.ts';
import {
  button,
  callButton,
  dateBlock,
  dateBlocks,
  type DatedLesson,
  headline,
  link,
  prose,
  SIGNATURE,
  tutor,
} from '../email/content.ts';
import type { Email } from '../email/queue.ts';

/** An enquiry, with the student's year of today: null after Year 13. */
type EnquiryOfToday = Omit<EnquiryForm, 'year_class'> & { readonly year_class: YearClass | null };

interface ReceiptFacts {
  /** Until when the tutor promises to answer, in epoch milliseconds. */
  due: number;
  /** The next lessons of the student's course. */
  lessons: readonly DatedLesson[];
  /** Whether the enquirer is signed up already. */
  hasAccount: boolean;
}

/** 'Thu 19 Nov, 12:00 UK time' */
const dueWords = (due: number): string =>
  `${formatDate(ukDate(due), 'short')}, ${ukTime(due)} UK time`;

export function enquiryReceivedEmail(
  id: string,
  form: EnquiryOfToday,
  { due, lessons, hasAccount }: ReceiptFacts,
): Email {
  const forYear = form.year_class === null ? '' : ` for ${yearLabel(form.year_class)}`;
  const message = compose(`enquiry:${id}`, form.email, 'We have received your enquiry', [
    headline`${tutor} answers by ${dueWords(due)}`,
    greetingTo(STRANGER, form.name),
    `Thank you for your interest in our physics lessons${forYear}.`,
    ...(lessons.length === 0
      ? []
      : [
          `The next lessons${forYear} are:`,
          dateBlocks(lessons),
          button('See the lessons', hasAccount ? paths.familyHome : paths.home),
        ]),
    SIGNATURE,
  ]);
  return { ...message, enquiryId: id };
}

/** A reply to it goes to the family. */
export function newEnquiryEmail(
  id: string,
  form: EnquiryOfToday,
  { due, adminEmail }: { due: number; adminEmail: string },
): Email {
  const call = callButton('Call', form.mobile);
  const message = compose(
    `enquiry:${id}:${adminEmail}`,
    adminEmail,
    `New enquiry from ${form.name}`,
    [
      headline`${enquirersYearWords(form.year_class)}, to answer by ${dueWords(due)}`,
      `${form.name}\nEmail: ${form.email}\nPhone: ${form.mobile}`,
      [...button('Invite', enquiryPath(id)), ...(call === null ? [] : [call])],
    ],
  );
  return { ...message, enquiryId: id, replyTo: form.email };
}

/** The cause, in the queue, of the email with an enquirer's link. */
export const causeOfLink = (id: string) => `enquiry-invitation:${id}`;

/** Goes to an unconfirmed address, in the tutor's words; the link is appended automatically. */
export function freeLessonInvitationEmail(
  id: string,
  enquirer: EnquiryForm & { id: string },
  {
    lesson,
    subject,
    message,
    token,
    by = null,
    hasAccount = false,
  }: {
    /** The name of the admin who invites; null for an automatic invitation. */
    by?: string | null;
    /** Whether an account with the enquirer's address exists. */
    hasAccount?: boolean;
    lesson: LessonFacts | null;
    subject: string;
    message: string;
    token: string;
  },
): Email {
  const email = compose(causeOfLink(id), enquirer.email, subject, [
    headline`You are invited`,
    ...message.split(/\n{2,}/),
    ...(lesson === null
      ? []
      : [
          'The lesson we suggest is booked for you when you sign up, if a spot is left then:',
          dateBlock(lesson),
        ]),
    ...(hasAccount
      ? [
          prose`There is an account with this address already. ${link('Sign in', paths.signIn)} to it, then come back to this email. If you do not know its password, ${link('choose a new one', forgotPath('family'))}.`,
        ]
      : []),
    button(
      hasAccount ? 'Take the free lesson' : 'Create your account',
      signUpWithInvitePath(token),
    ),
    `The link is good for ${ENQUIRY_INVITATION_DAYS} days. If you did not expect this email, you can ignore it.`,
    SIGNATURE,
  ]);
  const ofEnquiry = { ...email, enquiryId: enquirer.id };
  return by === null ? ofEnquiry : signedBy(by, ofEnquiry);
}
