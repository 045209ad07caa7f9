// Emails about the free first lesson of families with an account.
import { attendancePath, familyPath, paths } from '../../domain/paths.ts';
import type { FreeLessonOutcome } from '../../domain/people/sign-up.ts';
import { formatUkInstant } from '../../domain/time.ts';
import { type YearClass, yearLabel } from '../../domain/year-class.ts';
import { ignoreUnlessOwn } from '../auth/emails.ts';
import {
  bookingConfirmedEmail,
  type BookingThread,
  eventOf,
  JOINING,
  type OpenBooking,
  subjectFor,
  threadOf,
} from '../booking/booking-emails.ts';
import type { LessonFacts } from '../booking/lessons.ts';
import {
  compose,
  inTutorsWords,
  type LessonRecipient,
  type Recipient,
  signedBy,
  toPerson,
} from '../email/compose.ts';
import {
  button,
  cancelledDate,
  dateBlock,
  headline,
  link,
  type Paragraph,
} from '../email/content.ts';
import type { Email } from '../email/queue.ts';
import type { ParentContact } from './join-enquiries.ts';

interface GrantedLesson {
  readonly outcome: FreeLessonOutcome;
  /** The name of the admin who gives it. */
  readonly by: string;
}

/**
 * Goes to the parent whose address the enquiry came from. Opens with the tutor's words, which
 * include a greeting.
 */
export function freeLessonGrantedEmail(
  enquiryId: string,
  to: Recipient,
  { outcome, by, subject, message }: GrantedLesson & { subject: string; message: string },
): Email {
  const email = inTutorsWords(`free-lesson:${enquiryId}`, to, subject, [
    outcome === 'booked'
      ? headline`A spot is booked for you`
      : headline`Choose a lesson that suits you`,
    ...message.split(/\n{2,}/),
    outcome === 'booked'
      ? 'Another email has the details of the lesson.'
      : 'You have an account already, and its credit is there.',
    button(outcome === 'booked' ? 'See the lesson' : 'Choose a lesson', paths.familyHome),
  ]);
  return signedBy(by, { ...email, enquiryId });
}

/** Goes to the other parent: only the news, without the tutor's words. */
export function freeLessonSharedEmail(
  enquiryId: string,
  to: Recipient,
  { outcome, by }: GrantedLesson,
): Email {
  const message = toPerson(`free-lesson:${enquiryId}`, to, 'Your free first lesson', [
    outcome === 'booked'
      ? headline`A spot is booked for you`
      : headline`Choose a lesson that suits you`,
    outcome === 'booked'
      ? `${by} has given your family its free first lesson, and a spot is booked. Another email has the date and the link to join.`
      : `${by} has given your family its free first lesson: a credit for one lesson is in your account. Choose a lesson and book it.`,
    button(outcome === 'booked' ? 'See the lesson' : 'Choose a lesson', paths.familyHome),
  ]);
  return signedBy(by, { ...message, enquiryId });
}

/** Goes to the tutor: a person who has already had a free lesson signed up by invitation. */
export function cameAgainEmail(
  parent: Recipient,
  enquirer: { id: string; name: string },
  adminEmail: string,
): Email {
  const message = compose(
    `free-lesson-again:${parent.family_id}:${adminEmail}`,
    adminEmail,
    `No second free lesson for ${parent.name}`,
    [
      headline`The family has had one before`,
      `The new account was made with your invitation to ${enquirer.name}. Its address or phone number belongs to a family that has had its free lesson, so it has no credit.`,
      'If you want to give one all the same, change the credits.',
      button('Open the family', familyPath(parent.family_id)),
    ],
  );
  return {
    ...message,
    enquiryId: enquirer.id,
    familyId: parent.family_id,
    personId: parent.person_id,
  };
}

const CONFIRM = 'Confirm your email';

/** What depends on the confirmation of an address. */
interface ConfirmationTerms {
  /** When the free lesson is withdrawn without it (epoch milliseconds). */
  readonly by: number;
  /** False if the lesson begins before that: then only one that is cancelled or put off is. */
  readonly isCertain: boolean;
}

/** Why and how a parent has to confirm the address. */
interface ConfirmationLink extends ConfirmationTerms {
  readonly path: string;
}

