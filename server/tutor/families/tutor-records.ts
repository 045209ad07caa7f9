// Families, as the tutor sees them.
import { sql } from 'kysely';

import { FREE_LESSON_REASON } from '../../../domain/enquiries/free-lesson.ts';
import { fieldRefusal, Refusal } from '../../../domain/errors.ts';
import { creditCount } from '../../../domain/payments/credits.ts';
import type { Student } from '../../../domain/people/student.ts';
import { schoolYearsAt } from '../../../domain/school-year.ts';
import { toIso } from '../../../domain/time.ts';
import type {
  Adjustment,
  BookedLesson,
  FamilyRecord,
  FamilySummary,
} from '../../../domain/tutor/family-record.ts';
import { readParent } from '../../accounts/accounts.ts';
import {
  listPeople,
  parentsOf,
  personColumns,
  type PersonRow,
  withSignIns,
} from '../../accounts/people/people.ts';
import { recordActivity } from '../../activity/activities.ts';
import { allActiveBookings } from '../../booking/active-bookings.ts';
import { listEntries } from '../../credits/history.ts';
import { changeCredits, readBalance } from '../../credits/ledger.ts';
import { type Context, transact, type Work } from '../../engine/context.ts';
import type { Db } from '../../engine/database.ts';
import { answerOnce, NEW_REQUEST, type RequestKey } from '../../engine/idempotency.ts';
import { findGrantee, markAsGranted } from '../../enquiries/grant-free-lesson.ts';
import { listPaymentsOf } from '../../payments/tutor-view/tutor-payments.ts';
import { bouncedOf, listBouncedAddresses } from '../../people/bounced-emails.ts';
import { completeMarks } from '../../people/contact-marks.ts';
import { listStudents, toStudent } from '../../people/student-rows.ts';
import type { AdminActor } from '../../sessions/sessions.ts';
import { lastAttended, lookUpLessons } from './next-and-last.ts';

const MAX_FAMILIES_LISTED = 10_000;

const MAX_PAST_LESSONS = 200;

/**
 * The latest families, newest first, with their lessons at `now` (epoch milliseconds). If there are
 * more than `max`, those that have had a credit or a spot come before the cut: anybody can sign up
 * any number of times.
 */
export async function listFamilies(
  db: Db,
  now: number,
  max = MAX_FAMILIES_LISTED,
): Promise<FamilySummary[]> {
  const years = schoolYearsAt(now);
  const [[families, people, students], bounced, lessonsOf] = await Promise.all([
    readLatestFamilies(db, now, max),
    listBouncedAddresses(db, null),
    lookUpLessons(db, now),
  ]);
  const peopleOf = Map.groupBy(people, ({ family_id }) => family_id);
  const studentsOf = Map.groupBy(students, ({ family_id }) => family_id);
  return families.flatMap(({ id, Credits: credits, created_at, last_attended_at }) => {
    const members = toMembers(
      peopleOf.get(id) ?? [],
      (studentsOf.get(id) ?? []).map((row) => toStudent(row, years)),
    );
    const [parent, student] = [members.parents[0], members.students[0]];
    // The family left, or signed up, between two queries.
    if (parent === undefined || student === undefined) return [];
    const { lessonOf, ...lessons } = lessonsOf(id);
    return [
      {
        id,
        Student_Name: student.Student_Name,
        Parent_Name: parent.name,
        Parent_Email: parent.email,
        Parent_Phone_Number: parent.phone,
        Credits: credits,
        created_at: toIso(created_at),
        ...lessons,
        last_attended_at: last_attended_at === null ? null : toIso(last_attended_at),
        parents: members.parents,
        students: members.students.map((one) => ({ ...one, lesson: lessonOf(one.id) })),
        bounced_emails: bouncedOf(peopleOf.get(id) ?? [], bounced).map(({ email }) => email),
      },
    ];
  });
}

