// Another email for an account: it counts once the link that was sent to it has been followed.
import { Refusal } from '../../domain/errors.ts';
import { EMAIL_LINK_HOURS } from '../../domain/limits.ts';
import { confirmEmailPath } from '../../domain/paths.ts';
import { type Context, transact } from '../context.ts';
import { isUniqueViolation } from '../db/database.ts';
import { hashOf, newToken } from '../ids.ts';
import { emailChanged, emailConfirmation } from './messages.ts';
import { queueMail } from '../mail/store.ts';
import { findCredentials, holdAccount, holdProven, type Proven } from './credentials-store.ts';
import { endLinks, forgetExpiredLinks } from './link-store.ts';

/** Mails a link to the new address, in the place of any earlier one. Throws email_taken. */
export async function requestEmailChange(context: Context, proven: Proven, email: string): Promise<void> {
  const { now } = context;
  const token = newToken();
  const pending = {
    email,
    token_hash: hashOf(token),
    created_at: now,
    expires_at: now + EMAIL_LINK_HOURS * 3_600_000,
  };
  await transact(context, async (work) => {
    const { tx } = work;
    await holdProven(tx, proven);
    // For the family's sake alone; what decides is the unique email, when the link is followed.
    if ((await findCredentials(tx, 'student', email)) !== undefined) {
      const { message } = new Refusal('email_taken');
      throw new Refusal('email_taken', { details: [{ field: 'Parent_Email', message }] });
    }
    await forgetExpiredLinks(work);
    await tx
      .insertInto('email_changes')
      .values({ student_id: proven.id, ...pending })
      .onConflict((conflict) => conflict.column('student_id').doUpdateSet(pending))
      .execute();
    const mail = emailConfirmation(pending.token_hash, proven.id, email, confirmEmailPath(token));
    await queueMail(work, mail);
  });
}

/**
 * Gives the account the email that the link was sent to, tells the old address and ends the account's other links. Throws
 * invalid_confirmation_token for a link that is unknown, used, ended or too old; email_taken when another account has got
 * that email meanwhile.
 */
export async function confirmEmail(context: Context, token: string): Promise<void> {
  const token_hash = hashOf(token);
  try {
    await transact(context, async (work) => {
      const { tx, now } = work;
      const known = await tx
        .selectFrom('email_changes')
        .select('student_id')
        .where('token_hash', '=', token_hash)
        .executeTakeFirst();
      if (known === undefined) throw new Refusal('invalid_confirmation_token');
      const owner = { audience: 'student', id: known.student_id } as const;
      const before = await holdAccount(tx, owner);
      const followed = await tx
        .deleteFrom('email_changes')
        .where('token_hash', '=', token_hash)
        .where('expires_at', '>', now)
        .returning('email')
        .executeTakeFirst();
      if (before === null || followed === undefined) throw new Refusal('invalid_confirmation_token');
      await tx
        .updateTable('students')
        .set({ parent_email: followed.email })
        .where('id', '=', owner.id)
        .where('deleted_at', 'is', null)
        .execute();
      await endLinks(work, owner);
      const old = { student_id: owner.id, parent_email: before.email, parent_name: before.name };
      await queueMail(work, emailChanged(old, followed.email, now));
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new Refusal('email_taken', {
      message: 'Another account has this email by now. Yours keeps its old one.',
    });
  }
}
