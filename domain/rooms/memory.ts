// How well a student remembers a topic: each question in practice fades by half over the pause of
// its box, and an answer lifts it again.
import { addDays, daysBetween } from '../time.ts';
import { PRACTICE_BOX_DAYS, type PractisedQuestion } from './practice.ts';

/** A question is said to have faded at this share. */
const FADED = 0.5;

/**
 * The share that is remembered on a date, from 1 down towards 0: the mean of the questions that are
 * in practice. Null without any.
 */
export function memoryOn(questions: readonly PractisedQuestion[], date: string): number | null {
  const shares = questions.flatMap(({ box, due_on }) => {
    const days = PRACTICE_BOX_DAYS[(box ?? 0) - 1];
    if (days === undefined || due_on === null) return [];
    const passed = daysBetween(addDays(due_on, -days), date);
    return 0.5 ** (Math.max(0, passed) / days);
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
