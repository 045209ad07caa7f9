// Puts an email together for the queue.
import type { Paragraph } from './content.ts';
import type { Mail } from './store.ts';

/** The parent whom an email to a family goes to. */
export interface Recipient {
  readonly family_id: string;
  readonly email: string;
  readonly name: string;
}

/** A family and its student, whom a booking or a payment is for. */
export interface BookedFamily extends Recipient {
  readonly student_name: string;
}

/** `cause` names what happened, once; the subject is kept on one line. A paragraph given as a string is text alone. */
export function compose(
  cause: string,
  to: string,
  subject: string,
  paragraphs: readonly (string | Paragraph)[],
): Mail {
  return {
    cause,
    to,
    subject: subject.replace(/\s+/g, ' '),
    paragraphs: paragraphs.map((paragraph) => (typeof paragraph === 'string' ? [paragraph] : paragraph)),
  };
}

/** An email that opens with the parent's name and is erased with the family. */
export function toFamily(
  cause: string,
  to: Recipient,
  subject: string,
  paragraphs: readonly (string | Paragraph)[],
): Mail {
  return {
    ...compose(cause, to.email, subject, [`Dear ${to.name},`, ...paragraphs]),
    familyId: to.family_id,
  };
}
