// useReturnPath(fallback): where to go after signing in, as the guard that turned somebody away has
// noted it or, from further back, as the address says.
import { useLocation } from 'react-router';

import { paths, safeReturnPath, type PagePath } from '../../domain/paths.ts';
import { chosenLesson } from './chosen-lesson.ts';

/** What a guard leaves for the sign-in page in the location's state. */
export interface ReturnState {
  readonly from: string;
  /** Somebody else's session is live: a message says why they were turned away. */
  readonly isDenied: boolean;
}

/**
 * What signing up leaves for the sign-in page: in the browser's history alone, for an address would
 * be logged.
 */
export interface SignedUpState {
  readonly email: string;
  /**
   * What became of the free lesson and what to do next, in words; left out where nobody was invited
   * to one.
   */
  readonly news?: string;
}

/** What somebody has just signed up with: the email, or '', and what there is to tell, or null. */
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
