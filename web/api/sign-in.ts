// Signing up, in and out, for families and for the tutor. Every hook reports its own failures and successes as toasts.
import { useMutation } from '@tanstack/react-query';

import type { AdminSignInForm, Audience, SignInForm, SignUpForm } from '../../domain/account.ts';
import { adminLogin, adminLogout, login, logout, register } from '../../domain/endpoints/sign-in.ts';
import type { FreeLessonOutcome } from '../../domain/free-lesson.ts';
import { showToast } from '../ui/toast.ts';
import { forgetCourse } from './course-choice.ts';
import { forgetStudents } from './last-student.ts';
import { call } from './transport/client.ts';
import { ApiError, AuthenticationError, NetworkError } from './transport/failures.ts';
import { clearSession, saveSession } from './transport/session.ts';

/** What the message says besides, where an invitation has brought something. */
const freeLessonNews: Readonly<Record<FreeLessonOutcome, string>> = {
  booked: ' Your free first lesson is booked.',
  credit: ' The credit for your free first lesson is there.',
  none: '',
};

interface SigningUp {
  readonly form: SignUpForm;
  /** The token of the tutor's invitation, where there is one. */
  readonly invite: string | null;
}

/**
 * `mutateAsync({form, invite})` creates a family's account and signs nobody in. With the tutor's invitation it returns what became
 * of the free lesson, null without one, and 'dead', without a word, when the invitation is no longer good: nothing was made then.
 */
export function useSignUp() {
  return useMutation({
    meta: {
      operation: { title: 'Registration Failed', text: 'Unable to create account. Please try again.' },
    },
    mutationFn: async ({ form, invite }: SigningUp): Promise<FreeLessonOutcome | 'dead' | null> => {
      try {
        const answer = await call(register, { body: invite === null ? form : { ...form, invite } });
        return answer.free_lesson ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.details.some(({ field }) => field === 'invite')) return 'dead';
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

/** `mutateAsync(form)` stores the session; from then on useSession('family') returns it. */
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

/** As useSignIn, for the tutor. Returns null, without a word, when a code of the authenticator app is needed as well. */
export function useSignInTutor() {
  return useMutation({
    meta: signingIn,
    mutationFn: async (form: AdminSignInForm) => {
      try {
        return await call(adminLogin, { body: form });
      } catch (error) {
        if (error instanceof AuthenticationError && error.code === 'two_factor_required') return null;
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

/** `mutate()`: ends the session on the server and, whatever the server says, on this device. */
export function useLogout(audience: Audience) {
  return useMutation({
    retry: false,
    mutationFn: () => endSession(audience),
    onSuccess: (isEndedEverywhere) =>
      showToast({
        kind: 'info',
        title: 'Logged Out',
        description: isEndedEverywhere
          ? 'You have been successfully logged out.'
          : 'You are logged out on this device only.',
      }),
  });
}

/** Returns whether the server knows of it. */
async function endSession(audience: Audience): Promise<boolean> {
  try {
    await call(audience === 'family' ? logout : adminLogout);
    return true;
  } catch (error) {
    // A session that is gone already is what was wanted.
    if (error instanceof AuthenticationError) return true;
    if (error instanceof ApiError || error instanceof NetworkError) return false;
    throw error;
  } finally {
    if (audience === 'family') {
      forgetCourse();
      forgetStudents();
    }
    clearSession(audience);
  }
}
