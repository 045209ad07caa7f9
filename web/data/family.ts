// A family's own account: its profile and its people, as several pages read and change them.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import {
  familyStatsSchema,
  type ParentUser,
  type FamilyUser,
} from '../../domain/people/account.ts';
import type { FamilyMember } from '../../domain/people/family.ts';
import type { StudentChanges } from '../../domain/people/student-rules.ts';
import { call } from '../transport/client.ts';
import type { Operation } from '../transport/failures.ts';
import { loadAgain, LOADING } from '../transport/query-client.ts';
import { readSession, saveSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';
import { intervalWhileAsked } from './credit-parts.ts';
import { LESSONS } from './lessons.ts';

export const PROFILE = ['family', 'profile'] as const;

/** The key of the family's people. */
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

export const updating = {
  operation: { title: 'Update failed', text: 'Unable to save your details. Please try again.' },
} as const;

/**
 * Writes the user from a response into the session and the cache, unless somebody else has signed
 * in meanwhile.
 */
export function patchUser(client: QueryClient, user: ParentUser): void {
  const stored = readSession('family');
  if (stored?.user.Person_ID !== user.Person_ID) return;
  saveSession('family', { ...stored, user });
  client.setQueryData<Profile>(PROFILE, (profile) => profile && { ...profile, user });
  // Not awaited: the form would stay busy after reporting success.
  void loadAgain(client, [PROFILE]);
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

interface CountedProfile extends Pick<Profile, 'stats'> {
  readonly user: Pick<FamilyUser, 'Credits' | 'Lessons_Attended' | 'Lessons_Booked'>;
}

/** The three numbers of the signed-in person, from whichever source has them. */
export interface FamilyNumbers {
  readonly attended: number | undefined;
  readonly upcoming: number | undefined;
  /** Null for a student, who is shown no money. */
  readonly credits: number | null | undefined;
}

/** The counted numbers, or else the profile's own fields; undefined while neither is loaded. */
export function readNumbers(profile: CountedProfile | undefined): FamilyNumbers {
  const { user, stats } = profile ?? {};
  return {
    attended: stats?.lessonsAttended ?? user?.Lessons_Attended,
    upcoming: stats?.upcomingBookings ?? user?.Lessons_Booked,
    credits: stats?.creditsRemaining ?? user?.Credits,
  };
}

/**
 * Texts for the family's people failing to load, as a toast and as the title shown in their place.
 */
export const LOADING_FAMILY = {
  title: 'Error loading family',
  text: 'Failed to load your family',
} as const;

/** Parents, students and pending invitations. Enabled for parents only. */
export const familyQuery = queryOptions({
  queryKey: PEOPLE,
  queryFn: ({ signal }) => call(endpoints.getFamily, { signal }),
  select: ({ family }) => family,
  ...LOADING,
  meta: { operation: LOADING_FAMILY },
});

/** Join links and waiting lists depend on who may read them and join. */
export const PEOPLE_CHANGES = [PEOPLE, PROFILE, LESSONS] as const;

export const UPDATE_FAILED = 'Update failed';

/** `mutateAsync(changes)` */
export function useUpdateStudent({ id }: Pick<FamilyMember, 'id'>) {
  return usePeopleMutation(
    { title: UPDATE_FAILED, text: 'Unable to save the student. Please try again.' },
    {
      act: async (changes: StudentChanges) =>
        call(endpoints.updateStudent, { params: { id }, body: changes }),
      done: () => ({ title: 'Details saved', description: 'The student is up to date.' }),
    },
  );
}

interface PeopleMutation<Variables> {
  act: (variables: Variables) => Promise<unknown>;
  /** The message on success. */
  done: (variables: Variables) => { title: string; description: string };
  titles?: Operation['titles'];
}

/** A change of the family's people. */
export function usePeopleMutation<Variables = void>(
  operation: Operation,
  { act, done, titles = {} }: PeopleMutation<Variables>,
) {
  return useMutation({
    meta: { operation: { ...operation, titles }, changes: PEOPLE_CHANGES },
    // A retry after a lost response would be refused, or repeat the change.
    retry: false,
    mutationFn: act,
    onSuccess: (_answer, variables) => showToast({ kind: 'success', ...done(variables) }),
  });
}

/** The keys of what a family's bookings change. */
export const BOOKING_CHANGES = [LESSONS, PROFILE, ['family', 'credits']] as const;

/** A family's payments, as several pages of the account show them. */
export const LOADING_PAYMENTS = {
  title: 'Error loading payments',
  text: 'Failed to load your payments',
} as const;

export const PAYMENTS = ['family', 'payments'] as const;

/** The family's confirmed payments, newest first. */
export const paymentsQuery = queryOptions({
  queryKey: PAYMENTS,
  queryFn: ({ signal }) => call(endpoints.listPayments, { signal }),
  select: ({ payments }) => payments,
  ...LOADING,
  // What can be returned changes with each booking.
  staleTime: 0,
  refetchInterval: ({ state }) => intervalWhileAsked(state.data?.payments),
  meta: { operation: LOADING_PAYMENTS },
});
