// How an enquiry goes: with its note, its invitation and all that was emailed for it.
import { isSamePhone } from '../../domain/phone.ts';
import type { AdminActor } from '../auth/sessions.ts';
import { recordActivity } from '../activity/activities.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import { eraseEmails } from '../email/erasure.ts';
import { lockEnquiry } from './enquiries.ts';

/**
 * Removes an enquiry with its note and all that was emailed for it; what is not sent yet never will
 * be. Throws not_found.
 */
export async function deleteEnquiry(context: Context<AdminActor>, id: string): Promise<void> {
  await transact(context, async (work) => {
    // Held before its emails, as by a family that leaves and takes it along.
    await lockEnquiry(work, id);
    await eraseEnquiries(work, [id]);
    await recordActivity(work, { adminId: work.actor.id, kind: 'enquiry_deleted', enquiryId: id });
  });
}

/** Removes enquiries, which the caller holds, with all that was emailed for them. */
async function eraseEnquiries(work: Work, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await eraseEmails(work, 'enquiry_id', ids);
  await work.tx.deleteFrom('enquiry_invitations').where('enquiry_id', 'in', ids).execute();
  await work.tx.deleteFrom('enquiries').where('id', 'in', ids).execute();
}

/** Removes the enquiries that are known to be a family's, as deleteEnquiry does. */
export async function eraseEnquiriesOfFamily(work: Work, familyId: string): Promise<void> {
  const locked = await work.tx
    .updateTable('enquiries')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('family_id', '=', familyId)
    .returning('id')
    .execute();
  await eraseEnquiries(
    work,
    locked.map(({ id }) => id),
  );
}

interface Asked {
  readonly familyId: string;
  readonly addresses: readonly string[];
  readonly phone: string;
}

/**
 * Removes the enquiries that were made with one of these addresses and are known to be the
 * family's, or have this phone number too, as deleteEnquiry does. An address alone proves nothing:
 * whoever signs up with somebody else's must not remove that person's enquiry.
 */
export async function eraseEnquiriesOf(
  work: Work,
  { familyId, addresses, phone }: Asked,
): Promise<void> {
  // Held, so that all that goes is what was found.
  const found = await work.tx
    .updateTable('enquiries')
    .set((eb) => ({ email: eb.ref('email') }))
    .where('email', 'in', addresses)
    .returning(['id', 'mobile', 'family_id'])
    .execute();
  const own = found.filter(
    ({ mobile, family_id }) => family_id === familyId || isSamePhone(mobile, phone),
  );
  await eraseEnquiries(
    work,
    own.map(({ id }) => id),
  );
}
