// The email addresses that a family had before its present one.
import type { Db } from '../db/database.ts';

/** Those that its emails went to until it changed them, without those that another account or an admin has by now. */
export async function findFormerAddresses(db: Db, familyId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('recipient')
    .distinct()
    .where('family_id', '=', familyId)
    .where((eb) => eb.or([eb('cause', 'like', 'welcome:%'), eb('cause', 'like', 'email-changed:%')]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('people')
            .select('people.id')
            .whereRef('email', '=', 'recipient')
            .where('people.family_id', '!=', familyId),
        ),
      ),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('admins').select('admins.id').whereRef('email', '=', 'recipient'))),
    )
    .execute();
  return rows.map(({ recipient }) => recipient);
}
