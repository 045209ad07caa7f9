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

export function useReturnPath(fallback: PagePath): string {
  const { search, ...location } = useLocation();
  const state: unknown = location.state;
  const { from } = (state ?? {}) as Partial<ReturnState>;
  // Only the address of a family's sign-in names a chosen lesson.
  const chosen = fallback === paths.familyHome ? chosenLesson(search) : null;
  return safeReturnPath(from ?? chosen, fallback);
}
