// Composes emails for the queue.
import { isPlainName } from '../../domain/names.ts';
import type { FamilyRole } from '../../domain/people/family.ts';
import { greeting, isOpening, type Paragraph, SIGNATURE } from './content.ts';
import type { Email } from './queue.ts';

/** A parent or student whom an email goes to. */
export interface Recipient {
  readonly person_id: string;
  readonly family_id: string;
  readonly email: string;
  /** Null until the address is confirmed. */
  readonly email_confirmed_at: number | null;
  readonly name: string;
}

/**
 * A recipient of emails about a student's lessons: a parent or, with the role 'student', the
 * student.
 */
export interface LessonRecipient extends Recipient {
  readonly role: FamilyRole;
  readonly student_name: string;
}

/** Whether the address is confirmed. */
type Addressee = Pick<Recipient, 'email_confirmed_at'>;

/** Anyone without a confirmed account: enquirers and invited people. */
export const STRANGER: Addressee = { email_confirmed_at: null };

/**
 * A typed name as an email to this address may show it; null if it must be left out. Every email
 * must call this before it names a person. Otherwise anyone who signs up with a stranger's address
 * could send that stranger a message through the name.
 */
export function nameTo({ email_confirmed_at }: Addressee, name: string): string | null {
  return email_confirmed_at !== null || isPlainName(name) ? name : null;
}

/** The greeting of an email to this address. */
export function greetingTo(to: Addressee, name: string): Paragraph {
  const displayName = nameTo(to, name);
  return displayName === null ? ['Hello,'] : greeting(displayName);
}

/**
 * `cause` identifies the event uniquely; the subject is reduced to one line. A paragraph given as a
 * string is plain text.
 */
export function compose(
  cause: string,
  to: string,
  subject: string,
  paragraphs: readonly (string | Paragraph)[],
): Email {
  return {
    cause,
    to,
    subject: subject.replace(/\s+/g, ' '),
    paragraphs: paragraphs.map((paragraph) =>
      typeof paragraph === 'string' ? [paragraph] : paragraph,
    ),
  };
}

/**
 * An email that greets a person after its headline and dates, is signed by the tutor, and is erased
 * with the person. `cause` identifies the event uniquely for each person.
 */
export function toPerson(
  cause: string,
  to: Recipient,
  subject: string,
  paragraphs: (string | Paragraph)[],
): Email {
  return inTutorsWords(cause, to, subject, withGreeting(greetingTo(to, to.name), paragraphs));
}

/** Puts the greeting between what opens an email and its sentences. */
function withGreeting(
  words: Paragraph,
  paragraphs: (string | Paragraph)[],
): (string | Paragraph)[] {
  const isSentence = (paragraph: string | Paragraph) =>
    typeof paragraph === 'string' || !isOpening(paragraph);
  const first = paragraphs.findIndex(isSentence);
  const at = first === -1 ? paragraphs.length : first;
  return [...paragraphs.slice(0, at), words, ...paragraphs.slice(at)];
}

/**
 * An email whose first words are the tutor's own, without our greeting. It is signed by the tutor
 * and erased with the person; `cause` identifies the event uniquely for each person.
 */
export function inTutorsWords(
  cause: string,
  to: Recipient,
  subject: string,
  paragraphs: (string | Paragraph)[],
): Email {
  return {
    ...compose(`${cause}:${to.person_id}`, to.email, subject, [...paragraphs, SIGNATURE]),
    familyId: to.family_id,
    personId: to.person_id,
    isConfirmed: to.email_confirmed_at !== null,
  };
}

/** The email, signed by the admin whose act it is about instead of the site's tutor. */
export function signedBy(admin: string, email: Email): Email {
  const sign = (paragraph: Paragraph): Paragraph =>
    paragraph === SIGNATURE ? [{ kind: 'signature', by: admin }] : paragraph;
  return { ...email, paragraphs: email.paragraphs.map(sign) };
}
