// useReturnPath(fallback): where to go after signing in, as the guard that turned somebody away has noted it.
import { useLocation } from 'react-router';

import { safeReturnPath, type PagePath } from '../../domain/paths.ts';

/** What a guard leaves for the sign-in page in the location's state. */
export interface ReturnState {
  readonly from: string;
  /** Somebody else's session is live: they are told why they were turned away. */
  readonly isDenied: boolean;
}

export function useReturnPath(fallback: PagePath): string {
  const state: unknown = useLocation().state;
  const { from } = (state ?? {}) as Partial<ReturnState>;
  return safeReturnPath(from, fallback);
}
