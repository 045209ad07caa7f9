// Registrations of interest, each stored once.
import type { EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { isSamePhone } from '../../domain/phone-numbers.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { fillReply } from '../../domain/tutor/reply-text.ts';
import { AUTOMATIC_INVITATIONS } from '../../domain/tutor/settings.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { answerOnce, type RequestKey } from '../engine/idempotency.ts';
import { listNextLessonsFor } from '../lessons/next-lessons.ts';
import { marksUnlessBusy, type ContactMarks } from '../people/contact-marks.ts';
import { addMarks } from '../people/once-marks.ts';
import { findParent } from '../people/recipients.ts';
import { lockSettings, readSettings } from '../settings/settings.ts';
import { insertEnquiry } from './enquiries.ts';
import { type Enquirer, sendLink } from './invitation-links.ts';

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

/**
 * Sends an enquirer the first template with the link: once for each address and phone number, up to
 * a daily limit. An enquirer who has an account waits for the tutor, because only the tutor may
 * grant a credit.
 */
export async function inviteAutomatically(
  work: Work,
  enquirer: Enquirer,
  { email_mark, phone_mark }: ContactMarks,
): Promise<void> {
  const { tx, now } = work;
  // Too many hashes were being computed: the tutor answers this one.
  if (email_mark === null) return;
  const marks = [email_mark, ...(phone_mark === null ? [] : [phone_mark])];
  if (!(await readSettings(tx)).invite_automatically) return;
  // Locked, so that concurrent enquiries are counted one after the other.
  const { invite_automatically, reply_templates } = await lockSettings(work);
  if (!invite_automatically || (await isUsedUp(tx, now))) return;
  if ((await findParent(tx, enquirer.email)) !== null) return;
  if (!(await addMarks(work, 'automatic_invitation', marks))) return;
  await recordAutomaticInvitation(work, enquirer.id);
  const [template] = reply_templates;
  const lessons = await listNextLessonsFor(tx, { year: enquirer.year_class, now });
  const facts = { ...enquirer, lessons };
  await sendLink(work, enquirer, { lesson: null, ...fillReply(template ?? {}, facts) });
}

const PERIOD_MS = AUTOMATIC_INVITATIONS.hours * HOUR_MS;

async function isUsedUp(db: Db, now: number): Promise<boolean> {
  const { sent } = await db
    .selectFrom('once_marks')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('kind', '=', 'automatic_sent')
    .where('marked_at', '>', now - PERIOD_MS)
    .executeTakeFirstOrThrow();
  return sent >= AUTOMATIC_INVITATIONS.max;
}

/** Adds one to the day's count, regardless of what happens to its enquiry. */
async function recordAutomaticInvitation({ tx, now }: Work, enquiryId: string): Promise<void> {
  await tx
    .deleteFrom('once_marks')
    .where('kind', '=', 'automatic_sent')
    .where('marked_at', '<=', now - PERIOD_MS)
    .execute();
  await tx
    .insertInto('once_marks')
    .values({ kind: 'automatic_sent', mark: enquiryId, marked_at: now })
    .execute();
}
