// Where a device keeps the session of an audience.
import type { Audience } from '../../../domain/account.ts';

/** Named by the first version, whose sessions go on. */
const keys: Readonly<Record<Audience, string>> = { family: 'student-session', admin: 'admin-session' };

export const sessionKey = (audience: Audience): string => keys[audience];