function confirmationWords({ by, isCertain, path }: ConfirmationLink): (string | Paragraph)[] {
  const please = `Please confirm by ${formatUkInstant(by)} that this address is yours.`;
  return isCertain
    ? [
        `${please} Otherwise the booking is cancelled, and the spot goes to another family.`,
        button(CONFIRM, path),
        ignoreUnlessOwn,
      ]
    : [
        `${please} Otherwise your free lesson is withdrawn then if it has been cancelled or put off.`,
        [link(CONFIRM, path)],
        ignoreUnlessOwn,
      ];
}

/** Confirms the booking of a free first lesson; `confirm` is null once the address is confirmed. */
export function freeLessonBookedEmail(
  booking: Pick<OpenBooking, 'id' | 'join_token'>,
  lesson: LessonFacts,
  to: LessonRecipient,
  now: number,
  confirm: ConfirmationLink | null,
): Email {
  const free =
    to.role === 'student' ? [JOINING] : ['It is your free first lesson, and costs no credit.'];
  const news = [...free, ...(confirm === null ? [] : confirmationWords(confirm))];
  const email = bookingConfirmedEmail(
    { ...booking, thread: null, uid: null },
    lesson,
    to,
    now,
    news,
  );
  if (confirm?.isCertain !== true) return email;
  // Confirming is the one button then.
  const paragraphs = email.paragraphs.map((paragraph) =>
    paragraph.map((part) =>
      typeof part === 'object' && part.kind === 'button' && part.page !== confirm.path
        ? link(part.label, part.page)
        : part,
    ),
  );
  return { ...email, paragraphs };
}

interface TakenFreeLesson {
  parent: ParentContact;
  student: { Student_Name: string; year_class: YearClass | null };
  lesson: LessonFacts;
  /** Null if the address is confirmed. */
  terms: ConfirmationTerms | null;
}

function unconfirmedNews({ by, isCertain }: ConfirmationTerms): string {
  const when = formatUkInstant(by);
  const news = isCertain
    ? `Unless that happens by ${when}, the booking is cancelled automatically.`
    : `If you delete the lesson or put it off, the free lesson is withdrawn on ${when} unless somebody does.`;
  return `Nobody has confirmed the address yet. ${news}`;
}

/** Goes to the tutor. A reply goes to the parent. */
export function freeLessonTakenEmail(
  {
    bookingId,
    ...ids
  }: { bookingId: string; enquiryId: string; familyId: string; personId: string },
  { parent, student, lesson, terms }: TakenFreeLesson,
  adminEmail: string,
): Email {
  const { Student_Name: name, year_class } = student;
  const whose = year_class === null ? name : `${name}, ${yearLabel(year_class)},`;
  const message = compose(
    `free-lesson-booked:${bookingId}:${adminEmail}`,
    adminEmail,
    subjectFor('Free first lesson', lesson),
    [
      headline`${whose} comes for the first time`,
      dateBlock(lesson),
      `${parent.name} has booked it.`,
      `Email: ${parent.email}\nPhone: ${parent.phone}`,
      ...(terms === null ? [] : [unconfirmedNews(terms)]),
      button('Open the attendance list', attendancePath(lesson.id)),
    ],
  );
  return { ...message, ...ids, replyTo: parent.email };
}

/** A booking that ended because nobody confirmed the address. */
interface EndedFreeLesson {
  readonly booking: BookingThread;
  readonly lesson: LessonFacts;
}

interface WithdrawnFreeLesson {
  familyId: string;
  /** Epoch milliseconds. */
  grantedAt: number;
  /** Null if the family had cancelled it before. */
  ended: EndedFreeLesson | null;
}

/** Goes to the parents; `path` confirms the address. */
export function freeLessonWithdrawnEmail(
  { familyId, grantedAt, ended }: WithdrawnFreeLesson,
  to: Recipient,
  path: string,
  now: number,
): Email {
  const message = toPerson(
    `free-lesson-withdrawn:${familyId}:${grantedAt}`,
    to,
    ended === null ? 'Your free first lesson was withdrawn' : subjectFor('Cancelled', ended.lesson),
    [
      headline`You can still have it`,
      ...(ended === null ? [] : [cancelledDate(ended.lesson)]),
      'Nobody has confirmed this email address in time. Confirm it now, then book again: the first lesson is still free.',
      button(CONFIRM, path),
      ignoreUnlessOwn,
    ],
  );
  if (ended === null) return message;
  const events = [eventOf(ended.booking, ended.lesson, 'cancelled', now)];
  return { ...message, ...threadOf(ended.booking), events };
}
