// Signing up, in and out, for students and for the admin. Every hook reports its own failures and successes as toasts.
import { useMutation } from '@tanstack/react-query';

import type { AdminSignInForm, Audience, SignInForm, SignUpForm } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './client.ts';
import { reportFailure } from './errors.ts';
import { AuthenticationError } from './failures.ts';
import { mutationOptions } from './query-client.ts';
import { clearSession, saveSession } from './session.ts';

const LOGIN_FAILED = { title: 'Login Failed', text: 'Invalid credentials. Please try again.' } as const;

/** `mutateAsync({email, password})`; stores the session, whereupon useSession('student') answers it. */
export function useLogin() {
  return useMutation(
    mutationOptions(LOGIN_FAILED, {
      mutationFn: (form: SignInForm) => call(endpoints.login, { body: form }),
      onSuccess: (answer) => {
        saveSession('student', answer);
        welcome(answer.user.Student_Name);
      },
    }),
  );
}

/** As useLogin, for the admin; answers null, without a word, when a code of the authenticator app is needed as well. */
export function useAdminLogin() {
  return useMutation(
    mutationOptions(LOGIN_FAILED, {
      mutationFn: async (form: AdminSignInForm) => {
        try {
          return await call(endpoints.adminLogin, { body: form });
        } catch (error) {
          if (error instanceof AuthenticationError && error.code === 'two_factor_required') return null;
          throw error;
        }
      },
      onSuccess: (answer) => {
        if (answer === null) return;
        saveSession('admin', answer);
        welcome(answer.user.name);
      },
    }),
  );
}

function welcome(name: string): void {
  showToast({ kind: 'success', title: 'Login Successful!', description: `Welcome back, ${name}!` });
}

/** `mutate()`: ends the session on the server and, whatever the server says, on this device. */
export function useLogout(audience: Audience) {
  return useMutation(
    mutationOptions(
      { title: 'Error', text: 'You are logged out on this device only.' },
      {
        retry: false,
        mutationFn: async () => {
          try {
            await call(audience === 'student' ? endpoints.logout : endpoints.adminLogout);
          } catch (error) {
            // A session that is gone already is what was wanted.
            if (!(error instanceof AuthenticationError)) reportFailure(error);
          } finally {
            clearSession(audience);
          }
        },
        onSuccess: () =>
          showToast({
            kind: 'info',
            title: 'Logged Out',
            description: 'You have been successfully logged out.',
          }),
      },
    ),
  );
}

/** `mutateAsync(form)`: creates the account and signs nobody in. */
export function useRegister() {
  return useMutation(
    mutationOptions(
      { title: 'Registration Failed', text: 'Unable to create account. Please try again.' },
      {
        mutationFn: (form: SignUpForm) => call(endpoints.register, { body: form }),
        onSuccess: () =>
          showToast({
            kind: 'success',
            title: 'Registration Successful!',
            description: 'Your account has been created. Please sign in to continue.',
          }),
      },
    ),
  );
}

/** `mutateAsync({email})`: asks for a link to a new password; the answer is the same for every address. */
export function useForgotPassword(audience: Audience) {
  return useMutation(
    mutationOptions(
      { title: 'Error', text: 'Unable to send the link. Please try again.' },
      {
        mutationFn: ({ email }: { email: string }) =>
          call(audience === 'student' ? endpoints.forgotPassword : endpoints.adminForgotPassword, {
            body: { email },
          }),
      },
    ),
  );
}

/** `mutateAsync({token, password})`: sets the password that a mailed link allows, and ends all sessions of the account. */
export function useResetPassword(audience: Audience) {
  return useMutation(
    mutationOptions(
      { title: 'Error', text: 'Unable to change the password. Please try again.' },
      {
        retry: false,
        mutationFn: (form: { token: string; password: string }) =>
          call(audience === 'student' ? endpoints.resetPassword : endpoints.adminResetPassword, {
            body: form,
          }),
        onSuccess: () => {
          clearSession(audience);
          showToast({
            kind: 'success',
            title: 'Password Changed',
            description: 'Please sign in with your new password.',
          });
        },
      },
    ),
  );
}
