// The tutor's invitations of enquirers to a free first lesson. Toasts say what succeeds and fails;
// the form says why nobody was invited.
import { useMutation, useQueryClient } from '@tanstack/react-query';

import * as endpoints from '../../../../domain/endpoints.ts';
import type { Enquiry } from '../../../../domain/enquiries/enquiry-list.ts';
import type { NewEnquiryInvitation } from '../../../../domain/enquiries/free-lesson.ts';
import type { ErrorCode } from '../../../../domain/errors.ts';
import { PLAN_CHANGES } from '../../../data/attendance.ts';
import { call } from '../../../transport/client.ts';
import { ApiError } from '../../../transport/failures.ts';
import { loadAgain } from '../../../transport/query-client.ts';
import { showToast } from '../../../ui/toast.ts';
import { CUSTOMERS, patchEnquiry } from '../data.ts';

const NOT_INVITED = 'Not invited';
const aboutTheLesson: readonly (ErrorCode | undefined)[] = [
  'lesson_not_found',
  'lesson_started',
  'lesson_full',
];

interface InvitationToSend {
  readonly id: string;
  readonly invitation: NewEnquiryInvitation;
}

/**
 * `mutateAsync({id, invitation})`: emails the link or, for a family with an account, grants the
 * free lesson at once; the list shows which. A lesson that cannot be proposed is reported on the
 * field `Lesson_ID`.
 */
export function useInviteEnquirer() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: NOT_INVITED,
        text: 'Failed to send the invitation. Please try again.',
        titles: {
          lesson_not_found: NOT_INVITED,
          lesson_started: NOT_INVITED,
          lesson_full: NOT_INVITED,
          already_joined: NOT_INVITED,
        },
      },
      isShownByForm: true,
      changes: PLAN_CHANGES,
    },
    // A retry after a lost response would send a second email.
    retry: false,
    mutationFn: async ({ id, invitation }: InvitationToSend) => {
      try {
        return await call(endpoints.inviteEnquirer, { params: { id }, body: invitation });
      } catch (error) {
        throw withLessonField(error);
      }
    },
    onSuccess: ({ customer: enquiry }, { invitation: { Lesson_ID: lessonId } }) => {
      patchEnquiry(client, enquiry);
      showToast({ kind: 'success', ...describe(enquiry, lessonId !== undefined) });
    },
    // A failure means that the page's enquiry or lesson is out of date.
    onError: (error) => {
      // The form goes with a deleted enquiry.
      if (error instanceof ApiError && error.code === 'not_found')
        showToast({ kind: 'destructive', title: NOT_INVITED, description: error.message });
      return loadAgain(client, [CUSTOMERS]);
    },
  });
}

function describe({ name, email, status }: Enquiry, hasLesson: boolean) {
  if (status === 'joined') {
    return {
      title: 'Free lesson given',
      description: `${name} has an account already: the credit is there${hasLesson ? ', the lesson is booked' : ''} and an email says so.`,
    };
  }
  return {
    title: 'Invitation sent',
    description: `The email with the link is on its way to ${email}.`,
  };
}

function withLessonField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !aboutTheLesson.includes(error.code)) return error;
  const { message, status, code } = error;
  return new ApiError(message, { status, code, details: [{ field: 'Lesson_ID', message }] });
}

/** `mutate({id})`, after the tutor has confirmed. */
export function useWithdrawEnquirerInvitation() {
  const client = useQueryClient();
  return useMutation({
    meta: {
      operation: {
        title: 'Not withdrawn',
        text: 'Failed to withdraw the invitation. Please try again.',
      },
    },
    mutationFn: ({ id }: { id: string }) =>
      call(endpoints.withdrawEnquiryInvitation, { params: { id } }),
    onSuccess: ({ customer: enquiry }) => {
      patchEnquiry(client, enquiry);
      showToast({
        kind: 'success',
        title: 'Invitation withdrawn',
        description: `The link sent to ${enquiry.email} no longer works.`,
      });
    },
    // The invitation may have been redeemed in the meantime.
    onError: () => loadAgain(client, [CUSTOMERS]),
  });
}
