// Invites imported parents one after the other, each once it is due.
import { IMPORT } from '../../domain/imports/import.ts';
import { DAY_MS } from '../../domain/time.ts';
import { importInvitationEmail } from '../accounts/people/emails.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { withLocks } from '../booking/locks.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transactEach, type Work } from '../engine/context.ts';
import type { Job } from '../process/repeat.ts';
import { NO_PASSWORD } from '../sessions/hashing.ts';

const EVERY_MS = 2000;

/** Plans invitations, which are sent at `due_at` unless the import has been undone by then. */
export async function planInvitations(
  { tx }: Work,
  invitations: readonly { person_id: string; due_at: number }[],
): Promise<void> {
  await tx
    .insertInto('due_import_invitations')
    .values([...invitations])
    .execute();
}

/** Queues the invitations that are due, each with a link of its own, until `signal` is aborted. */
export async function inviteDue(context: Context, signal?: AbortSignal): Promise<void> {
  const due = await context.database.db
    .selectFrom('due_import_invitations')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['person_id', 'family_id'])
    .where('due_at', '<=', context.now)
    .orderBy('due_at')
    .orderBy('person_id')
    .execute();
  await transactEach(context, due, { complaint: 'parents were not invited', signal }, inviteOne);
}

const inviteOne = (
  work: Work,
  { person_id, family_id }: { person_id: string; family_id: string },
) =>
  // Before the row, as by an undo of the import.
  withLocks(work, { families: [family_id] }, async () => {
    const { numDeletedRows } = await work.tx
      .deleteFrom('due_import_invitations')
      .where('person_id', '=', person_id)
      .executeTakeFirstOrThrow();
    // Another process may have been faster, or the import undone.
    if (numDeletedRows > 0n) await invite(work, person_id);
  });

/** Whoever has chosen a password in the meantime needs no invitation. */
async function invite(work: Work, personId: string): Promise<void> {
  const { tx, now } = work;
  const row = await tx
    .selectFrom('people')
    .innerJoin('imported_families', 'imported_families.family_id', 'people.family_id')
    .innerJoin('imports', 'imports.id', 'import_id')
    .innerJoin('admins', 'admins.id', 'admin_id')
    .innerJoin('balances', 'balances.family_id', 'people.family_id')
    .select(['people.id as person_id', 'people.family_id as family_id', 'people.name as name'])
    .select(['people.email as email', 'email_confirmed_at', 'credits', 'admins.name as invitedBy'])
    .where('people.id', '=', personId)
    .where('people.password_hash', '=', NO_PASSWORD)
    .executeTakeFirst();
  if (row === undefined) return;
  const { credits, invitedBy, ...parent } = row;
  const token = newToken();
  const students = await tx
    .selectFrom('students')
    .select('name')
    .where('family_id', '=', parent.family_id)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  await tx
    .insertInto('import_invitations')
    .values({
      person_id: personId,
      token_hash: hashOf(token),
      expires_at: now + IMPORT.invitationDays * DAY_MS,
    })
    .execute();
  const studentNames = students.map(({ name }) => name);
  const about = { parent, invitedBy, credits, studentNames, token, notBefore: now };
  await queueEmail(work, importInvitationEmail(about));
}

export const inviteImportedJob: Job = {
  everyMs: EVERY_MS,
  work: inviteDue,
  complaint: 'failed to invite imported families; will retry',
};
