// Forgotten and changed passwords, for families and for the tutor. Every hook reports its own
// failures and successes as toasts.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import type { Audience } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { showToast } from '../ui/toast.ts';
import { LESSONS } from './lessons.ts';
import { call } from './transport/client.ts';
import { clearSession } from './transport/session.ts';

/**
 * `mutateAsync({email})`: asks for a link to a new password; the response is the same for every
 * address.
 */
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
 * `mutateAsync({token, password})`: sets the password that an emailed link allows, and ends all
 * sessions of the account. Returns the addresses whose sign-ins were removed by the first proof of
 * a parent's address; null where it was none.
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
        title: 'Password Changed',
        description: 'Please sign in with your new password.',
      });
    },
  });
}

/** `mutateAsync({current_password, password})`; the account's other sessions end. */
export function useChangePassword() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Update Failed',
        text: 'Unable to change your password. Please try again.',
      },
    },
    // A second attempt after one that was done would find the old password wrong.
    retry: false,
    mutationFn: (form: { readonly current_password: string; readonly password: string }) =>
      call(endpoints.changePassword, { body: form }),
    onSuccess: () => {
      // The join links have changed with it.
      void client.invalidateQueries({ queryKey: LESSONS });
      showToast({
        kind: 'success',
        title: 'Password Changed',
        description: 'All other devices have been signed out.',
      });
    },
  });
}

/** `mutateAsync({current_password, password})`; ends the sessions on other devices. */
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
        title: 'Password Changed',
        description: 'Other devices have been signed out.',
      }),
  });
}
