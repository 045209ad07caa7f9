// A mail server that rejects every recipient: OpenSMTPD 6.8 says 'Invalid recipient' of a relay
// that it forbids, as it does of an unknown mailbox.
import { sql } from 'kysely';

import { DAY_MS, MINUTE_MS } from '../../domain/time.ts';
import { SITE_REJECTED } from '../../domain/tutor/undelivered-email.ts';
import { type Context, transact } from '../engine/context.ts';
import type { LeasedEmail } from './leases.ts';

/** From how many addresses on the site is more likely at fault than they are. */
const IN_A_ROW = 5;
const RETRY_MS = 10 * MINUTE_MS;
/** Older rejections do not count. */
const LATEST_MS = 2 * DAY_MS;

/**
 * Whether the bounce of this email, whose answer has no status code, is one of many in a row with
 * no delivery between them. Then the site is at fault and not the addresses, and those that have
 * failed are tried again. An email that had its first bounce before the last delivery is at fault
 * itself.
 */
export async function retryIfAllAreRejected(
  context: Context,
  { id, recipient }: Pick<LeasedEmail, 'id' | 'recipient'>,
): Promise<boolean> {
  return transact(context, async ({ tx, now }) => {
    const lastDelivery = sql<number>`(select coalesce(max(sent_at), 0) from emails)`;
    const row = await tx
      .selectFrom('emails')
      .select('id')
      .where('id', '=', id)
      .where('bounced_at', '<=', lastDelivery)
      .executeTakeFirst();
    if (row !== undefined) return false;
    const inARow = sql<boolean>`sent_at is null and bounced_at > ${lastDelivery}
      and bounced_at > ${now - LATEST_MS}`;
    const { addresses } = await tx
      .selectFrom('emails')
      .select(({ fn }) => fn.count<number>('recipient').distinct().as('addresses'))
      .where(inARow)
      .where('recipient', '<>', recipient)
      .executeTakeFirstOrThrow();
    if (addresses < IN_A_ROW - 1) return false;
    await tx
      .updateTable('emails')
      .set({
        failed_at: null,
        due_at: now + RETRY_MS,
        last_error: sql<string>`${`${SITE_REJECTED} (`} || last_error || ')'`,
      })
      .where(inARow)
      .where('failed_at', 'is not', null)
      .where('dismissed_at', 'is', null)
      .execute();
    return true;
  });
}
