// Signing in and out, for families and for the tutor. Every hook reports its own failures and successes as toasts.
import { useMutation } from '@tanstack/react-query';

import type { AdminSignInForm, Audience, SignInForm } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { reportFailure } from './transport/errors.ts';
import { AuthenticationError } from './transport/failures.ts';
import { mutationOptions } from './transport/query-client.ts';
import { clearSession, saveSession } from './transport/session.ts';

const LOGIN_FAILED = { title: 'Login Failed', text: 'Invalid credentials. Please try again.' } as const;

/** `mutateAsync({email, password})`; stores the session, whereupon useSession('family') answers it. */
export function useLogin() {
  return useMutation(
    mutationOptions(LOGIN_FAILED, {
      mutationFn: (form: SignInForm) => call(endpoints.login, { body: form }),
      onSuccess: (answer) => {
        saveSession('family', answer);
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
            await call(audience === 'family' ? endpoints.logout : endpoints.adminLogout);
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
