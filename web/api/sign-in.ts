// Sign-up and sign-in, for families and for the tutor. Every hook reports its own failures and
// successes as toasts.
import { useMutation } from '@tanstack/react-query';

import type { AdminSignInForm, SignInForm, SignUpForm } from '../../domain/account.ts';
import { adminLogin, login, register } from '../../domain/endpoints/sign-in.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { ApiError, AuthenticationError } from './transport/failures.ts';
import { saveSession } from './transport/session.ts';

/** An addition to the message for what the invitation granted. */
const freeLessonNews: Readonly<Record<FreeLessonOutcome, string>> = {
  booked: ' Your free first lesson is booked.',
  credit: ' The credit for your free first lesson is there.',
  none: '',
};

interface SigningUp {
  readonly form: SignUpForm;
  /** The token of the tutor's invitation, if there is one. */
  readonly invite: string | null;
}

/**
 * `mutateAsync({form, invite})` creates a family's account without signing in. Returns the outcome
 * of the free lesson, or null without an invitation. Returns 'dead', without a toast, if the
 * invitation no longer works; no account was created then.
 */
export function useSignUp() {
  return useMutation({
    meta: {
      operation: {
        title: 'Registration Failed',
        text: 'Unable to create account. Please try again.',
      },
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
    onSuccess: (outcome) => {
      if (outcome === 'dead') return;
      showToast({
        kind: 'success',
        title: 'Registration Successful!',
        description: `Your account has been created. Please sign in to continue.${outcome === null ? '' : freeLessonNews[outcome]}`,
      });
    },
  });
}

const signingIn = {
  operation: { title: 'Login Failed', text: 'Invalid credentials. Please try again.' },
} as const;

/** `mutateAsync(form)` stores the session, which useSession('family') then returns. */
export function useSignIn() {
  return useMutation({
    meta: signingIn,
    mutationFn: (form: SignInForm) => call(login, { body: form }),
    onSuccess: (answer) => {
      saveSession('family', answer);
      welcome(answer.user);
    },
  });
}

/**
 * Like useSignIn, for the tutor. Returns null, without a toast, if a code of the authenticator app
 * is required.
 */
export function useSignInTutor() {
  return useMutation({
    meta: signingIn,
    mutationFn: async (form: AdminSignInForm) => {
      try {
        return await call(adminLogin, { body: form });
      } catch (error) {
        if (error instanceof AuthenticationError && error.code === 'two_factor_required')
          return null;
        throw error;
      }
    },
    onSuccess: (answer) => {
      if (answer === null) return;
      saveSession('admin', answer);
      welcome(answer.user);
    },
  });
}

function welcome({ name }: { readonly name: string }): void {
  showToast({ kind: 'success', title: 'Login Successful!', description: `Welcome back, ${name}!` });
}
