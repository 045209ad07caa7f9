// Sign-up, apart from the sign-in, whose page is smaller without it.
import { useMutation } from '@tanstack/react-query';

import { register } from '../../../domain/endpoints/sign-up.ts';
import type { FreeLessonOutcome, SignUpForm } from '../../../domain/people/sign-up.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';

interface SigningUp {
  readonly form: SignUpForm;
  /** The token of the tutor's invitation, if there is one. */
  readonly invite: string | null;
}

/**
 * `mutateAsync({form, invite})` creates a family's account without signing in. Returns the outcome
 * of the free lesson, or null without an invitation. Returns 'dead' if the invitation no longer
 * works; no account was created then.
 */
export function useSignUp() {
  return useMutation({
    meta: {
      operation: {
        title: 'Registration Failed',
        text: 'Unable to create account. Please try again.',
      },
      isShownByForm: true,
    },
    mutationFn: async ({ form, invite }: SigningUp): Promise<FreeLessonOutcome | 'dead' | null> => {
      try {
        const answer = await call(register, { body: invite === null ? form : { ...form, invite } });
        return answer.free_lesson ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.details.some(({ field }) => field === 'invite'))
          return 'dead';
        throw error;
      }
    },
  });
}
