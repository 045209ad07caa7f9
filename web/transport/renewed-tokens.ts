// Which refresh tokens any tab has exchanged a moment ago. The storage alone does not tell: in
// Chromium, what one tab writes under a lock can reach another only after that has the lock (27 %
// of 600 turns of two busy tabs, Chromium 156). Locks of the browser are known to all tabs at once,
// so an exchanged token is a lock that is held for a while.
import type { Audience } from '../../domain/endpoint.ts';
import { readSession } from './session.ts';

/** Longer than a write takes to reach a busy tab. A held lock bars a page from the back cache. */
const HELD_MS = 5_000;
const LOOK_MS = 50;

/**
 * Runs the work while no other tab runs one of this name. Browsers offer locks only on secure
 * origins; elsewhere it runs at once.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = readLocks();
  await (locks === undefined ? work() : locks.request(name, work));
}

const readLocks = () => globalThis.navigator?.locks as LockManager | undefined;

const lockOf = (refreshToken: string) => `renewed-${refreshToken}`;

/** Tells all tabs that the token has been exchanged; call it before the new session is stored. */
export const markReplaced = (refreshToken: string): Promise<void> =>
  new Promise((resolve) => {
    void withLock(lockOf(refreshToken), () => {
      resolve();
      return sleep(HELD_MS);
    });
  });

/** Waits until this tab sees the session that has replaced its own, if another has replaced it. */
export async function awaitReplaced(
  audience: Audience,
  token = readToken(audience),
): Promise<void> {
  if (readToken(audience) !== token || !(await isReplaced(token))) return;
  await sleep(LOOK_MS);
  await awaitReplaced(audience, token);
}

const readToken = (audience: Audience) => readSession(audience)?.session.refresh_token ?? '';

async function isReplaced(token: string): Promise<boolean> {
  const state = await readLocks()?.query();
  return state?.held?.some(({ name }) => name === lockOf(token)) ?? false;
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
