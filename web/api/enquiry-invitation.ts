// The tutor's invitation of an enquirer, read for the sign-up.
import { useQuery } from '@tanstack/react-query';

import type { OpenEnquiryInvitation } from '../../domain/free-lesson.ts';
import { RETRY } from '../../domain/limits.ts';
import { call } from './transport/client.ts';
import { isNowhere, retryBy } from './transport/failures.ts';

/** How far reading a link has come; 'dead' when it is no longer good, or of another kind. */
export type EnquiryInvitation =
  | { readonly state: 'reading' | 'failed' | 'dead' }
  | { readonly state: 'open'; readonly invitation: OpenEnquiryInvitation };

const DEAD: EnquiryInvitation = { state: 'dead' };

/**
 * Reads the link with this token; null without one. Nothing is reported as a toast: the page says
 * what is known.
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
    // Most who sign up have none: its call and the shape of the answer come with the link.
    const { readInvitation } = await import('../../domain/endpoints/people.ts');
    const { invitation } = await call(readInvitation, { signal, body: { token } });
    return invitation.kind === 'enquiry' ? { state: 'open', invitation } : DEAD;
  } catch (error) {
    if (isNowhere(error)) return DEAD;
    throw error;
  }
}
