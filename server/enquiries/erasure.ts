// Deletes an enquiry with its note, its invitation and its emails.
import { type ExpressionBuilder, sql } from 'kysely';

import type { EnquiryStatus } from '../../domain/enquiries/enquiry-list.ts';
import { isSamePhone } from '../../domain/phone-numbers.ts';
import { recordActivity } from '../activity/activities.ts';
import { eraseEmails } from '../email/erasure.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Tables } from '../schema/tables.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { lockEnquiry, lockQuery } from './enquiries.ts';

/**
 * Deletes an enquiry with its note and its emails, including unsent ones. Throws not_found.
 */
export async function deleteEnquiry(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    // Locked before its emails, in the same order as by a family that leaves.
    await lockEnquiry(work, id);
    await eraseEnquiries(work, [id]);
    await recordActivity(work, { adminId: work.actor.id, kind: 'enquiry_deleted', enquiryId: id });
  });
}

/** Deletes enquiries, which the caller has locked, with their emails. */
async function eraseEnquiries(work: Work, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await eraseEmails(work, 'enquiry_id', ids);
  await work.tx.deleteFrom('enquiry_invitations').where('enquiry_id', 'in', ids).execute();
  await work.tx.deleteFrom('enquiries').where('id', 'in', ids).execute();
}

const OLD_AT_ONCE = 100;

/**
 * Deletes, as deleteEnquiry does, the enquiries that led nowhere: they belong to no family, and the
 * enquirer neither wrote nor was written to from this instant on. Some at a time, so that other
 * writes hardly wait. Returns their number.
 */
export async function eraseOldEnquiries(
  context: Context<null>,
  before: number,
  signal?: AbortSignal,
): Promise<number> {
  let erased = 0;
  for (;;) {
    if (signal?.aborted === true) return erased;
    const count = await transact(context, async (work) => {
      const old = await work.tx
        .selectFrom('enquiries')
        .select('id')
        .where((eb) => hasLedNowhere(eb, before))
        .orderBy('created_at')
        .limit(OLD_AT_ONCE)
        .execute();
      if (old.length === 0) return 0;
      // Locked if that is still so: a family may have claimed one of them meanwhile.
      const locked = await lockQuery(work.tx)
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .where((eb) => hasLedNowhere(eb, before))
        .returning('id')
        .execute();
      await eraseEnquiries(
        work,
        locked.map(({ id }) => id),
      );
      return old.length;
    });
    if (count === 0) return erased;
    erased += count;
  }
}

const hasLedNowhere = (eb: ExpressionBuilder<Tables, 'enquiries'>, before: number) =>
  eb.and([
    eb('family_id', 'is', null),
    // Not a parameter, so that the index of these enquiries is used.
    eb('status', '<>', sql<EnquiryStatus>`'joined'`),
    eb('created_at', '<', before),
    eb(eb.fn.coalesce('answered_at', eb.lit(0)), '<', before),
    eb(eb.fn.coalesce('invited_at', eb.lit(0)), '<', before),
  ]);

/** Deletes a family's enquiries, as deleteEnquiry does. */
export async function eraseEnquiriesOfFamily(work: Work, familyId: string): Promise<void> {
  const locked = await lockQuery(work.tx)
    .where('family_id', '=', familyId)
    .returning('id')
    .execute();
  await eraseEnquiries(
    work,
    locked.map(({ id }) => id),
  );
}

/**
 * Deletes, as deleteEnquiry does, the enquiries from one of these addresses that belong to the
 * family or also have this phone number. An address alone proves nothing: a person who signs up
 * with somebody else's address must not delete that person's enquiry.
 */
export async function eraseEnquiriesOf(
  work: Work,
  { familyId, addresses, phone }: { familyId: string; addresses: readonly string[]; phone: string },
): Promise<void> {
  // Locked, so that exactly these enquiries are deleted.
  const rows = await lockQuery(work.tx)
    .where('email', 'in', addresses)
    .returning(['id', 'mobile', 'family_id'])
    .execute();
  const own = rows.filter(
    ({ mobile, family_id }) => family_id === familyId || isSamePhone(mobile, phone),
  );
  await eraseEnquiries(
    work,
    own.map(({ id }) => id),
  );
}
