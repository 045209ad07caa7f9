// What the samples of emails have in common: who writes and reads them, and how one is named.
import type { LessonRecipient } from '../server/email/compose.ts';
import type { Email } from '../server/email/queue.ts';
import type { LetterPart } from '../server/rooms/letter/letter-emails.ts';
import { lesson, letterPart, NOW } from './email-facts.ts';

export const ADMIN = 'ada@example.com';

/** User input that appears in the emails. */
export interface TypedWords {
  readonly parent: string;
  readonly otherParent: string;
  readonly student: string;
  readonly otherStudent: string;
  readonly enquirer: string;
  /** Null until somebody has confirmed the parent's address. */
  readonly email_confirmed_at: number | null;
}

/** An email by its function, and by what differs where one function writes several. */
export const variant = <Args extends unknown[]>(
  difference: string,
  write: (...args: Args) => Email,
  ...args: Args
) => [`${write.name}${difference && `, ${difference}`}`, write(...args)] as const;

export const sample = <Args extends unknown[]>(write: (...args: Args) => Email, ...args: Args) =>
  variant('', write, ...args);

/** The people of the emails. */
export function castOf(typed: TypedWords) {
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
  return { absence, parent, student, enquiry, part };
}
