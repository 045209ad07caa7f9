// The question before a form of the library is left.
import type { Question } from '../../ui/confirm.tsx';

export const throwAway: Question = {
  title: 'Throw away changes',
  text: 'What you have written is not saved yet.',
  action: 'Throw away',
  refusal: 'Keep writing',
};
