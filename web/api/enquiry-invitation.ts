// The tutor's invitation of an enquirer, read for the sign-up, without the query layer: the pages of strangers do not load it.
import { useEffect, useState } from 'react';

import type { OpenEnquiryInvitation } from '../../domain/free-lesson.ts';
import { RETRY } from '../../domain/limits.ts';
import { withAttempts } from './transport/attempts.ts';
import { call } from './transport/client.ts';
import { isNowhere } from './transport/failures.ts';

/** How far reading a link has come; 'dead' when it is no longer good, or of another kind. */
export type EnquiryInvitation =
  | { readonly state: 'reading' | 'failed' | 'dead' }
  | { readonly state: 'open'; readonly invitation: OpenEnquiryInvitation };

const READING: EnquiryInvitation = { state: 'reading' };
const DEAD: EnquiryInvitation = { state: 'dead' };

/** Reads the link with this token; null without one. Nothing is reported as a toast: the page says what is known. */
export function useEnquiryInvitation(token: string | null) {
  const [read, setRead] = useState(READING);
  useEffect(() => {
    if (token === null) return undefined;
    const leaving = new AbortController();
    void readLink(token, leaving.signal).then((next) => {
      if (!leaving.signal.aborted) setRead(next);
    });
    return () => leaving.abort();
  }, [token]);
  return {
    read: token === null ? null : read,
    readAgain: () => {
      if (token === null) return;
      setRead(READING);
      void readLink(token).then(setRead);
    },
  };
}

async function readLink(token: string, signal?: AbortSignal): Promise<EnquiryInvitation> {
  try {
    // Most who sign up have none: its call and the shape of the answer come with the link.
    const { readInvitation } = await import('../../domain/endpoints/people.ts');
    const { invitation } = await withAttempts({ retry: RETRY.general }, signal, () =>
      call(readInvitation, { signal, body: { token } }),
    );
    return invitation.kind === 'enquiry' ? { state: 'open', invitation } : DEAD;
  } catch (error) {
    return isNowhere(error) ? DEAD : { state: 'failed' };
  }
}
