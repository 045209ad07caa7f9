// useReturnPath(fallback): where to go after signing in, from the guard's redirect or, failing
// that, from the address.
import { useLocation } from 'react-router';

import { paths, safeReturnPath, type PagePath } from '../../domain/paths.ts';
import { chosenLesson } from './chosen-lesson.ts';

/** What a guard passes to the sign-in page in the location's state. */
export interface ReturnState {
  readonly from: string;
  /** Somebody else is signed in: a message explains the redirect. */
  readonly isDenied: boolean;
}

/**
 * What signing up passes to the sign-in page: only in the browser's history, because an address
 * would be logged.
 */
export interface SignedUpState {
  readonly email: string;
  /** The outcome of the free lesson and what to do next; omitted without an invitation. */
  readonly news?: string;
}

/** The email of a sign-up that has just happened, or '', and its news, or null. */
export function useSignedUp(): { readonly email: string; readonly news: string | null } {
  const state: unknown = useLocation().state;
  const { email, news } = (state ?? {}) as Partial<SignedUpState>;
  return {
    email: typeof email === 'string' ? email : '',
    news: typeof news === 'string' ? news : null,
  };
}

export function useReturnPath(fallback: PagePath): string {
  const { search, ...location } = useLocation();
  const state: unknown = location.state;
  const { from } = (state ?? {}) as Partial<ReturnState>;
  // Only families choose lessons.
  const chosen = fallback === paths.userHome ? chosenLesson(search) : null;
  return safeReturnPath(from ?? chosen, fallback);
}
