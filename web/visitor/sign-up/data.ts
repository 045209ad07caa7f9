// The sign-up page's calls, the draft of its form, the tutor's invitation, and the lesson that was
// chosen before.
import { useMutation, useQuery } from '@tanstack/react-query';

import { register } from '../../../domain/accounts/sign-up-endpoints.ts';
import { listNextLessons } from '../../../domain/enquiries/endpoints.ts';
import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import type { FreeLessonMode, NextLesson } from '../../../domain/lessons/next-lesson.ts';
import type { FreeLessonOutcome, SignUpForm } from '../../../domain/people/sign-up.ts';
import { type YearClass, yearClasses } from '../../../domain/year-class.ts';
import { call } from '../../transport/client.ts';
import { ApiError, isNotFound, retryBy, RETRY, failing } from '../../transport/failures.ts';
import { SIGN_UP_DRAFT, tryStorage } from '../../transport/storage.ts';

interface SigningUp {
  form: SignUpForm;
  /** The token of the tutor's invitation, if there is one. */
  invite: string | null;
}

/**
 * `mutateAsync({form, invite})` creates a family's account without signing in. Returns the outcome
 * of the free lesson, or null without an invitation. Returns 'dead' if the invitation no longer
 * works; no account was created then.
 */
export function useSignUp() {
  return useMutation({
    meta: failing('Registration Failed', 'Unable to create account. Please try again.', {
      isShownByForm: true,
    }),
    mutationFn: async ({ form, invite }: SigningUp): Promise<FreeLessonOutcome | 'dead' | null> => {
      try {
        const answer = await call(register, { body: invite === null ? form : { ...form, invite } });
        return answer.free_lesson ?? null;
      } catch (error) {
        if (error instanceof ApiError && error.details.some(({ field }) => field === 'invite'))
          return 'dead';
        throw error;
      }
    },
  });
}

interface SignUpDraft {
  readonly Parent_Name: string;
  readonly Parent_Email: string;
  readonly Parent_Phone_Number: string;
  readonly Student_Name: string;
  readonly year_class: YearClass | null;
}

/**
 * What somebody has typed at sign-up, or before it on the landing page, stored in the tab until it
 * is sent, so that a reload loses none of it. Never the password.
 */
export const noDraft: SignUpDraft = {
  Parent_Name: '',
  Parent_Email: '',
  Parent_Phone_Number: '',
  Student_Name: '',
  year_class: null,
};
const fields = Object.keys(noDraft) as (keyof SignUpDraft)[];

/** Empty strings for what is not stored. */
export function readSignUpDraft(): SignUpDraft {
  const stored = tryStorage(
    'tab',
    (storage) =>
      JSON.parse(storage.getItem(SIGN_UP_DRAFT) ?? 'null') as Partial<
        Record<keyof SignUpDraft, string>
      >,
  );
  const texts = fields.map((field) => [field, stored?.[field] ?? '']);
  const draft = Object.fromEntries(texts) as Record<keyof SignUpDraft, string>;
  return { ...draft, year_class: yearClasses.find((year) => year === draft.year_class) ?? null };
}

export function storeSignUpDraft(draft: Partial<SignUpDraft>): void {
  tryStorage('tab', (storage) => storage.setItem(SIGN_UP_DRAFT, JSON.stringify(draft, fields)));
}

export function deleteSignUpDraft(): void {
  tryStorage('tab', (storage) => storage.removeItem(SIGN_UP_DRAFT));
}

/** The state of reading a link; 'dead' if it no longer works or is of another kind. */
export type EnquiryInvitation =
  | { readonly state: 'reading' | 'failed' | 'dead' }
  | { readonly state: 'open'; readonly invitation: OpenEnquiryInvitation };

const DEAD: EnquiryInvitation = { state: 'dead' };

/**
 * Reads the invitation with this token; null without one. Shows no toast: the page itself says what
 * is known.
 */
export function useEnquiryInvitation(token: string | null) {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ['public', 'enquiry invitation', token],
    queryFn: ({ signal }) => readLink(token ?? '', signal),
    enabled: token !== null,
    staleTime: 0,
    ...retryBy(RETRY.general),
    meta: { isSilent: true },
  });
  const read: EnquiryInvitation = data ?? { state: isFetching ? 'reading' : 'failed' };
  return { read: token === null ? null : read, readAgain: () => void refetch() };
}

async function readLink(token: string, signal: AbortSignal): Promise<EnquiryInvitation> {
  try {
    // Imported lazily: most sign-ups come without an invitation.
    const { readInvitation } = await import('../../../domain/accounts/sign-up-endpoints.ts');
    const { invitation } = await call(readInvitation, { signal, body: { token } });
    return invitation.kind === 'enquiry' ? { state: 'open', invitation } : DEAD;
  } catch (error) {
    if (isNotFound(error)) return DEAD;
    throw error;
  }
}

/** Reads the lesson that a visitor has chosen, as far as it is public: one of the next lessons. */
export interface ChosenLesson {
  /** Null if it is not among the next lessons or cannot be loaded; undefined while loading. */
  readonly lesson: NextLesson | null | undefined;
  /** How families get their free first lesson, if that is known. */
  readonly mode: FreeLessonMode | undefined;
}

/** The lesson with this id. Shows no toast: nothing depends on it. */
export function useChosenNextLesson(id: string | null): ChosenLesson {
  const { data, isError } = useQuery({
    queryKey: ['public', 'next lessons'],
    queryFn: ({ signal }) => call(listNextLessons, { signal }),
    enabled: id !== null,
    // The spots of a lesson change all the time.
    staleTime: 0,
    retry: false,
    meta: { isSilent: true },
  });
  if (id === null || isError) return { lesson: null, mode: undefined };
  const lesson = data && (data.lessons.find((one) => one.id === id) ?? null);
  return { lesson, mode: data?.free_lesson_mode };
}
