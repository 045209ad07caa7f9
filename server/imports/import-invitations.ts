// Invitations of imported parents: the link to a page where they choose a password.
import type { Session } from '../../domain/auth/session.ts';
import { Refusal } from '../../domain/errors.ts';
import type { FamilyUser } from '../../domain/people/account.ts';
import type { Acceptance, OpenImportInvitation } from '../../domain/people/family.ts';
import { toIso } from '../../domain/time.ts';
import { readAccount } from '../accounts/accounts.ts';
import { revokeImportInvitations, revokeLinks } from '../auth/links.ts';
import { hashOf } from '../base/ids.ts';
import { familyOf, withLocks } from '../booking/locks.ts';
import { type Context, transact } from '../engine/context.ts';
import { claimEnquiries } from '../enquiries/family-enquiries.ts';
import { phoneMarkUnlessBusy } from '../people/contact-marks.ts';
import { lockAccount, readMember } from '../sessions/credentials.ts';
import { hashPassword, NO_PASSWORD } from '../sessions/hashing.ts';
import { startSession } from '../sessions/sessions.ts';

/** An invitation that can be accepted. */
interface LiveImportInvitation {
  readonly familyId: string;
  readonly personId: string;
  readonly tokenHash: string;
}

/** The invitation of this link; null if there is none, or no longer. */
export async function findImportInvitation(
  { database: { db }, now }: Context,
  token: string,
): Promise<(LiveImportInvitation & { readonly open: OpenImportInvitation }) | null> {
  const tokenHash = hashOf(token);
  const row = await db
    .selectFrom('import_invitations')
    .innerJoin('people', 'people.id', 'person_id')
    .innerJoin('imported_families', 'imported_families.family_id', 'people.family_id')
    .innerJoin('imports', 'imports.id', 'import_id')
    .innerJoin('admins', 'admins.id', 'admin_id')
    .select([
      'people.id as person_id',
      'people.family_id as family_id',
      'people.email as email',
      'admins.name as invited_by',
      'expires_at',
    ])
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { person_id: personId, family_id: familyId, email, invited_by, expires_at } = row;
  const open = { kind: 'import', email, invited_by, expires_at: toIso(expires_at) } as const;
  return { personId, familyId, tokenHash, open };
}

/**
 * Sets the parent's first password and signs them in. The link was sent to the address, so it
 * confirms the address. Throws invitation_not_found if the invitation was used or ended, or the
 * import undone, since it was found.
 */
export async function acceptImportInvitation(
  context: Context,
  { familyId, personId, tokenHash }: LiveImportInvitation,
  { password, ...details }: Omit<Acceptance, 'token'>,
): Promise<{ readonly session: Session; readonly user: FamilyUser }> {
  const password_hash = await hashPassword(password, personId);
  const phone = details.Parent_Phone_Number;
  const mark =
    phone === undefined
      ? {}
      : { phone_mark: await phoneMarkUnlessBusy(context.database.db, phone, personId) };
  const owner = { audience: 'family', id: personId } as const;
  const session = await transact(context, (work) =>
    withLocks(work, { families: [familyId] }, async (locks) => {
      const { tx, now } = work;
      const isOpen = !familyOf(locks, familyId).hasLeft;
      // Checked now that the family is locked: the first of several concurrent calls wins.
      const ended = await revokeImportInvitations(work, (all) =>
        all.where('token_hash', '=', tokenHash).where('expires_at', '>', now),
      );
      const account = isOpen && ended > 0 ? await lockAccount(tx, owner, NO_PASSWORD) : null;
      if (account === null) throw new Refusal('invitation_not_found');
      await revokeLinks(work, account);
      const parent = await tx
        .updateTable('people')
        // Kysely leaves undefined values out of the statement.
        .set({
          password_hash,
          email_confirmed_at: now,
          name: details.Parent_Name,
          phone,
          ...mark,
        })
        .where('id', '=', personId)
        .returning(['email', 'phone'])
        .executeTakeFirstOrThrow();
      await claimEnquiries(work, familyId, { ...parent, phone: parent.phone ?? '' });
      return startSession(work, account);
    }),
  );
  const { db } = context.database;
  return { session, user: await readAccount(db, await readMember(db, personId), context.now) };
}
