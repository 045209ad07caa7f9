// Invites imported parents one after the other, each once it is due.
import { IMPORT } from '../../domain/imports/import.ts';
import { DAY_MS } from '../../domain/time.ts';
import { importInvitationEmail } from '../accounts/people/emails.ts';
import { hashOf, newToken } from '../base/ids.ts';
import { withLocks } from '../booking/locks.ts';
import { queueEmail } from '../email/queue.ts';
import { type Context, transact, type Work } from '../engine/context.ts';
import type { Job } from '../process/repeat.ts';
import { NO_PASSWORD } from '../sessions/hashing.ts';

const EVERY_MS = 2000;
/** Each takes a few milliseconds of a transaction. */
const AT_ONCE = 10;

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

/** Queues the invitations that are due, each with a link of its own. */
export async function inviteDue(context: Context): Promise<void> {
  while ((await transact(context, inviteSome)) === AT_ONCE);
}

/** Returns how many were due, at most AT_ONCE. */
async function inviteSome(work: Work): Promise<number> {
  const { tx, now } = work;
  const due = await tx
    .selectFrom('due_import_invitations')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['person_id', 'family_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('person_id')
    .limit(AT_ONCE)
    .execute();
  if (due.length === 0) return 0;
  const families = due.map(({ family_id }) => family_id);
  // Before the rows, as by an undo of the import.
  await withLocks(work, { families }, async () => {
    const planned = await tx
      .deleteFrom('due_import_invitations')
      .where(
        'person_id',
        'in',
        due.map(({ person_id }) => person_id),
      )
      .returning('person_id')
      .execute();
    // Another process may have been faster, or the import undone.
    if (planned.length > 0)
      await inviteAll(
        work,
        planned.map(({ person_id }) => person_id),
      );
  });
  return due.length;
}

/** Whoever has chosen a password in the meantime needs no invitation. */
async function inviteAll(work: Work, personIds: string[]): Promise<void> {
  const { tx, now } = work;
  const parents = await tx
    .selectFrom('people')
    .innerJoin('imported_families', 'imported_families.family_id', 'people.family_id')
    .innerJoin('imports', 'imports.id', 'import_id')
    .innerJoin('admins', 'admins.id', 'admin_id')
    .innerJoin('balances', 'balances.family_id', 'people.family_id')
    .select(['people.id as person_id', 'people.family_id as family_id', 'people.name as name'])
    .select(['people.email as email', 'email_confirmed_at', 'credits', 'admins.name as invitedBy'])
    .where('people.id', 'in', personIds)
    .where('people.password_hash', '=', NO_PASSWORD)
    .execute();
  for (const { credits, invitedBy, ...parent } of parents) {
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
        person_id: parent.person_id,
        token_hash: hashOf(token),
        expires_at: now + IMPORT.invitationDays * DAY_MS,
      })
      .execute();
    await queueEmail(
      work,
      importInvitationEmail({
        parent,
        invitedBy,
        credits,
        studentNames: students.map(({ name }) => name),
        token,
        notBefore: now,
      }),
    );
  }
}

export const inviteImportedJob: Job = {
  everyMs: EVERY_MS,
  work: inviteDue,
  complaint: 'failed to invite imported families; will retry',
};
