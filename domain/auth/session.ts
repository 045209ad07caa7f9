// Sessions of families and of the tutor: what a sign-in gives, and when it ends.
import * as z from 'zod/mini';

export const SESSION_SECONDS = { family: 30 * 24 * 3600, admin: 12 * 3600 } as const;
/** How long after a sign-in its password also allows inviting people. */
export const PASSWORD_COUNTS_MINUTES = 10;

export const refreshSchema = z.object({
  refresh_token: z
    .string({ error: 'Refresh token is required' })
    .check(
      z.minLength(1, { error: 'Refresh token is required' }),
      z.maxLength(512, { error: 'Refresh token is too long' }),
    ),
});

export const sessionSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  /** Whole seconds since the epoch. */
  expires_at: z.int(),
});
export type Session = z.infer<typeof sessionSchema>;

export const adminSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type Admin = z.infer<typeof adminSchema>;

/** Whether a session has ended; it has at `expires_at` exactly. `now` is epoch milliseconds. */
export function isExpired(session: Pick<Session, 'expires_at'>, now: number): boolean {
  return now >= session.expires_at * 1000;
}

/** Whether an unexpired session has used half of its `lifeSeconds` and should be renewed. */
export function isDueForRenewal(
  session: Pick<Session, 'expires_at'>,
  lifeSeconds: number,
  now: number,
): boolean {
  return !isExpired(session, now) && now >= (session.expires_at - lifeSeconds / 2) * 1000;
}
