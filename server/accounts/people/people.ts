// The people of a family: parents, students with their sign-ins, and open invitations.
import type { Family, FamilyMember, Parent } from '../../../domain/people/family.ts';
import { toIso } from '../../../domain/time.ts';
import type { Db } from '../../engine/database.ts';
import { listBouncedAddresses, bouncedOf } from '../../people/bounced-emails.ts';
import { listStudents } from '../../people/student-rows.ts';

export const personColumns = ['id', 'role', 'student_id', 'name', 'email', 'phone'] as const;

export interface PersonRow {
  readonly id: string;
  readonly role: string;
  readonly student_id: string | null;
  readonly name: string;
  readonly email: string;
  /** Null for a student. */
  readonly phone: string | null;
}

/** The parents among the people of one family, in order of creation. The first one is its owner. */
export function parentsOf(people: PersonRow[]): Parent[] {
  return people
    .filter(({ role }) => role === 'parent')
    .map(({ id, name, email }, index) => ({ id, name, email, is_owner: index === 0 }));
}

/** Each student with their sign-in. */
export function withSignIns<S extends Omit<FamilyMember, 'sign_in'>>(
  students: S[],
  people: PersonRow[],
): (S & Pick<FamilyMember, 'sign_in'>)[] {
  return students.map((student) => {
    const own = people.find(({ student_id }) => student_id === student.id);
    return { ...student, sign_in: own === undefined ? null : { email: own.email } };
  });
}

/** The people of a family who sign in, oldest first. */
export function listPeople(db: Db, familyId: string) {
  return db
    .selectFrom('people')
    .select(personColumns)
    .where('family_id', '=', familyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Everybody in the family, as the parents see it. */
export async function readFamily(
  db: Db,
  { familyId, now }: { familyId: string; now: number },
): Promise<Family> {
  const [people, students, invitations, bounced] = await Promise.all([
    listPeople(db, familyId),
    listStudents(db, familyId, now),
    db
      .selectFrom('invitations')
      .select(['id', 'role', 'email', 'student_id as Student_ID', 'expires_at'])
      .where('family_id', '=', familyId)
      .where('expires_at', '>', now)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    listBouncedAddresses(db, familyId),
  ]);
  return {
    parents: parentsOf(people),
    students: withSignIns(students, people),
    invitations: invitations.map((row) => ({ ...row, expires_at: toIso(row.expires_at) })),
    bounced_emails: bouncedOf(people, bounced).map(({ email, at }) => ({ email, at })),
  };
}
