// Links that were emailed to the holder of an account, and how they end before they are followed.
import type { Work } from '../db/context.ts';
import type { Owner } from './credentials-store.ts';
import { ownerColumn } from './session-store.ts';

/** Ends every link of the account, whose row the caller holds: to a new password, and to another email. */
export async function endLinks({ tx, now }: Work, { audience, id }: Owner): Promise<void> {
  await tx
    .updateTable('password_resets')
    .set({ used_at: now })
    .where(ownerColumn[audience], '=', id)
    .where('used_at', 'is', null)
    .execute();
  if (audience === 'family') await tx.deleteFrom('email_changes').where('person_id', '=', id).execute();
}

/** Forgets whatever was not followed in time, of any account. */
export async function forgetExpiredLinks({ tx, now }: Work): Promise<void> {
  await tx.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
  await tx.deleteFrom('email_changes').where('expires_at', '<=', now).execute();
}
