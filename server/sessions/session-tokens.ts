// Session tokens. Every refresh token of a chain begins with the chain's root, a secret of its own.
// The root reveals the reuse of a token even after its session was deleted.
import { hashOf, newToken } from '../base/ids.ts';

/** The sessions renewed from the one that began at a sign-in. */
export interface Chain {
  readonly id: string;
  readonly root: string;
}

export function newChain(): Chain {
  const root = newToken();
  return { id: chainIdOf(root), root };
}

/** Stored in place of a root: the id of its chain. */
export const chainIdOf = hashOf;

const SEPARATOR = '.';

/** The root of a refresh token; null for a malformed one. */
export function rootOf(refreshToken: string): string | null {
  const [root = '', ...rest] = refreshToken.split(SEPARATOR);
  return rest.length === 0 ? null : root;
}

export function newTokens({ root }: Chain): { access_token: string; refresh_token: string } {
  return { access_token: newToken(), refresh_token: `${root}${SEPARATOR}${newToken()}` };
}
