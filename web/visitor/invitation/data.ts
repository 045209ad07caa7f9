// Reads and accepts an invitation into a family, for the person with its link.
import { queryOptions, useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/endpoints.ts';
import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import type { ErrorCode } from '../../../domain/errors.ts';
import type {
  Acceptance,
  OpenImportInvitation,
  OpenInvitation,
} from '../../../domain/people/family.ts';
import { call } from '../../transport/client.ts';
import { ApiError } from '../../transport/failures.ts';
import { saveSession } from '../../transport/session.ts';

/** A link that was cut short or altered on its way is as dead as a used one. */
const DEAD: readonly (ErrorCode | undefined)[] = ['invitation_not_found', 'validation_failed'];

/** Texts for an invitation that fails to load, as a toast and as the title shown in its place. */
export const READING_INVITATION = {
  title: 'Error loading invitation',
  text: 'Failed to load the invitation',
} as const;

/** The invitation of this link; null if it no longer works, which is a result and not a failure. */
export function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ['public', 'invitation', token],
    queryFn: async ({
      signal,
    }): Promise<OpenInvitation | OpenImportInvitation | OpenEnquiryInvitation | null> => {
      if (token === '') return null;
      try {
        return (await call(endpoints.readInvitation, { signal, body: { token } })).invitation;
      } catch (error) {
        if (error instanceof ApiError && DEAD.includes(error.code)) return null;
        throw error;
      }
    },
    meta: { operation: READING_INVITATION },
  });
}

/** The outcome of accepting; 'taken' if somebody else has claimed the address in the meantime. */
type Outcome = 'accepted' | 'dead' | 'taken';
const REFUSED: Partial<Readonly<Record<ErrorCode, Outcome>>> = {
  invitation_not_found: 'dead',
  email_taken: 'taken',
};

/**
 * `mutateAsync({token, password, ...})` accepts and stores the session, which useSession('family')
 * then returns. A dead invitation is a result, not a failure.
 */
export function useAcceptInvitation() {
  return useMutation({
    meta: {
      operation: {
        title: 'Registration Failed',
        text: 'Unable to accept the invitation. Please try again.',
        coversServerErrors: true,
      },
    },
    // A retry after a lost response would find the link used.
    retry: false,
    mutationFn: async (body: Acceptance): Promise<Outcome> => {
      try {
        saveSession('family', await call(endpoints.acceptInvitation, { body }));
        return 'accepted';
      } catch (error) {
        const outcome =
          error instanceof ApiError && error.code !== undefined ? REFUSED[error.code] : undefined;
        if (outcome === undefined) throw error;
        return outcome;
      }
    },
  });
}
