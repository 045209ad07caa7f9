// The question before a form of the library is left.
import type { Question } from '../../ui/confirm.tsx';

export const throwAway: Question = {
  title: 'Throw Away Changes',
  text: 'What you have written is not saved yet.',
  action: 'Throw Away',
  refusal: 'Keep Writing',
};
