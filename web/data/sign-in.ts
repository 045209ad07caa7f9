// Signing in, for families; the tutor's page adds the second factor.
import { useMutation } from '@tanstack/react-query';

import { login } from '../../domain/auth/sign-in-endpoints.ts';
import type { SignInForm } from '../../domain/auth/sign-in.ts';
import { call } from '../transport/client.ts';
import { saveSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';

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

export function welcome({ name }: { readonly name: string }): void {
  showToast({ kind: 'success', title: 'Login Successful!', description: `Welcome back, ${name}!` });
}
