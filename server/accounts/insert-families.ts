// Inserts many families at once: those that the tutor brings along from another product.
import type { ImportedFamily } from '../../domain/imports/rows.ts';
import { sayYear } from '../../domain/school-year.ts';
import { newId } from '../base/ids.ts';
import type { Recipient } from '../email/compose.ts';
import { runTogether, type Work } from '../engine/context.ts';
import { type Param, prepare } from '../engine/prepared.ts';
import { NO_PASSWORD } from '../sessions/hashing.ts';

export interface InsertedFamily {
  readonly id: string;
  readonly parent: Recipient;
  readonly family: ImportedFamily;
}

/** One by one: for rows in one statement, SQLite would scan the tables that refer to families. */
const insertFamilyRow = prepare((db, param: Param<{ id: string; now: number }>) =>
  db.insertInto('families').values({ id: param('id'), created_at: param('now') }),
);

/**
 * Inserts families whose parents have no password yet, without balances. Leaves out those whose
 * email belongs to an account, even to one created meanwhile. Sort the families by email, so that
 * two imports of the same people do not wait for each other.
 */
export async function insertFamilies(
  { tx, now }: Work,
  families: readonly ImportedFamily[],
): Promise<InsertedFamily[]> {
  const rows = families.map((family) => ({ id: newId(), personId: newId(), family }));
  await runTogether(rows.map(({ id }) => insertFamilyRow.run(tx, { id, now })));
  const people = await tx
    .insertInto('people')
    .values(
      rows.map(({ id, personId, family: { name, email, phone } }) => ({
        id: personId,
        family_id: id,
        role: 'parent' as const,
        name,
        email,
        phone,
        password_hash: NO_PASSWORD,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('family_id')
    .execute();
  const ids = new Set(people.map(({ family_id }) => family_id));
  const existing = rows.filter(({ id }) => !ids.has(id)).map(({ id }) => id);
  if (existing.length > 0) await tx.deleteFrom('families').where('id', 'in', existing).execute();
  const inserted = rows.filter(({ id }) => ids.has(id));
  if (inserted.length === 0) return [];
  await tx
    .insertInto('students')
    .values(
      inserted.flatMap(({ id, family: { students } }) =>
        students.map((student, index) => ({
          // On the wire, a family and its first student have always had the same id.
          id: index === 0 ? id : newId(),
          family_id: id,
          ...student,
          ...(student.year_class === null ? {} : sayYear(student.year_class, now)),
          created_at: now,
        })),
      ),
    )
    .execute();
  return inserted.map(({ id, personId, family }) => {
    const { name, email } = family;
    const parent = { person_id: personId, family_id: id, email, email_confirmed_at: null, name };
    return { id, parent, family };
  });
}
