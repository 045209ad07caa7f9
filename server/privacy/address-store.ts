// The email addresses that a family had before its present one.
import type { Db } from '../db/database.ts';

/** Those that its mails went to until it changed them, without those that another account or an admin has by now. */
export async function findFormerAddresses(db: Db, studentId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mails')
    .select('recipient')
    .distinct()
    .where('student_id', '=', studentId)
    .where((eb) => eb.or([eb('cause', 'like', 'welcome:%'), eb('cause', 'like', 'email-changed:%')]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('students')
            .select('students.id')
            .whereRef('parent_email', '=', 'recipient')
            .where('students.id', '!=', studentId),
        ),
      ),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('admins').select('admins.id').whereRef('email', '=', 'recipient'))),
    )
    .execute();
  return rows.map(({ recipient }) => recipient);
}
