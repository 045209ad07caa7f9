// Reads the tutor's invitation of an enquirer for the sign-up page.
import { useQuery } from '@tanstack/react-query';

import type { OpenEnquiryInvitation } from '../../../domain/enquiries/free-lesson.ts';
import { RETRY } from '../../../domain/limits.ts';
import { call } from '../../transport/client.ts';
import { isNotFound, retryBy } from '../../transport/failures.ts';

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
    const { readInvitation } = await import('../../../domain/endpoints/people.ts');
    const { invitation } = await call(readInvitation, { signal, body: { token } });
    return invitation.kind === 'enquiry' ? { state: 'open', invitation } : DEAD;
  } catch (error) {
    if (isNotFound(error)) return DEAD;
    throw error;
  }
}
