// A family's own account: details, password, the history of its credits, its data, and leaving.
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';

import type { ProfileChanges } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { LESSON_WINDOW_DAYS } from '../../domain/limits.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { showToast } from '../ui/toast.ts';
import { call } from './client.ts';
import { ApiError } from './failures.ts';
import { OWN_RETRIES } from './query-client.ts';
import { PROFILE, type Profile } from './queries.ts';
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

/** `mutateAsync(changes)`; another email needs `current_password`, and counts once it is confirmed. */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    meta: { operation: { title: 'Update Failed', text: 'Unable to save your details. Please try again.' } },
    mutationFn: (changes: ProfileChanges) => call(endpoints.updateProfile, { body: changes }),
    onSuccess: ({ user }, { Parent_Email }) => {
      const held = readSession('student');
      if (held !== null) saveSession('student', { ...held, user });
      client.setQueryData<Profile>(PROFILE, (profile) => profile && { ...profile, user });
      // Not waited for: the form would stay busy after it has said that all is saved.
      void client.invalidateQueries({ queryKey: PROFILE });
      const isAsked = Parent_Email !== undefined && Parent_Email === user.pending_email;
      showToast({
        kind: 'success',
        title: 'Details Saved',
        description: isAsked
          ? `To change your email, follow the link that we have sent to ${Parent_Email}.`
          : 'Your contact details are up to date.',
      });
    },
  });
}

/** What following the link to a new email has led to; 'taken' when another account has got it meanwhile. */
type Confirmation = 'confirmed' | 'dead' | 'taken';
const REFUSED: Partial<Readonly<Record<ErrorCode, Confirmation>>> = {
  // Cut short or too long on its way.
  validation_failed: 'dead',
  invalid_confirmation_token: 'dead',
  email_taken: 'taken',
};

/** `mutateAsync({token})`. A link that is no longer good is an answer, not a failure. */
export function useConfirmEmail() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Update Failed', text: 'Unable to confirm your email. Please try again.' },
    },
    // A second attempt after one that was done would find the link used.
    retry: false,
    mutationFn: async (body: { readonly token: string }): Promise<Confirmation> => {
      try {
        await call(endpoints.confirmEmail, { body });
        return 'confirmed';
      } catch (error) {
        const outcome =
          error instanceof ApiError && error.code !== undefined ? REFUSED[error.code] : undefined;
        if (outcome === undefined) throw error;
        return outcome;
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: PROFILE }),
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
