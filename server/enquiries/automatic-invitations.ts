// Automatic invitations, if the tutor has switched them on.
import type { EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { AUTOMATIC_INVITATIONS } from '../../domain/limits.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { fillReply } from '../../domain/tutor/settings.ts';
import type { Context, Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { findParent } from '../families/recipients.ts';
import { listNextLessonsFor } from '../lessons/next-lessons.ts';
import { lockSettings, readSettings } from '../tutor/settings.ts';
import { type Enquirer, sendLink } from './invitation-links.ts';
import { addMarks, marksOf } from './once-marks.ts';

/** Fingerprints of an automatically invited enquirer; null if nobody can be invited right now. */
export async function marksOfAutomatic(
  { database: { db }, now }: Context,
  { email, mobile }: EnquiryForm,
): Promise<string[] | null> {
  const { invite_automatically } = await readSettings(db);
  if (!invite_automatically || (await isUsedUp(db, now))) return null;
  try {
    return await marksOf(db, { emails: [email], phones: [mobile] });
  } catch (error) {
    // Too many hashes are being computed. The enquiry is stored anyway, and the tutor answers it.
    if (error instanceof Refusal && error.code === 'service_unavailable') return null;
    throw error;
  }
}

/**
 * Sends an enquirer the first template with the link: once for each address and phone number, up to
 * a daily limit. An enquirer who has an account waits for the tutor, because only the tutor may
 * grant a credit.
 */
export async function inviteAutomatically(
  work: Work,
  enquirer: Enquirer,
  marks: readonly string[],
): Promise<void> {
  const { tx, now } = work;
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
