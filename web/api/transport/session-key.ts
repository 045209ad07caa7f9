// Where a device keeps the session of an audience.
import type { Audience } from '../../../domain/account.ts';

export function sessionKey(audience: Audience): string {
  return `${audience}-session`;
}
