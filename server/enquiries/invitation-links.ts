// An enquirer's sign-up link: sent, withdrawn, opened, used.
import type { DeleteQueryBuilder, DeleteResult } from 'kysely';

import type { Enquiry } from '../../domain/enquiries/enquiry-list.ts';
import type { EnquiryForm } from '../../domain/enquiries/enquiry.ts';
import {
  type OpenEnquiryInvitation,
  ENQUIRY_INVITATION_DAYS,
} from '../../domain/enquiries/free-lesson.ts';
import { Refusal } from '../../domain/errors.ts';
import { type StatedYear, schoolYearsAt, yearIn } from '../../domain/school-year.ts';
import { DAY_MS, toIso } from '../../domain/time.ts';
import { recordActivity } from '../activity/activities.ts';
import { hashOf, newId, newToken } from '../base/ids.ts';
import type { LessonFacts } from '../booking/lessons.ts';
import { eraseEmails } from '../email/erasure.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Tables } from '../schema/tables.ts';
import type { AdminActor } from '../sessions/sessions.ts';
import { causeOfLink, freeLessonInvitationEmail } from './emails.ts';
import { lockEnquiry, lockQuery, readEnquiry } from './enquiries.ts';

export type Enquirer = EnquiryForm & { readonly id: string };

/**
 * Emails the link, replacing an earlier one. The caller has locked the enquiry, or has just
 * inserted it. False if the address has had too many emails today.
 */
export async function sendLink(
  work: Work,
  enquirer: Enquirer,
  words: {
    lesson: LessonFacts | null;
    subject: string;
    message: string;
    by?: string;
    hasAccount?: boolean;
  },
): Promise<boolean> {
  const { tx, now } = work;
  await revokeLink(work, enquirer.id);
  const token = newToken();
  const id = newId();
  await tx
    .insertInto('enquiry_invitations')
    .values({
      id,
      enquiry_id: enquirer.id,
      lesson_id: words.lesson?.id ?? null,
      token_hash: hashOf(token),
      sent_at: now,
      expires_at: now + ENQUIRY_INVITATION_DAYS * DAY_MS,
    })
    .execute();
  await tx
    .updateTable('enquiries')
    .set((eb) => ({ invited_at: eb.fn.coalesce('invited_at', eb.val(now)) }))
    .where('id', '=', enquirer.id)
    .execute();
  return queueEmail(work, freeLessonInvitationEmail(id, enquirer, { ...words, token }));
}

/**
 * Revokes the link of an enquiry and erases the email with it. Returns whether there was one,
 * including expired ones.
 */
export const revokeLink = (work: Work, enquiryId: string): Promise<boolean> =>
  deleteLinks(work, (links) => links.where('enquiry_id', '=', enquiryId));

/** Revokes the links of all enquiries of a family, as revokeLink does. */
export async function revokeLinksOfFamily(work: Work, familyId: string): Promise<void> {
  const own = work.tx.selectFrom('enquiries').select('id').where('family_id', '=', familyId);
  await deleteLinks(work, (links) => links.where('enquiry_id', 'in', own));
}

type LinksToDelete = DeleteQueryBuilder<Tables, 'enquiry_invitations', DeleteResult>;

async function deleteLinks(work: Work, chosen: (links: LinksToDelete) => LinksToDelete) {
  const ended = await chosen(work.tx.deleteFrom('enquiry_invitations')).returning('id').execute();
  await eraseEmails(
    work,
    'cause',
    ended.map(({ id }) => causeOfLink(id)),
  );
  return ended.length > 0;
}

/** Withdraws the link of an enquiry. Throws not_found, or invitation_not_found if there is none. */
export async function withdrawLink(
  context: Context<AdminActor>,
  enquiryId: string,
): Promise<Enquiry> {
  return transact(context, async (work) => {
    await lockEnquiry(work, enquiryId);
    if (!(await revokeLink(work, enquiryId)))
      throw new Refusal('invitation_not_found', { message: 'There is no invitation to withdraw.' });
    await recordActivity(work, { adminId: work.actor.id, kind: 'invitation_withdrawn', enquiryId });
    return readEnquiry(work.tx, enquiryId);
  });
}

/** An enquirer's valid link. */
export interface LiveLink {
  readonly tokenHash: string;
  readonly enquirer: Enquirer & Pick<StatedYear, 'year_said_in'>;
  /** The proposed lesson, whatever its state is now. */
  readonly lessonId: string | null;
  readonly open: OpenEnquiryInvitation;
}

/** The enquirer's link with this token; null if it is unknown, used, withdrawn or expired. */
export async function findLink(
  { database: { db }, now }: Pick<Context, 'database' | 'now'>,
  token: string,
): Promise<LiveLink | null> {
  const tokenHash = hashOf(token);
  const row = await db
    .selectFrom('enquiry_invitations')
    .innerJoin('enquiries', 'enquiries.id', 'enquiry_id')
    .leftJoin('lessons', (join) =>
      join
        .onRef('lessons.id', '=', 'lesson_id')
        .on('deleted_at', 'is', null)
        .on('starts_at', '>', now),
    )
    .select([
      'enquiries.id as id',
      'enquiries.name as name',
      'email',
      'mobile',
      'year_class',
      'year_said_in',
      'expires_at',
      'lesson_id',
      'lessons.name as lesson_name',
      'starts_at',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, name, email, mobile, year_class, year_said_in, lesson_id, lesson_name, starts_at } =
    row;
  const years = schoolYearsAt(now);
  const lesson =
    lesson_id === null || lesson_name === null || starts_at === null
      ? null
      : { id: lesson_id, Lesson_Name: lesson_name, starts_at: toIso(starts_at) };
  return {
    tokenHash,
    enquirer: { id, name, email, mobile, year_class, year_said_in },
    lessonId: lesson_id,
    open: {
      kind: 'enquiry',
      name,
      email,
      mobile,
      year_class: yearIn(row, years.current).year_class,
      year_asked: yearIn(row, years.inForms).year_class,
      lesson,
      expires_at: toIso(row.expires_at),
    },
  };
}

/**
 * Uses up a link; the caller must not lock a lesson after this. False if the link was used,
 * withdrawn or replaced since it was found, or its enquiry deleted.
 */
export async function consumeLink(
  work: Work,
  { tokenHash, enquirer }: Pick<LiveLink, 'tokenHash' | 'enquirer'>,
): Promise<boolean> {
  const { tx, now } = work;
  const locked = await lockQuery(tx).where('id', '=', enquirer.id).executeTakeFirstOrThrow();
  if (locked.numUpdatedRows === 0n) return false;
  const valid = await tx
    .selectFrom('enquiry_invitations')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return valid !== undefined && (await revokeLink(work, enquirer.id));
}
