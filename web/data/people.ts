// The people of a family: its students, parents and pending invitations. Every hook reports its own
// failures and successes as toasts.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { PASSWORD_COUNTS_MINUTES, SESSION_SECONDS } from '../../domain/limits.ts';
import type {
  Family,
  FamilyMember,
  Invitation,
  NewInvitation,
  Parent,
} from '../../domain/people/family.ts';
import type { NewStudent, StudentChanges } from '../../domain/people/student-rules.ts';
import { call } from '../transport/client.ts';
import { ApiError } from '../transport/failures.ts';
import type { Operation } from '../transport/failures.ts';
import { LOADING } from '../transport/query-client.ts';
import { readSession } from '../transport/session.ts';
import { showToast } from '../ui/toast.ts';
import { PEOPLE, PROFILE } from './family.ts';
import { LESSONS } from './lessons.ts';
import { endFamilySession } from './sign-out.ts';

type FamilyAnswer = AnswerOf<typeof endpoints.getFamily>;

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
const PEOPLE_CHANGES = [PEOPLE, PROFILE, LESSONS] as const;

const UPDATE_FAILED = 'Update failed';

/** `mutateAsync({Student_Name, year_class})` */
export function useAddStudent() {
  return usePeopleMutation(
    { title: 'Student not added', text: 'Unable to add the student. Please try again.' },
    {
      act: async (student: NewStudent) => call(endpoints.addStudent, { body: student }),
      done: ({ Student_Name: studentName }) => ({
        title: 'Student added',
        description: `You can book lessons for ${studentName} now.`,
      }),
    },
  );
}

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

/** `mutate(mayBook)`; the last of several calls wins. */
export function useRightToBook({
  id,
  Student_Name: studentName,
}: Pick<FamilyMember, 'id' | 'Student_Name'>) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `right-to-book-${id}` },
    meta: {
      operation: {
        title: UPDATE_FAILED,
        text: 'Unable to save the right to book. Please try again.',
      },
      changes: PEOPLE_CHANGES,
      isPatched: true,
    },
    mutationFn: (may_book: boolean) =>
      call(endpoints.updateStudent, { params: { id }, body: { may_book } }),
    onSuccess: (_answer, may_book) => {
      patchStudent(client, id, { may_book });
      showToast({
        kind: 'success',
        title: 'Details saved',
        description: may_book
          ? `${studentName} can book and cancel lessons now.`
          : `${studentName} cannot book or cancel lessons any more.`,
      });
    },
  });
}

/** `mutate()` */
export function useRemoveStudent({
  id,
  Student_Name: studentName,
}: Pick<FamilyMember, 'id' | 'Student_Name'>) {
  return usePeopleMutation(
    { title: 'Student not removed', text: 'Unable to remove the student. Please try again.' },
    {
      act: async () => call(endpoints.removeStudent, { params: { id } }),
      done: () => ({
        title: 'Student removed',
        description: `${studentName} is no longer part of your family here.`,
      }),
    },
  );
}

/** `mutate()` removes a student's own sign-in. */
export function useRemoveSignIn({
  id,
  Student_Name: studentName,
}: Pick<FamilyMember, 'id' | 'Student_Name'>) {
  return usePeopleMutation(
    { title: UPDATE_FAILED, text: 'Unable to remove the sign-in. Please try again.' },
    {
      act: async () => call(endpoints.removeSignIn, { params: { id } }),
      done: () => ({
        title: 'Sign-in removed',
        description: `${studentName} can no longer sign in.`,
      }),
    },
  );
}

/**
 * `mutateAsync({role, email, current_password, ...})` emails the link; a new invitation revokes an
 * earlier one for the same person.
 */
export function useInvite() {
  return usePeopleMutation(
    { title: 'Invitation not sent', text: 'Unable to send the invitation. Please try again.' },
    {
      act: async (invitation: NewInvitation & { readonly current_password?: string | undefined }) =>
        call(endpoints.invite, { body: invitation }),
      done: ({ email }) => ({
        title: 'Invitation sent',
        description: `We have sent a link to ${email}.`,
      }),
      titles: { email_taken: 'Invitation not sent' },
    },
  );
}

/**
 * Whether the password was given so recently that inviting needs it no more. The server decides;
 * this is a minute less.
 */
export function hasJustSignedIn(): boolean {
  const expires = readSession('family')?.session.expires_at ?? 0;
  const began = expires - SESSION_SECONDS.family;
  return began > Date.now() / 1000 - (PASSWORD_COUNTS_MINUTES - 1) * 60;
}

/** Whether the call was refused for want of the password. */
export const isAboutPassword = (error: unknown): boolean =>
  error instanceof ApiError && error.details.some(({ field }) => field === 'current_password');

/** `mutate()` */
export function useWithdrawFamilyInvitation({ id, email }: Pick<Invitation, 'id' | 'email'>) {
  return usePeopleMutation(
    { title: 'Not withdrawn', text: 'Unable to withdraw the invitation. Please try again.' },
    {
      act: async () => {
        try {
          await call(endpoints.withdrawInvitation, { params: { id } });
        } catch (error) {
          // The general texts address the invited person.
          if (!(error instanceof ApiError) || error.code !== 'invitation_not_found') throw error;
          const { status } = error;
          throw new ApiError('It has already been accepted or withdrawn, or has expired.', {
            status,
          });
        }
      },
      done: () => ({
        title: 'Invitation withdrawn',
        description: `The link sent to ${email} no longer works.`,
      }),
    },
  );
}

/**
 * `mutateAsync({current_password})` removes the other parent or, if `isSelf`, the caller, whose
 * session then ends.
 */
export function useRemoveParent({ id, name }: Pick<Parent, 'id' | 'name'>, isSelf: boolean) {
  return useMutation({
    meta: {
      operation: isSelf
        ? { title: 'Not left', text: 'Unable to leave the family. Please try again.' }
        : { title: 'Parent not removed', text: 'Unable to remove the parent. Please try again.' },
      changes: isSelf ? [] : PEOPLE_CHANGES,
    },
    // A retry after a lost response would find nobody to remove.
    retry: false,
    mutationFn: (form: { readonly current_password: string }) =>
      call(endpoints.removeParent, { params: { id }, body: form }),
    onSuccess: () => {
      if (isSelf) endFamilySession();
      showToast({
        kind: 'success',
        ...(isSelf
          ? {
              title: 'Family left',
              description: 'Your details were erased. The family keeps its account.',
            }
          : { title: 'Parent removed', description: `${name} can no longer sign in.` }),
      });
    },
  });
}

interface PeopleMutation<Variables> {
  readonly act: (variables: Variables) => Promise<unknown>;
  /** The message on success. */
  readonly done: (variables: Variables) => { readonly title: string; readonly description: string };
  readonly titles?: Operation['titles'];
}

/** A change of the family's people. */
function usePeopleMutation<Variables = void>(
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

function patchStudent(
  client: QueryClient,
  id: string,
  changes: Partial<Family['students'][number]>,
): void {
  client.setQueryData<FamilyAnswer>(
    PEOPLE,
    (answer) =>
      answer && {
        ...answer,
        family: {
          ...answer.family,
          students: answer.family.students.map((one) =>
            one.id === id ? { ...one, ...changes } : one,
          ),
        },
      },
  );
}
