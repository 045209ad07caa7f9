// The tokens of sessions. Every refresh token of a chain begins with the chain's root, a secret of
// its own: one that was used before is known by it, although its session is forgotten.
import { hashOf, newToken } from '../ids.ts';

/** The sessions that were renewed from the one that began at a sign-in. */
export interface Chain {
  readonly id: string;
  /**
   * Null for a chain that a release before has begun: its used tokens are known by their sessions
   * alone, which are kept.
   */
  readonly root: string | null;
}

export function newChain(): Chain {
  const root = newToken();
  return { id: idOf(root), root };
}

/** What is stored of a root instead of itself is the id of its chain. */
export const idOf = hashOf;

const SEPARATOR = '.';

/**
 * The root that a refresh token begins with; null for one of a release before, and for what is
 * none.
 */
export function rootOf(refreshToken: string): string | null {
  const [root = '', ...rest] = refreshToken.split(SEPARATOR);
  return rest.length === 0 ? null : root;
}

export function newTokens({ root }: Chain): { access_token: string; refresh_token: string } {
  const refreshToken = newToken();
  return {
    access_token: newToken(),
    refresh_token: root === null ? refreshToken : `${root}${SEPARATOR}${refreshToken}`,
  };
}
