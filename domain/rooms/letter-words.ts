// What the letter after a lesson says of each child. It claims nothing that is not known: nobody
// 'came' who may have been away.
import { isPlainName } from '../names.ts';
import { joinWords } from '../text.ts';
import { formatDate, ukDate } from '../time.ts';

/** What is known of one student in one lesson. */
export interface Attendance {
  /** Null if nobody knows. */
  readonly attended: 'came' | 'missed' | null;
  /** How many questions were asked, without those that nobody has marked yet. */
  readonly asked: number;
  /** How many of them the student has answered, and how many of these were right first time. */
  readonly answered: number;
  readonly right: number;
}

export interface LetterChild extends Attendance {
  readonly studentName: string;
}

/** The reader of the letter: a parent, or the student, who is addressed as 'you'. */
export interface LetterReader {
  readonly isStudent: boolean;
}

/** Times are in epoch milliseconds, and UK dates YYYY-MM-DD. */
interface AttendanceFacts {
  /** The tutor has marked the student absent, or has taken that back. */
  readonly absent_at: number | null;
  readonly present_at: number | null;
  /** When the join link was first used. */
  readonly joined_at: number | null;
  /** Whether the student has answered anything in the room during the lesson. */
  readonly hasAnswered: boolean;
}

/** The tutor's mark counts first. */
export function attendedOf(facts: AttendanceFacts): Attendance['attended'] {
  if (facts.absent_at !== null) return 'missed';
  const came = facts.present_at !== null || facts.joined_at !== null || facts.hasAnswered;
  return came ? 'came' : null;
}

/** The first name; null for one that could be more than a name, and is left out. */
export function plainFirstNameOf(studentName: string): string | null {
  const [first = ''] = studentName.trim().split(/\s+/u);
  return isPlainName(first) ? first : null;
}

/** 'Kim and Kit'; 'your child' if a name is left out. */
function namesOf(children: readonly LetterChild[]): string {
  const names = children.map(({ studentName }) => plainFirstNameOf(studentName));
  if (names.includes(null)) return names.length === 1 ? 'your child' : 'your children';
  return joinWords(new Set(names.filter((name) => name !== null)));
}

/** 'What Kim did today, and what Kit missed'; 'on Sat 21 Nov' if that is no longer today. */
export function letterSubject(
  children: readonly LetterChild[],
  { isStudent }: LetterReader,
  { starts_at, now }: { starts_at: number; now: number },
): string {
  const date = ukDate(starts_at);
  const day = date === ukDate(now) ? 'today' : `on ${formatDate(date, 'short')}`;
  const those = (attended: Attendance['attended']) => {
    const matching = children.filter((child) => child.attended === attended);
    return matching.length === 0 ? null : isStudent ? 'you' : namesOf(matching);
  };
  const [came, missed] = [those('came'), those('missed')];
  if (came !== null)
    return `What ${came} did ${day}${missed === null ? '' : `, and what ${missed} missed`}`;
  if (missed !== null) return `What ${missed} missed${day === 'today' ? '' : ` ${day}`}`;
  return day === 'today' ? "Today's lesson" : `The lesson ${day}`;
}

/** 'Kim', as a sentence begins. */
export const openingName = (studentName: string, { isStudent }: LetterReader): string =>
  isStudent ? 'You' : (plainFirstNameOf(studentName) ?? 'Your child');

/** What the student did in the lesson, in a sentence; students know themselves if they came. */
export function outcomeWords(child: LetterChild, { isStudent }: LetterReader): string | null {
  const { attended, asked, answered } = child;
  const name = openingName(child.studentName, { isStudent });
  if (attended === null)
    return isStudent
      ? null
      : `Nobody noted whether ${plainFirstNameOf(child.studentName) ?? 'your child'} was there.`;
  if (attended === 'missed') return `${name} missed the lesson.`;
  if (asked === 0) return `${name} came to the lesson.`;
  if (answered > 0) return `${name} came, and ${resultWords(child)}`;
  const questions = asked === 1 ? 'the question' : 'any of the questions';
  return `${name} came, and ${isStudent ? 'have' : 'has'} not answered ${questions} yet.`;
}

function resultWords({ asked, right }: LetterChild): string {
  if (asked === 1)
    return right === 1
      ? 'got the question right first time.'
      : 'did not get the question right first time.';
  if (right === asked)
    return `got ${asked === 2 ? 'both' : `all ${asked}`} questions right first time.`;
  return `got ${right === 0 ? 'none' : right} of the ${asked} questions right first time.`;
}

/** The first names of these students that a sentence for all families has. */
export function namesIn(sentence: string, studentNames: string[]): string[] {
  const words = new Set(sentence.split(/[^\p{L}\p{M}'’-]+/u));
  const first = studentNames.map((name) => plainFirstNameOf(name));
  return [...new Set(first)].filter((name) => name !== null).filter((name) => words.has(name));
}
