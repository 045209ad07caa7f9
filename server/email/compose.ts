// Puts an email together for the queue.
import type { FamilyRole } from '../../domain/people.ts';
import { isPlainName } from '../../domain/plain-name.ts';
import { greeting, type Paragraph } from './content.ts';
import type { Email } from './queue.ts';

/** A person of a family, whom an email goes to. */
export interface Recipient {
  readonly person_id: string;
  readonly family_id: string;
  readonly email: string;
  /** Null as long as nobody has shown that the address is theirs. */
  readonly email_confirmed_at: number | null;
  readonly name: string;
}

/** One who hears of a student's lessons: a parent or, with the role 'student', the student. */
export interface LessonRecipient extends Recipient {
  readonly role: FamilyRole;
  readonly student_name: string;
}

/** Whether the owner of an address has shown that it is theirs. */
type Addressee = Pick<Recipient, 'email_confirmed_at'>;

/**
 * An enquirer, somebody who is invited: everybody whose address no account's row says to be
 * confirmed.
 */
export const STRANGER: Addressee = { email_confirmed_at: null };

/**
 * A name that somebody has typed, as an email to this address may say it; null where it is left
 * out. Every email asks here before it names a person: whoever signs up with a stranger's address
 * writes to that stranger by it.
 */
export function nameTo({ email_confirmed_at }: Addressee, name: string): string | null {
  return email_confirmed_at !== null || isPlainName(name) ? name : null;
}

/** How an email to this address begins. */
export function greetingTo(to: Addressee, name: string): Paragraph {
  const said = nameTo(to, name);
  return said === null ? ['Hello,'] : greeting(said);
}

/**
 * `cause` names what happened, once; the subject is kept on one line. A paragraph given as a string
 * is text alone.
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
 * An email that greets the person and is erased with them; `cause` names what happened, once for
 * each of them.
 */
export function toPerson(
  cause: string,
  to: Recipient,
  subject: string,
  paragraphs: readonly (string | Paragraph)[],
): Email {
  return inTutorsWords(cause, to, subject, [greetingTo(to, to.name), ...paragraphs]);
}

/** The same, but it begins with words that greet by themselves. */
export function inTutorsWords(
  cause: string,
  to: Recipient,
  subject: string,
  paragraphs: readonly (string | Paragraph)[],
): Email {
  return {
    ...compose(`${cause}:${to.person_id}`, to.email, subject, paragraphs),
    familyId: to.family_id,
    personId: to.person_id,
    isConfirmed: to.email_confirmed_at !== null,
  };
}
