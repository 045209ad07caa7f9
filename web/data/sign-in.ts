// Signing in, for families; the tutor's page adds the second factor.
import { useMutation } from '@tanstack/react-query';

import { login } from '../../domain/auth/sign-in-endpoints.ts';
import type { SignInForm } from '../../domain/auth/sign-in.ts';
import { call } from '../transport/client.ts';
import { reportSuccess } from '../transport/query-client.ts';
import { saveSession } from '../transport/session.ts';

export const signingIn = {
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

export function welcome({ name }: { name: string }): void {
  reportSuccess('Login Successful!', `Welcome back, ${name}!`);
}
