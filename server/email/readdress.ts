// Readdresses a person's unsent emails.
import type { Work } from '../engine/context.ts';

/**
 * Readdresses the person's unsent emails, including failed ones that the tutor may resend, so that
 * the old mailbox gets no link any more. A bounce was the old mailbox's, so it is cleared. An email
 * that a sender has already read is sent unchanged.
 */
export async function readdressUnsent(
  { tx }: Work,
  { familyId, personId }: { familyId: string; personId: string },
  { from, to }: { from: string; to: string },
): Promise<void> {
  await tx
    .updateTable('emails')
    .set({ recipient: to, bounced_at: null })
    .where('family_id', '=', familyId)
    .where('person_id', '=', personId)
    .where('recipient', '=', from)
    .where('sent_at', 'is', null)
    .execute();
}
