// How well a student remembers a topic: each question in practice fades by half over the pause of
// its box, and an answer lifts it again.
import { addDays, daysBetween } from '../time.ts';
import { PRACTICE_BOX_DAYS, type PractisedQuestion } from './practice.ts';

/** A question is said to have faded at this share. */
export const FADED = 0.5;

/** The UK date of the last answer to a question, and the days of its box. */
function lastAnswer({ box, due_on }: PractisedQuestion): { on: string; days: number } | null {
  const days = PRACTICE_BOX_DAYS[(box ?? 0) - 1];
  return days === undefined || due_on === null ? null : { on: addDays(due_on, -days), days };
}

/**
 * Since when the curve is known: the first of the last answers to the questions in practice. What
 * was remembered before is not stored. Null without a question in practice.
 */
export function knownSince(questions: readonly PractisedQuestion[]): string | null {
  return questions.flatMap((question) => lastAnswer(question)?.on ?? []).toSorted()[0] ?? null;
}

/**
 * The share that is remembered on a date, or some days after it (a fraction counts), from 1 down
 * towards 0: the mean of the questions that are in practice. Null without any.
 */
export function memoryOn(
  questions: readonly PractisedQuestion[],
  date: string,
  after = 0,
): number | null {
  const shares = questions.flatMap((question) => {
    const last = lastAnswer(question);
    return last === null
      ? []
      : 0.5 ** (Math.max(0, daysBetween(last.on, date) + after) / last.days);
  });
  return shares.length === 0 ? null : shares.reduce((sum, one) => sum + one, 0) / shares.length;
}

/**
 * The first date on which half of a topic or more has faded; null without a question in practice.
 */
export function fadesOn(questions: readonly PractisedQuestion[]): string | null {
  const due = questions.flatMap(({ due_on }) => due_on ?? []).toSorted();
  const [first] = due;
  const last = due.at(-1);
  if (first === undefined || last === undefined) return null;
  // On the first of these days one question is at half and no other has to be; on the last, all.
  for (let date = first; date < last; date = addDays(date, 1))
    if ((memoryOn(questions, date) ?? 0) <= FADED) return date;
  return last;
}
