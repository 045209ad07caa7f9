// A family's own account: details, password, the history of its credits, its data, and leaving.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';

import type { ProfileChanges } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { LESSON_WINDOW_DAYS } from '../../domain/limits.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './client.ts';
import { OWN_RETRIES } from './query-client.ts';
import { PROFILE } from './queries.ts';
import { clearSession, readSession, saveSession } from './session.ts';

export const LOADING_CREDITS = {
  title: 'Error Loading Credits',
  text: 'Failed to load the history of your credits',
} as const;

/** The changes of the balance, newest first, a year at a time: `fetchNextPage()` loads the year before. */
export function useCreditHistory() {
  return useInfiniteQuery({
    queryKey: ['student', 'credits'],
    queryFn: ({ signal, pageParam }) =>
      call(endpoints.listCredits, { signal, query: pageParam === null ? {} : { to: pageParam } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasEarlier }, _pages, to) =>
      hasEarlier ? addDays(to ?? ukDate(Date.now()), -LESSON_WINDOW_DAYS.most - 1) : undefined,
    select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    retry: OWN_RETRIES,
    meta: { operation: LOADING_CREDITS },
  });
}

/** `mutateAsync(changes)`; another email needs `current_password`. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: { title: 'Update Failed', text: 'Unable to save your details. Please try again.' } },
    mutationFn: (changes: ProfileChanges) => call(endpoints.updateProfile, { body: changes }),
    onSuccess: async ({ user }) => {
      const held = readSession('student');
      if (held !== null) saveSession('student', { ...held, user });
      showToast({
        kind: 'success',
        title: 'Details Saved',
        description: 'Your contact details are up to date.',
      });
      await client.invalidateQueries({ queryKey: PROFILE });
    },
  });
}

/** `mutateAsync({current_password, password})`; the account's other sessions end. */
export function useChangePassword() {
  return useMutation({
    meta: {
      operation: { title: 'Update Failed', text: 'Unable to change your password. Please try again.' },
    },
    // A second attempt after one that was done would find the old password wrong.
    retry: false,
    mutationFn: (form: { readonly current_password: string; readonly password: string }) =>
      call(endpoints.changePassword, { body: form }),
    onSuccess: () =>
      showToast({
        kind: 'success',
        title: 'Password Changed',
        description: 'All other devices have been signed out.',
      }),
  });
}

/** `mutateAsync()` answers everything that is stored about the family. */
export function useExportData() {
  return useMutation({
    meta: { operation: { title: 'Download Failed', text: 'Unable to load your data. Please try again.' } },
    mutationFn: async () => (await call(endpoints.exportData)).data,
  });
}

/** `mutateAsync({current_password})` ends the account and, with it, the session. */
export function useDeleteAccount() {
  return useMutation({
    meta: {
      operation: { title: 'Deletion Failed', text: 'Unable to delete your account. Please try again.' },
    },
    // A second attempt after one that was done would find nobody signed in.
    retry: false,
    mutationFn: (form: { readonly current_password: string }) =>
      call(endpoints.deleteAccount, { body: form }),
    onSuccess: () => {
      clearSession('student');
      showToast({
        kind: 'success',
        title: 'Account Deleted',
        description: 'Your bookings ahead were canceled and your details erased.',
      });
    },
  });
}
