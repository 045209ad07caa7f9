// Signing up, with the tutor's invitation or without. Failures and successes are reported as toasts.
import type { SignUpForm } from '../../domain/account.ts';
import { register } from '../../domain/endpoints/sign-in.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { ApiError } from './transport/failures.ts';
import { perform } from './transport/perform.ts';

/** What the message says besides, where an invitation has brought something. */
const freeLessonNews: Readonly<Record<FreeLessonOutcome, string>> = {
  booked: ' Your free first lesson is booked.',
  credit: ' The credit for your free first lesson is there.',
  none: '',
};

/**
 * Creates a family's account and signs nobody in. With the tutor's invitation (its token) it returns what became of the free
 * lesson, null without one, and 'dead', without a word, when the invitation is no longer good: nothing was made then.
 */
export async function signUp(
  form: SignUpForm,
  invite: string | null,
): Promise<FreeLessonOutcome | 'dead' | null> {
  const operation = { title: 'Registration Failed', text: 'Unable to create account. Please try again.' };
  const outcome = await perform(operation, async () => {
    try {
      const answer = await call(register, { body: invite === null ? form : { ...form, invite } });
      return answer.free_lesson ?? null;
    } catch (error) {
      if (error instanceof ApiError && error.details.some(({ field }) => field === 'invite')) return 'dead';
      throw error;
    }
  });
  if (outcome === 'dead') return outcome;
  showToast({
    kind: 'success',
    title: 'Registration Successful!',
    description: `Your account has been created. Please sign in to continue.${outcome === null ? '' : freeLessonNews[outcome]}`,
  });
  return outcome;
}
