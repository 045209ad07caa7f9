// The tutor's two-factor authentication. Every hook reports its own failures and successes as
// toasts.
import { queryOptions, useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import { call } from '../../../transport/client.ts';
import { failing } from '../../../transport/failures.ts';
import { reportSuccess } from '../../../transport/query-client.ts';
import { showToast } from '../../../ui/toast.ts';

const TWO_FACTOR = ['admin', 'two-factor'] as const;

/** Whether two-factor authentication is on, and how many recovery codes are left. */
export const twoFactorQuery = queryOptions({
  queryKey: TWO_FACTOR,
  queryFn: ({ signal }) => call(endpoints.getTwoFactor, { signal }),
  select: ({ two_factor }) => two_factor,
  meta: {
    operation: { title: 'Error Loading Data', text: 'Failed to load two-factor authentication' },
  },
});

/**
 * `mutateAsync({current_password})`: creates a secret, which takes effect once enableTwoFactor has
 * verified a code.
 */
export function useSetUpTwoFactor() {
  return useMutation({
    meta: failing('Error', 'Failed to set up two-factor authentication. Please try again.'),
    retry: false,
    mutationFn: (form: { current_password: string }) =>
      call(endpoints.setUpTwoFactor, { body: form }),
  });
}

/**
 * `mutateAsync({code})`: switches it on and returns the recovery codes, which are shown only once.
 */
export function useEnableTwoFactor() {
  return useMutation({
    meta: failing('Error', 'Failed to switch on two-factor authentication. Please try again.', {
      changes: [TWO_FACTOR],
    }),
    retry: false,
    mutationFn: (form: { code: string }) => call(endpoints.enableTwoFactor, { body: form }),
    onSuccess: () =>
      reportSuccess(
        'Two-factor authentication on',
        'Signing in now needs a code from your authenticator app.',
      ),
  });
}

/** `mutateAsync({current_password, code})`. */
export function useDisableTwoFactor() {
  return useMutation({
    meta: failing('Error', 'Failed to switch off two-factor authentication. Please try again.', {
      changes: [TWO_FACTOR],
    }),
    retry: false,
    mutationFn: (form: { current_password: string; code: string }) =>
      call(endpoints.disableTwoFactor, { body: form }),
    onSuccess: () =>
      showToast({
        kind: 'info',
        title: 'Two-factor authentication off',
        description: 'Signing in needs the password alone.',
      }),
  });
}