/** The rows of the latest families, newest first, and of their people and students. */
async function readLatestFamilies(db: Db, now: number, max: number) {
  const open = db.selectFrom('families').where('deleted_at', 'is', null);
  const newestOf = (families: typeof open) =>
    families.orderBy('families.created_at', 'desc').orderBy('families.id', 'desc');
  const cut = await newestOf(open).select('families.id').offset(max).limit(1).executeTakeFirst();
  const latest = newestOf(cut === undefined ? open : open.orderBy(isStranger)).limit(max);
  const [families, people, students] = await Promise.all([
    latest
      .innerJoin('balances', 'balances.family_id', 'families.id')
      .select((eb) => [
        'families.id as id',
        'credits as Credits',
        'families.created_at as created_at',
        lastAttended(eb, now).as('last_attended_at'),
      ])
      .execute(),
    db
      .selectFrom('people')
      .select(['family_id', ...personColumns])
      .where('family_id', 'in', latest.select('families.id'))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('students')
      .selectAll()
      .where('family_id', 'in', latest.select('families.id'))
      .where('removed_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  ]);
  return [
    families.toSorted((one, other) => other.created_at - one.created_at),
    people,
    students,
  ] as const;
}

/** Whether a family has never had a credit or a spot, in SQL. */
const isStranger = sql<boolean>`
  not exists (select 1 from credit_ledger where credit_ledger.family_id = families.id)
  and not exists (select 1 from bookings where bookings.family_id = families.id)`;

/** All people of a family, from the rows of its people and students. */
function toMembers(people: PersonRow[], students: Student[]) {
  const phones = new Map(people.map(({ id, phone }) => [id, phone ?? '']));
  return {
    parents: parentsOf(people).map((parent) => ({ ...parent, phone: phones.get(parent.id) ?? '' })),
    students: withSignIns(students, people),
  };
}

/**
 * The name that the tutor sees for a family: its first student's. Throws not_found if the family is
 * unknown or has left.
 */
async function requireFamily(db: Db, id: string) {
  const row = await db
    .selectFrom('families')
    .innerJoin('students', 'students.family_id', 'families.id')
    .select(['students.name as student_name', 'families.created_at as created_at'])
    .where('families.id', '=', id)
    .where('deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .orderBy('students.created_at')
    .orderBy('students.id')
    .executeTakeFirst();
  if (row === undefined)
    throw new Refusal('not_found', { message: 'This student no longer exists.' });
  return row;
}

/** Everything the tutor sees of one family. Throws not_found. */
export async function readRecord(
  db: Db,
  { id, now }: { id: string; now: number },
): Promise<FamilyRecord> {
  const { created_at } = await requireFamily(db, id);
  const lessons = allActiveBookings(db)
    .innerJoin('students', 'students.id', 'bookings.student_id')
    .select([
      'bookings.id as booking_id',
      'lesson_id as Lesson_ID',
      'lessons.name as Lesson_Name',
      'date as Lesson_Date',
      'time as Lesson_Time',
      'starts_at',
      'students.id as Student_ID',
      'students.name as Student_Name',
      'absent_at',
    ])
    .where('bookings.family_id', '=', id);
  const upcoming = await lessons
    .where('deleted_at', 'is', null)
    .where('starts_at', '>', now)
    .orderBy('starts_at')
    .execute();
  const past = await lessons
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .limit(MAX_PAST_LESSONS)
    .execute();
  const [people, students] = [await listPeople(db, id), await listStudents(db, id, now)];
  const members = toMembers(people, students);
  const [first] = members.parents;
  if (first === undefined)
    throw new Refusal('not_found', { message: 'This student no longer exists.' });
  return {
    student: {
      ...(await readFirst(db, { id: first.id, familyId: id }, now)),
      created_at: toIso(created_at),
    },
    ...members,
    bounced_emails: bouncedOf(people, await listBouncedAddresses(db, id)),
    upcoming: upcoming.map(toBookedLesson),
    past: past.map(toBookedLesson),
    entries: await listEntries(db, id, { from: 0, until: null }),
    payments: await listPaymentsOf(db, id),
  };
}

/**
 * The account as its first parent sees it. Throws not_found if they have left since they were
 * found.
 */
async function readFirst(db: Db, parent: Parameters<typeof readParent>[1], now: number) {
  try {
    return await readParent(db, parent, now);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unauthenticated')
      throw new Refusal('not_found', { message: 'This student no longer exists.' });
    throw error;
  }
}

function toBookedLesson({
  absent_at,
  starts_at,
  ...row
}: Omit<BookedLesson, 'absent' | 'starts_at'> & {
  absent_at: number | null;
  starts_at: number;
}): BookedLesson {
  return { ...row, starts_at: toIso(starts_at), absent: absent_at !== null };
}

/**
 * Adds or removes credits with a reason. Returns the new balance; throws not_found, or
 * insufficient_credits if there are too few.
 */
export async function adjustCredits(
  context: Context<AdminActor>,
  familyId: string,
  { amount, reason }: Adjustment,
  requestKey: RequestKey = NEW_REQUEST,
): Promise<number> {
  const { db } = context.database;
  const { student_name } = await requireFamily(db, familyId);
  const isFreeLesson = amount > 0 && reason === FREE_LESSON_REASON;
  const grantee = isFreeLesson ? await findGrantee(db, familyId) : null;
  if (grantee !== null) await completeMarks(db, grantee, context.actor.id);
  const adjust = async (work: Work<AdminActor>) => {
    const { tx, actor } = work;
    const balance = await changeCredits(work, { familyId, amount, kind: 'adjustment', reason });
    if (balance === null) {
      const message = `${student_name} has only ${creditCount(await readBalance(tx, familyId))}.`;
      throw fieldRefusal('amount', 'insufficient_credits', message);
    }
    // Checked again now that the ledger entry protects the account's row from erasure: an erased
    // account must not keep a reason.
    await requireFamily(tx, familyId);
    await recordActivity(work, {
      adminId: actor.id,
      kind: 'credits_adjusted',
      familyId,
      ledgerEntry: balance.entry,
      detail: `${amount > 0 ? '+' : '-'}${creditCount(Math.abs(amount))}`,
    });
    // For a family that is already marked, giving these credits is the tutor's decision.
    if (grantee !== null) await markAsGranted(work, familyId, grantee);
    return balance.credits;
  };
  return transact(context, (work) => answerOnce(work, requestKey, () => adjust(work)));
}
