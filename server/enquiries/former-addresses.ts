// The email addresses that a person had before the current one.
import type { Db } from '../engine/database.ts';

/**
 * The addresses that the person's emails went to before an email change, except those that another
 * person or an admin has now.
 */
export async function findFormerAddresses(
  db: Db,
  { familyId, personId }: { readonly familyId: string; readonly personId: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('emails')
    .select('recipient')
    .distinct()
    .where('family_id', '=', familyId)
    .where('person_id', '=', personId)
    .where('recipient', '<>', '')
    .where((eb) =>
      eb.or([eb('cause', 'like', 'welcome:%'), eb('cause', 'like', 'email-changed:%')]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('people')
            .select('people.id')
            .whereRef('email', '=', 'recipient')
            .where('people.id', '!=', personId),
        ),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom('admins').select('admins.id').whereRef('email', '=', 'recipient')),
      ),
    )
    .execute();
  return rows.map(({ recipient }) => recipient);
}
