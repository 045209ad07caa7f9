// Invitations that go out by themselves, where the tutor has set it so.
import type { EnquiryForm } from '../../domain/enquiry.ts';
import { Refusal } from '../../domain/errors.ts';
import { AUTOMATIC_INVITATIONS } from '../../domain/limits.ts';
import { fillReply } from '../../domain/settings.ts';
import { findParent } from '../families/recipients.ts';
import type { Context, Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { listNextLessons } from '../lessons/next-lessons.ts';
import { type Enquirer, sendLink } from './invitation-links.ts';
import { addMarks, marksOf } from './once-marks.ts';
import { lockSettings, readSettings } from './settings.ts';

/**
 * By what an enquirer is known who was invited so; null where nobody is invited by themselves just
 * now.
 */
export async function marksOfAutomatic(
  { database: { db }, now }: Context,
  { email, mobile }: EnquiryForm,
): Promise<string[] | null> {
  const { invite_automatically } = await readSettings(db);
  if (!invite_automatically || (await isUsedUp(db, now))) return null;
  try {
    return await marksOf(db, { emails: [email], phones: [mobile] });
  } catch (error) {
    // The machine has more to hash than it can. The enquiry is stored all the same, and the tutor
    // answers it.
    if (error instanceof Refusal && error.code === 'service_unavailable') return null;
    throw error;
  }
}

/**
 * Sends an enquirer the first template with the link, once for each address and phone number, so
 * many in a day. Whoever has an account waits for the tutor: nobody gets a credit without them.
 */
export async function inviteAutomatically(
  work: Work,
  enquirer: Enquirer,
  marks: readonly string[],
): Promise<void> {
  const { tx, now } = work;
  // Held, so that those who enquire at once are counted one after the other.
  const { invite_automatically, reply_templates } = await lockSettings(work);
  if (!invite_automatically || (await isUsedUp(tx, now))) return;
  if ((await findParent(tx, enquirer.email)) !== null) return;
  if (!(await addMarks(work, 'automatic_invitation', marks))) return;
  await note(work, enquirer.id);
  const [template] = reply_templates;
  const facts = { ...enquirer, lessons: await listNextLessons(tx, now) };
  await sendLink(work, enquirer, { lesson: null, ...fillReply(template ?? {}, facts) });
}

const PERIOD_MS = AUTOMATIC_INVITATIONS.hours * 3_600_000;

async function isUsedUp(db: Db, now: number): Promise<boolean> {
  const { sent } = await db
    .selectFrom('once_marks')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('kind', '=', 'automatic_sent')
    .where('marked_at', '>', now - PERIOD_MS)
    .executeTakeFirstOrThrow();
  return sent >= AUTOMATIC_INVITATIONS.max;
}

/** Counts one for the day, whatever becomes of its enquiry. */
async function note({ tx, now }: Work, enquiryId: string): Promise<void> {
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
