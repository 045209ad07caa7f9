// A family's own account: its profile and details, data export and deletion.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { ErrorCode } from '../../domain/errors.ts';
import { reminderTimes } from '../../domain/lessons/reminders.ts';
import {
  familyStatsSchema,
  type ParentUser,
  type ReminderHours,
} from '../../domain/people/account.ts';
import type { ConfirmationOutcome, ProfileChanges } from '../../domain/people/sign-up.ts';
import { call } from '../transport/client.ts';
import { ApiError } from '../transport/failures.ts';
import { loadAgain, LOADING } from '../transport/query-client.ts';
import { readSession, saveSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';
import { endFamilySession } from './sign-out.ts';

export const PROFILE = ['family', 'profile'] as const;
/** The people of the family (people.ts). */
export const PEOPLE = ['family', 'people'] as const;

/** The server always sends `stats`. Without them, the page falls back to the user's own fields. */
const getProfile = {
  ...endpoints.getProfile,
  answer: z.extend(endpoints.getProfile.answer, {
    stats: z.nullish(z.partial(familyStatsSchema)),
  }),
};
export type Profile = AnswerOf<typeof getProfile>;

/** Texts for a profile that fails to load, as a toast and as the title shown in its place. */
export const LOADING_PROFILE = {
  title: 'Error Loading Profile',
  text: 'Failed to load profile',
} as const;

/** `{user, stats}` of the signed-in person. */
export const profileQuery = queryOptions({
  queryKey: PROFILE,
  queryFn: ({ signal }) => call(getProfile, { signal }),
  ...LOADING,
  meta: { operation: LOADING_PROFILE, isSilentOffline: true },
});

const updating = {
  operation: { title: 'Update failed', text: 'Unable to save your details. Please try again.' },
} as const;

/** Writes the user from a response into the session and the cache. */
function patchUser(client: QueryClient, user: ParentUser): void {
  const stored = readSession('family');
  if (stored !== null) saveSession('family', { ...stored, user });
  client.setQueryData<Profile>(PROFILE, (profile) => profile && { ...profile, user });
  // Not awaited: the form would stay busy after reporting success.
  void loadAgain(client, [PROFILE]);
}

/**
 * `mutateAsync(changes)`. A new email address needs `current_password` and takes effect once it is
 * confirmed.
 */
export function useUpdateProfile() {
  const client = useQueryClient();
  return useMutation({
    meta: updating,
    mutationFn: (changes: ProfileChanges) => call(endpoints.updateProfile, { body: changes }),
    onSuccess: ({ user }, { Parent_Email: parentEmail }) => {
      patchUser(client, user);
      void loadAgain(client, [PEOPLE]);
      const isAsked = parentEmail !== undefined && parentEmail === user.pending_email;
      showToast({
        kind: 'success',
        title: 'Details saved',
        description: isAsked
          ? `To change your email, follow the link that we have sent to ${parentEmail}.`
          : 'Your contact details are up to date.',
      });
    },
  });
}

/** `mutate(hours)`: the complete set of reminders from now on. */
export function useChooseReminders() {
  const client = useQueryClient();
  return useMutation({
    meta: updating,
    // Each call sends the complete set, so the calls must arrive in order.
    scope: { id: 'reminders' },
    mutationFn: (reminder_hours: readonly ReminderHours[]) =>
      call(endpoints.updateProfile, { body: { reminder_hours: [...reminder_hours] } }),
    onSuccess: ({ user }) => {
      patchUser(client, user);
      showToast({
        kind: 'success',
        title: 'Reminders saved',
        description:
          user.reminder_hours.length === 0
            ? 'You are not reminded of lessons any more.'
            : `Everybody who attends or pays is reminded ${reminderTimes(user.reminder_hours)}.`,
      });
    },
  });
}

/**
 * The outcome of following a confirmation link; 'taken' if another account has claimed the new
 * address in the meantime.
 */
type Confirmation = ConfirmationOutcome | 'dead' | 'taken';
const REFUSED: Partial<Readonly<Record<ErrorCode, Confirmation>>> = {
  // The link was cut short or altered on its way.
  validation_failed: 'dead',
  invalid_confirmation_token: 'dead',
  email_taken: 'taken',
};

/** `mutateAsync({token})`. A link that no longer works is a result, not a failure. */
export function useConfirmEmail() {
  return useMutation({
    meta: {
      operation: {
        title: 'Update failed',
        text: 'Unable to confirm your email. Please try again.',
      },
      changes: [PROFILE, PEOPLE],
    },
    // A retry after a lost response would find the link used.
    retry: false,
    mutationFn: async (body: { readonly token: string }): Promise<Confirmation> => {
      try {
        return (await call(endpoints.confirmEmail, { body })).outcome;
      } catch (error) {
        const outcome =
          error instanceof ApiError && error.code !== undefined ? REFUSED[error.code] : undefined;
        if (outcome === undefined) throw error;
        return outcome;
      }
    },
  });
}

/**
 * `mutate()` sends another confirmation link to the parent's address, unless it has been confirmed
 * in the meantime.
 */
export function useSendConfirmation(address: string) {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: { title: 'Email not sent', text: 'Unable to send the email. Please try again.' },
    },
    // A retry after a lost response would send two emails.
    retry: false,
    mutationFn: () => call(endpoints.sendConfirmation),
    onSuccess: ({ email_confirmed }) => {
      void loadAgain(client, [PROFILE]);
      showToast(
        email_confirmed
          ? {
              kind: 'success',
              title: 'Email confirmed',
              description: 'Your address is confirmed already.',
            }
          : {
              kind: 'success',
              title: 'Email sent',
              description: `Follow the link that we sent to ${address}.`,
            },
      );
    },
  });
}

/** `mutateAsync()` returns everything stored about the family. */
export function useExportData() {
  return useMutation({
    meta: {
      operation: { title: 'Download failed', text: 'Unable to load your data. Please try again.' },
    },
    mutationFn: async () => (await call(endpoints.exportData)).data,
  });
}

/** `mutateAsync({current_password})` deletes the account and thereby ends the session. */
export function useDeleteAccount() {
  return useMutation({
    meta: {
      operation: {
        title: 'Deletion failed',
        text: 'Unable to delete your account. Please try again.',
      },
    },
    // A retry after a lost response would find nobody signed in.
    retry: false,
    mutationFn: (form: { readonly current_password: string }) =>
      call(endpoints.deleteAccount, { body: form }),
    onSuccess: () => {
      endFamilySession();
      showToast({
        kind: 'success',
        title: 'Account deleted',
        description: 'Your bookings ahead were cancelled and your details erased.',
      });
    },
  });
}
