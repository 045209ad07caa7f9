// Signing out, for families and for the tutor. Reports its own failures and successes as toasts.
import { useMutation } from '@tanstack/react-query';

import type { Audience } from '../../domain/account.ts';
import { adminLogout, logout } from '../../domain/endpoints/sign-in.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './transport/client.ts';
import { reportFailure } from './transport/errors.ts';
import { AuthenticationError } from './transport/failures.ts';
import { mutationOptions } from './transport/query-client.ts';
import { clearSession } from './transport/session.ts';

/** `mutate()`: ends the session on the server and, whatever the server says, on this device. */
export function useLogout(audience: Audience) {
  return useMutation(
    mutationOptions(
      { title: 'Error', text: 'You are logged out on this device only.' },
      {
        retry: false,
        mutationFn: async () => {
          try {
            await call(audience === 'family' ? logout : adminLogout);
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
