// Signing in, for families and for the tutor. Each reports its own failures and successes as toasts.
import type { AdminSignInForm, SignInForm } from '../../domain/account.ts';
import { adminLogin, login } from '../../domain/endpoints/sign-in.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { AuthenticationError } from './transport/failures.ts';
import { perform } from './transport/perform.ts';
import { saveSession } from './transport/session.ts';

const LOGIN_FAILED = { title: 'Login Failed', text: 'Invalid credentials. Please try again.' } as const;

/** Stores the session; from then on useSession('family') returns it. */
export async function signIn(form: SignInForm): Promise<void> {
  const answer = await perform(LOGIN_FAILED, () => call(login, { body: form }));
  saveSession('family', answer);
  welcome(answer.user.name);
}

/** As signIn, for the tutor. Returns 'needs-code', without a word, when a code of the authenticator app is needed as well. */
export async function signInTutor(form: AdminSignInForm): Promise<'signed-in' | 'needs-code'> {
  const answer = await perform(LOGIN_FAILED, async () => {
    try {
      return await call(adminLogin, { body: form });
    } catch (error) {
      if (error instanceof AuthenticationError && error.code === 'two_factor_required') return null;
      throw error;
    }
  });
  if (answer === null) return 'needs-code';
  saveSession('admin', answer);
  welcome(answer.user.name);
  return 'signed-in';
}

function welcome(name: string): void {
  showToast({ kind: 'success', title: 'Login Successful!', description: `Welcome back, ${name}!` });
}
