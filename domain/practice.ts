// Practice of questions that a student did not get right, in the boxes of Leitner: each right
// answer lengthens the pause before the question comes again.
import { PRACTICE_BOX_DAYS } from './limits.ts';
import type { Result } from './marking.ts';
import { addDays } from './time.ts';

/** The number of a box, from 1. */
export type Box = number;

/** Where a question goes once it is answered; null when it is learned. */
export function nextBox(box: Box, result: Result): Box | null {
  if (result !== 'right') return 1;
  return box < PRACTICE_BOX_DAYS.length ? box + 1 : null;
}

/** The UK date on which a question put into a box on this date is due. */
export function dueOn(box: Box, date: string): string {
  const days = PRACTICE_BOX_DAYS[box - 1];
  if (days === undefined) throw new RangeError(`there is no box ${box}`);
  return addDays(date, days);
}
