// Families and their people, with what a profile says about them.
import type { Insertable } from 'kysely';

import { Refusal } from '../../domain/errors.ts';
import { lastEndedStart } from '../../domain/lessons/lesson.ts';
import {
  type FamilyStats,
  type FamilyUser,
  type ParentUser,
  type StudentUser,
  REMINDER_HOURS,
  type ReminderHours,
} from '../../domain/people/account.ts';
import { newId } from '../base/ids.ts';
import { allActiveBookings } from '../booking/active-bookings.ts';
import type { Recipient } from '../email/compose.ts';
import type { Work } from '../engine/context.ts';
import type { Db } from '../engine/database.ts';
import { listStudents } from '../people/student-rows.ts';
import type { Tables } from '../schema/tables.ts';
import type { Member } from '../sessions/credentials.ts';

/**
 * Inserts a person who can sign in for their family. Throws a unique violation if the email is
 * taken.
 */
export async function insertPerson(
  { tx, now }: Work,
  person: Omit<Insertable<Tables['people']>, 'id' | 'created_at'>,
): Promise<Recipient> {
  const id = newId();
  await tx
    .insertInto('people')
    .values({ ...person, id, created_at: now })
    .execute();
  const { family_id, email, name, email_confirmed_at = null } = person;
  return { person_id: id, family_id, email, email_confirmed_at, name };
}

/**
 * The account as this person sees it. Lessons count as attended once they have ended, as booked
 * until they start. Throws unauthenticated if the person was removed during the call.
 */
export function readAccount(db: Db, member: Member, now: number): Promise<FamilyUser> {
  return member.student === null
    ? readParent(db, member, now)
    : readStudentUser(db, { ...member, studentId: member.student.id }, now);
}

/**
 * The account as this parent sees it. Throws unauthenticated if the parent was removed during the
 * call.
 */
export async function readParent(
  db: Db,
  { id, familyId }: Pick<Member, 'id' | 'familyId'>,
  now: number,
): Promise<ParentUser> {
  const [parent, students, lessons] = await Promise.all([
    db
      .selectFrom('people')
      .innerJoin('families', 'families.id', 'people.family_id')
      .innerJoin('balances', 'balances.family_id', 'people.family_id')
      .leftJoin('email_changes', (join) =>
        join
          .onRef('email_changes.person_id', '=', 'people.id')
          .on('email_changes.expires_at', '>', now),
      )
      .select([
        'people.name as name',
        'people.name as Parent_Name',
        'people.email as Parent_Email',
        'email_confirmed_at',
        'people.phone as phone',
        'email_changes.email as pending_email',
        'credits as Credits',
        'reminds_24h',
        'reminds_2h',
        'letters',
      ])
      .where('people.id', '=', id)
      .executeTakeFirst(),
    listStudents(db, familyId, now),
    countLessons(db, now).where('family_id', '=', familyId).executeTakeFirstOrThrow(),
  ]);
  const [first] = students;
  if (parent === undefined || first === undefined) throw new Refusal('unauthenticated');
  const { phone, email_confirmed_at, reminds_24h, reminds_2h, letters, ...details } = parent;
  return {
    id: familyId,
    Person_ID: id,
    role: 'parent',
    ...details,
    email_confirmed: email_confirmed_at !== null,
    Student_Name: first.Student_Name,
    Parent_Phone_Number: phone ?? '',
    ...lessons,
    reminder_hours: toReminderHours({ reminds_24h, reminds_2h }),
    letters: letters === 1,
    students,
  };
}

async function readStudentUser(
  db: Db,
  { id, familyId, studentId }: { id: string; familyId: string; studentId: string },
  now: number,
): Promise<StudentUser> {
  const [all, person, lessons] = await Promise.all([
    listStudents(db, familyId, now),
    db
      .selectFrom('people')
      .innerJoin('families', 'families.id', 'people.family_id')
      .select(['email_confirmed_at', 'reminds_24h', 'reminds_2h', 'letters'])
      .where('people.id', '=', id)
      .executeTakeFirst(),
    countLessons(db, now)
      .where('family_id', '=', familyId)
      .where('student_id', '=', studentId)
      .executeTakeFirstOrThrow(),
  ]);
  const own = all.find((student) => student.id === studentId);
  if (own === undefined || person === undefined) throw new Refusal('unauthenticated');
  return {
    id: familyId,
    Person_ID: id,
    role: 'student',
    name: own.Student_Name,
    Student_Name: own.Student_Name,
    Parent_Name: null,
    Parent_Email: null,
    Parent_Phone_Number: null,
    email_confirmed: person.email_confirmed_at !== null,
    pending_email: null,
    Credits: null,
    ...lessons,
    reminder_hours: toReminderHours(person),
    letters: person.letters === 1,
    students: [own],
  };
}

const countLessons = (db: Db, now: number) =>
  allActiveBookings(db).select(({ fn }) => [
    fn
      .countAll<number>()
      .filterWhere('starts_at', '<=', lastEndedStart(now))
      .filterWhere('absent_at', 'is', null)
      .as('Lessons_Attended'),
    fn
      .countAll<number>()
      .filterWhere('starts_at', '>', now)
      .filterWhere('deleted_at', 'is', null)
      .as('Lessons_Booked'),
  ]);

/** The dashboard's numbers, from the same profile. */
export function statsOf(user: FamilyUser): FamilyStats {
  return {
    lessonsAttended: user.Lessons_Attended,
    upcomingBookings: user.Lessons_Booked,
    creditsRemaining: user.Credits,
  };
}

/** Each is 0 or 1. */
type ReminderColumns = Readonly<Record<`reminds_${ReminderHours}h`, number>>;

/** A family's reminder choices, as stored in its row: only those that differ from `before`. */
export function toReminderColumns(
  chosen: ReminderHours[],
  before?: ReminderHours[],
): Partial<ReminderColumns> {
  const changed = REMINDER_HOURS.filter(
    (hours) => before?.includes(hours) !== chosen.includes(hours),
  );
  return Object.fromEntries(
    changed.map((hours) => [`reminds_${hours}h`, Number(chosen.includes(hours))]),
  );
}

const toReminderHours = (row: ReminderColumns): ReminderHours[] =>
  REMINDER_HOURS.filter((hours) => row[`reminds_${hours}h`] === 1);
