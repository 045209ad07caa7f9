// The export of all stored data about a family, for the family to download.
import type { FamilyData } from '../../../domain/accounts/family-data.ts';
import { describeYear, schoolYearsAt } from '../../../domain/school-year.ts';
import { toIso } from '../../../domain/time.ts';
import { listEntries } from '../../credits/history.ts';
import type { Db } from '../../engine/database.ts';
import { bookingsOf, LETTER } from '../../lessons/reminders/reminder-emails.ts';
import { show } from '../../people/columns.ts';
import { personDefinition, studentDefinition } from '../../people/definitions.ts';
import { readParent } from '../accounts.ts';
import type { AccountListeners } from '../listeners.ts';
import { listExportedEmails, toWire } from './exported-rows.ts';

/** What other features may add. */
const NOTHING: Pick<FamilyData, 'practice' | 'payments' | 'enquiries' | 'caught'> = {
  practice: { answers: [], done: [], boxes: [] },
  payments: [],
  enquiries: [],
  caught: [],
};

/**
 * Everything stored about the family. `created_at` of the account and all instants are ISO 8601.
 */
export async function collectFamilyData(
  db: Db,
  { id, familyId, now }: { id: string; familyId: string; now: number },
  listeners: AccountListeners,
): Promise<FamilyData> {
  const account = await readParent(db, { id, familyId }, now);
  const { created_at } = await db
    .selectFrom('families')
    .select('created_at')
    .where('id', '=', familyId)
    .executeTakeFirstOrThrow();
  const people = await collectPeople(db, familyId);
  const emails = await listExportedEmails(db, (all) => all.where('family_id', '=', familyId));
  const added: Partial<FamilyData> = {};
  for (const { exportData } of listeners) {
    const { emails: others = [], ...part } =
      (await exportData?.(db, { id: familyId, now, people })) ?? {};
    Object.assign(added, part);
    emails.push(...others);
  }
  return {
    ...NOTHING,
    ...added,
    exported_at: toIso(now),
    account: { ...account, created_at: toIso(created_at) },
    people: people.map(({ pending_email, calendar_made_at, ...person }) => ({
      ...show(person, personDefinition, 'exported'),
      ...toWire({ pending_email, calendar_made_at }),
    })),
    students: await collectStudents(db, familyId, now),
    invitations: await collectInvitations(db, familyId),
    bookings: await collectBookings(db, familyId),
    waiting: await collectWaiting(db, familyId),
    credits: await listEntries(db, familyId, { from: 0, until: null }),
    sessions: await collectSessions(db, familyId),
    reset_requests: await collectResetRequests(db, familyId),
    emails: emails.toSorted(
      (one, other) => Date.parse(one.created_at) - Date.parse(other.created_at),
    ),
    tutor_actions: await collectActions(db, familyId),
  };
}

function collectPeople(db: Db, familyId: string) {
  return db
    .selectFrom('people')
    .leftJoin('email_changes', 'email_changes.person_id', 'people.id')
    .leftJoin('calendar_feeds', 'calendar_feeds.person_id', 'people.id')
    .selectAll('people')
    .select([
      'email_changes.email as pending_email',
      'calendar_feeds.created_at as calendar_made_at',
    ])
    .where('family_id', '=', familyId)
    .orderBy('people.created_at')
    .orderBy('people.id')
    .execute();
}

async function collectStudents(db: Db, familyId: string, now: number) {
  const years = schoolYearsAt(now);
  const rows = await db
    .selectFrom('students')
    .selectAll()
    .where('family_id', '=', familyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...show(row, studentDefinition, 'exported'),
    ...describeYear(row, years),
  }));
}

async function collectInvitations(db: Db, familyId: string): Promise<FamilyData['invitations']> {
  const rows = await db
    .selectFrom('invitations')
    .select(['role', 'email', 'created_at', 'expires_at'])
    .where('family_id', '=', familyId)
    .orderBy('created_at')
    .execute();
  return rows.map(toWire);
}

async function collectBookings(db: Db, familyId: string): Promise<FamilyData['bookings']> {
  const rows = await db
    .selectFrom('bookings')
    .innerJoin('lessons', 'lessons.id', 'bookings.lesson_id')
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select([
      'bookings.id as id',
      'student_id as Student_ID',
      'students.name as Student_Name',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'bookings.created_at as created_at',
      'cancelled_at',
      'absent_at',
      'present_at',
      'excused_at',
      'joined_at',
      'letter_at',
    ])
    .where('bookings.family_id', '=', familyId)
    .orderBy('bookings.created_at')
    .orderBy('bookings.id')
    .execute();
  const inLetters = await listInLetters(db, familyId);
  return rows.map((row) =>
    toWire({ ...row, letter_at: inLetters.has(row.id) ? row.letter_at : null }),
  );
}

/** The ids of the bookings of which a letter went: one is marked also when nobody was to get it. */
async function listInLetters(db: Db, familyId: string): Promise<ReadonlySet<string>> {
  const letters = await db
    .selectFrom('emails')
    .select('cause')
    .where('family_id', '=', familyId)
    .where('cause', 'like', `${LETTER}%`)
    .execute();
  return new Set(letters.flatMap(({ cause }) => bookingsOf(cause)));
}

async function collectWaiting(db: Db, familyId: string): Promise<FamilyData['waiting']> {
  const rows = await db
    .selectFrom('waiting_list_entries')
    .innerJoin('lessons', 'lessons.id', 'waiting_list_entries.lesson_id')
    .innerJoin('students', 'students.id', 'waiting_list_entries.student_id')
    .select([
      'student_id as Student_ID',
      'students.name as Student_Name',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'joined_at',
    ])
    .where('waiting_list_entries.family_id', '=', familyId)
    .orderBy('joined_at')
    .orderBy('lessons.id')
    .orderBy('number')
    .execute();
  return rows.map(toWire);
}

async function collectSessions(db: Db, familyId: string): Promise<FamilyData['sessions']> {
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['sessions.created_at as created_at', 'expires_at', 'ended_at'])
    .where('family_id', '=', familyId)
    .orderBy('sessions.created_at')
    .orderBy('sessions.id')
    .execute();
  return rows.map(toWire);
}

async function collectResetRequests(db: Db, familyId: string) {
  const rows = await db
    .selectFrom('password_resets')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['password_resets.created_at as created_at', 'expires_at', 'used_at'])
    .where('family_id', '=', familyId)
    .orderBy('password_resets.created_at')
    .orderBy('token_hash')
    .execute();
  return rows.map(toWire);
}

async function collectActions(db: Db, familyId: string): Promise<FamilyData['tutor_actions']> {
  const rows = await db
    .selectFrom('activities')
    .select(['kind', 'created_at'])
    .where('family_id', '=', familyId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toWire);
}
