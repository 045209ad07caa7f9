// Registrations of interest, each stored once.
import type { EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { isSamePhone } from '../../domain/text.ts';
import { type Context, transact } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { answerOnce, type RequestKey } from '../engine/idempotency.ts';
import { marksUnlessBusy } from '../people/contact-marks.ts';
import { findParent } from '../people/recipients.ts';
import { inviteAutomatically } from './automatic-invitations.ts';
import { insertEnquiry } from './enquiries.ts';

/**
 * Stores the enquiry once for each request key, and queues the emails to the visitor and the tutor.
 * Sends an automatic invitation if the tutor has switched them on. `caller` is the network of the
 * client address.
 */
export async function storeEnquiry(
  context: Context,
  form: EnquiryForm,
  requestKey: RequestKey,
  caller: string,
): Promise<void> {
  const { email, mobile: phone } = form;
  const marks = await marksUnlessBusy(context.database.db, { email, phone }, caller);
  await transact(context, (work) =>
    answerOnce(work, requestKey, async () => {
      const familyId = await findFamilyOf(work.tx, form);
      const id = await insertEnquiry(work, form, { familyId, marks });
      await inviteAutomatically(work, { id, ...form }, marks);
      return {};
    }),
  );
}

/** The family of an enquirer: one with a parent who has the same address and phone number. */
export async function findFamilyOf(db: Db, { email, mobile }: EnquiryForm): Promise<string | null> {
  const parent = await findParent(db, email);
  return parent !== null && isSamePhone(parent.phone, mobile) ? parent.family_id : null;
}
