// Sign-in of families and of the tutor. Their forms show the failures.
import { useMutation } from '@tanstack/react-query';

import { adminLogin, login } from '../../domain/auth/sign-in-endpoints.ts';
import type { AdminSignInForm, SignInForm } from '../../domain/auth/sign-in.ts';
import { call } from '../transport/client.ts';
import { AuthenticationError } from '../transport/failures.ts';
import { saveSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';

const signingIn = {
  operation: { title: 'Login Failed', text: 'Invalid credentials. Please try again.' },
  isShownByForm: true,
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
 * Like useSignIn, for the tutor. Returns null if a code of the authenticator app is required.
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
