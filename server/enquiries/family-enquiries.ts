// The enquiries of a family: which are its own, and that it has joined.
import { isSamePhone } from '../../domain/phone-numbers.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';

const MAX_ENQUIRIES_CLAIMED = 100;

/** The latest enquiry of a family; null if it has none. */
export async function findLatestEnquiry(db: Db, familyId: string): Promise<string | null> {
  const latest = await db
    .selectFrom('enquiries')
    .select('id')
    .where('family_id', '=', familyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.id ?? null;
}

/**
 * Assigns the enquiries with this address and phone number to the family: those among the latest
 * from the address, because anybody can send any number of them.
 */
export async function claimEnquiries(
  { tx }: Work,
  familyId: string,
  { email, phone }: { email: string; phone: string },
): Promise<void> {
  const rows = await tx
    .selectFrom('enquiries')
    .select(['id', 'mobile'])
    .where('email', '=', email)
    .where('family_id', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(MAX_ENQUIRIES_CLAIMED)
    .execute();
  const ids = rows.filter(({ mobile }) => isSamePhone(mobile, phone)).map(({ id }) => id);
  if (ids.length > 0)
    await tx
      .updateTable('enquiries')
      .set({ family_id: familyId })
      .where('id', 'in', ids)
      // Another family may have joined by the link of one of them meanwhile.
      .where('family_id', 'is', null)
      .execute();
}

/**
 * Takes the enquiries from this address away from the family. They stay, and the tutor can invite
 * the enquirer.
 */
export async function disownEnquiries({ tx }: Work, familyId: string, email: string) {
  const disowned = tx
    .updateTable('enquiries')
    .where('family_id', '=', familyId)
    .where('email', '=', email);
  await disowned.set({ status: 'contacted' }).where('status', '=', 'joined').execute();
  await disowned.set({ family_id: null }).execute();
}

const setJoined = ({ tx, now }: Work, familyId: string) =>
  tx.updateTable('enquiries').set((eb) => ({
    status: 'joined',
    answered_at: eb.fn.coalesce('answered_at', eb.val(now)),
    invited_at: eb.fn.coalesce('invited_at', eb.val(now)),
    family_id: familyId,
  }));

/** Records that the enquirer's family joined. The caller has locked the enquiry. */
export async function markJoined(work: Work, id: string, familyId: string): Promise<void> {
  await setJoined(work, familyId).where('id', '=', id).execute();
}

/** Records that the family joined in those of its enquiries that do not say so yet. */
export async function joinOwnEnquiries(work: Work, familyId: string): Promise<void> {
  await setJoined(work, familyId)
    .where('family_id', '=', familyId)
    .where('status', '<>', 'joined')
    .execute();
}
