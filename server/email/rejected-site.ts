// A mail server that rejects every recipient: OpenSMTPD 6.8 says 'Invalid recipient' of a relay that
// it forbids, as it does of an unknown mailbox.
import { sql } from 'kysely';

import { MINUTE_MS } from '../../domain/time.ts';
import { SITE_REJECTED } from '../../domain/tutor/undelivered-email.ts';
import { type Context, transact } from '../engine/context.ts';
import type { LeasedEmail } from './leases.ts';

/** From how many addresses on the site is more likely at fault than they are. */
const IN_A_ROW = 5;
const RETRY_MS = 10 * MINUTE_MS;

/**
 * Whether this bounce is one of many in a row, with no delivery between them, so that the site is
 * at fault and not the addresses. The earlier ones have not bounced then, and are tried again.
 */
export async function isSiteAtFault(
  context: Context,
  { recipient }: Pick<LeasedEmail, 'recipient'>,
): Promise<boolean> {
  return transact(context, async ({ tx, now }) => {
    const bounced = sql<boolean>`sent_at is null
      and bounced_at > (select coalesce(max(sent_at), 0) from emails)`;
    // Those that were found to be the site's fault, and are still tried.
    const retried = sql<boolean>`sent_at is null and failed_at is null
      and last_error like ${`${SITE_REJECTED}%`}`;
    const { addresses } = await tx
      .selectFrom('emails')
      .select(({ fn }) => fn.count<number>('recipient').distinct().as('addresses'))
      .where((eb) => eb.or([bounced, retried]))
      .where('recipient', '<>', recipient)
      .executeTakeFirstOrThrow();
    if (addresses < IN_A_ROW - 1) return false;
    await tx
      .updateTable('emails')
      .set({
        failed_at: null,
        bounced_at: null,
        due_at: now + RETRY_MS,
        last_error: sql<string>`${`${SITE_REJECTED} (`} || last_error || ')'`,
      })
      .where(bounced)
      .where('dismissed_at', 'is', null)
      .execute();
    return true;
  });
}
