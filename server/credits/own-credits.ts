// The credits that a family has bought or was given, beside that of its free first lesson.
import { FREE_LESSON_REASON } from '../../domain/enquiries/free-lesson.ts';
import type { Db } from '../engine/database.ts';

/** The ledger's entries of credits that families bought or were given, but for free lessons. */
export const ownCredits = (db: Db) =>
  db
    .selectFrom('credit_ledger')
    .leftJoin('ledger_reasons', (join) =>
      join
        .onRef('ledger_reasons.family_id', '=', 'credit_ledger.family_id')
        .onRef('ledger_reasons.seq', '=', 'credit_ledger.seq'),
    )
    .select('amount')
    .where('kind', 'in', ['purchase', 'adjustment'])
    .where('amount', '>', 0)
    // An entry with a booking returns what an absent student had spent.
    .where('booking_id', 'is', null)
    .where((eb) => eb.or([eb('reason', 'is', null), eb('reason', '<>', FREE_LESSON_REASON)]));

/** Whether the family ever had a credit of its own. */
export async function hadOwnCredit(db: Db, familyId: string): Promise<boolean> {
  const own = ownCredits(db).where('credit_ledger.family_id', '=', familyId).limit(1);
  return (await own.executeTakeFirst()) !== undefined;
}
