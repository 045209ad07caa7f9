// Forgotten and changed passwords, for families and for the tutor. Every hook reports its own
// failures and successes as toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Audience } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { call } from '../transport/client.ts';
import { loadAgain } from '../transport/query-client.ts';
import { clearSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';
import { LESSONS } from './lessons.ts';

/** `mutateAsync({email})`: requests a reset link; the response is the same for every address. */
export function useForgotPassword(audience: Audience) {
  return useMutation({
    meta: { operation: { title: 'Error', text: 'Unable to send the link. Please try again.' } },
    mutationFn: ({ email }: { email: string }) =>
      call(audience === 'family' ? endpoints.forgotPassword : endpoints.adminForgotPassword, {
        body: { email },
      }),
  });
}

/**
 * `mutateAsync({token, password})`: sets a password with an emailed link and ends all sessions of
 * the account. If this was the first proof of a parent's address, returns the addresses whose
 * sign-ins were removed; otherwise null.
 */
export function useResetPassword(audience: Audience) {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Unable to change the password. Please try again.' },
    },
    retry: false,
    mutationFn: async (body: { token: string; password: string }) => {
      if (audience === 'family') return (await call(endpoints.resetPassword, { body })).removed;
      await call(endpoints.adminResetPassword, { body });
      return null;
    },
    onSuccess: () => {
      clearSession(audience);
      showToast({
        kind: 'success',
        title: 'Password changed',
        description: 'Please sign in with your new password.',
      });
    },
  });
}

/** `mutateAsync({current_password, password})` ends the account's other sessions. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Update failed',
        text: 'Unable to change your password. Please try again.',
      },
    },
    // A retry after a lost response would be refused: the old password no longer matches.
    retry: false,
    mutationFn: (form: { readonly current_password: string; readonly password: string }) =>
      call(endpoints.changePassword, { body: form }),
    onSuccess: () => {
      // A password change rotates the join links.
      void loadAgain(client, [LESSONS]);
      showToast({
        kind: 'success',
        title: 'Password changed',
        description: 'All other devices have been signed out.',
      });
    },
  });
}

/** `mutateAsync({current_password, password})` ends the sessions on other devices. */
export function useChangeAdminPassword() {
  return useMutation({
    meta: {
      operation: { title: 'Error', text: 'Failed to change the password. Please try again.' },
    },
    retry: false,
    mutationFn: (form: { current_password: string; password: string }) =>
      call(endpoints.changeAdminPassword, { body: form }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Password changed',
        description: 'Other devices have been signed out.',
      }),
  });
}
