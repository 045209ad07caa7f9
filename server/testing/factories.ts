// Accounts, lessons and credits for tests, created through the product's own code.
import type { Session } from '../../domain/auth/session.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson, NewLesson, SizedLesson } from '../../domain/lessons/lesson.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { insertPerson } from '../accounts/accounts.ts';
import { insertFamily } from '../accounts/register.ts';
import { newId } from '../base/ids.ts';
import { insertLesson } from '../booking/lessons.ts';
import { type Balance, changeCredits } from '../credits/ledger.ts';
import { transact } from '../engine/context.ts';
import { changeStudent, insertStudent } from '../people/student-rows.ts';
import { lockAccount, newAccount, type Owner, type ProvenOwner } from '../sessions/credentials.ts';
import { type AdminActor, type FamilyActor, startSession } from '../sessions/sessions.ts';
import { cheapHashOf } from './accounts/cheap-hash.ts';
import type { TestApp } from './app.ts';
import { type Caller, makeCaller, makeFamilyCaller, type TestFamily } from './caller.ts';

let serial = 0;

export const PASSWORD = 'quantum-leap';
const passwordHash = cheapHashOf(PASSWORD);

/** The parent of a family, as after a password check. */
export const provenParent = ({ personId }: Pick<TestFamily, 'personId'>): ProvenOwner => ({
  audience: 'family',
  id: personId,
  password_hash: passwordHash,
});

/** A sign-up form with unique details. */
export function signUpForm() {
  serial += 1;
  return {
    Parent_Name: `Parent ${serial}`,
    Parent_Email: `parent${serial}@example.com`,
    Parent_Phone_Number: '07700900123',
    Student_Name: `Student ${serial}`,
    password: PASSWORD,
  };
}

/**
 * A family with this many credits, whose parent has an active session and can sign in with
 * PASSWORD. By default the parent's address is confirmed.
 */
export async function makeFamily(
  test: TestApp,
  credits = 0,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<TestFamily> {
  const form = signUpForm();
  const id = newId();
  const studentId = newId();
  const { personId, session } = await transact(test.context(null), async (work) => {
    const { parent } = await insertFamily(work, {
      familyId: id,
      studentId,
      form,
      password_hash: passwordHash,
      email_confirmed_at: isConfirmed ? work.now : null,
    });
    if (credits > 0)
      await changeCredits(work, {
        familyId: id,
        amount: credits,
        kind: 'adjustment',
        reason: 'test',
      });
    return {
      personId: parent.person_id,
      session: await startSession(work, newAccount({ audience: 'family', id: parent.person_id })),
    };
  });
  return makeFamilyCaller(test, { id, personId, studentId, email: form.Parent_Email, session });
}

/** Makes `count` families, each with these credits. */
export async function makeFamilies(
  test: TestApp,
  count: number,
  credits = 0,
): Promise<TestFamily[]> {
  const families: TestFamily[] = [];
  for (let n = 0; n < count; n += 1) families.push(await makeFamily(test, credits));
  return families;
}

/**
 * Another person of a family, with an active session, who can sign in with PASSWORD. `id` is the
 * person's.
 */
async function addPerson(
  test: TestApp,
  familyId: string,
  own: { name: string; student_id: string | null },
): Promise<Caller> {
  serial += 1;
  const email = `person${serial}@example.com`;
  return transact(test.context(null), async (work) => {
    const { person_id: id } = await insertPerson(work, {
      ...own,
      family_id: familyId,
      role: own.student_id === null ? 'parent' : 'student',
      email,
      email_confirmed_at: work.now,
      phone: own.student_id === null ? '07700900456' : null,
      password_hash: passwordHash,
    });
    const session = await startSession(work, newAccount({ audience: 'family', id }));
    return makeCaller(test, { id, email, session });
  });
}

/** A second parent. */
export function addParent(test: TestApp, { id }: Pick<TestFamily, 'id'>): Promise<Caller> {
  return addPerson(test, id, { name: 'Other parent', student_id: null });
}

/** Adds a student without a sign-in to the family. Returns the student's id. */
export async function addStudent(
  test: TestApp,
  { id }: Pick<TestFamily, 'id'>,
  studentName = 'Sibling',
): Promise<string> {
  const form = { Student_Name: studentName, year_class: 'year-10' } as const;
  const student = await transact(test.context(null), (work) => insertStudent(work, id, form));
  return student.id;
}

/** A student's own sign-in, with or without the right to book. */
export async function addSignIn(
  test: TestApp,
  { id }: Pick<TestFamily, 'id'>,
  studentId: string,
  may_book = false,
): Promise<Caller> {
  const student = await transact(test.context(null), (work) =>
    changeStudent(work, { id: studentId, familyId: id }, { may_book }),
  );
  if (student === null) throw new Error('The family has no such student.');
  return addPerson(test, id, { name: student.Student_Name, student_id: studentId });
}

/** The token of a booking's join link. */
export async function joinTokenOf(test: TestApp, bookingId: string): Promise<string> {
  const { join_token } = await test.database.db
    .selectFrom('bookings')
    .select('join_token')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  if (join_token === null) throw new Error('The booking has no join link.');
  return join_token;
}

const parentOf = ({ id, personId }: Pick<TestFamily, 'id' | 'personId'>): FamilyActor => ({
  audience: 'family',
  id: personId,
  familyId: id,
  student: null,
  chain: '',
});

/** The parent of a family created by a sign-up. */
export async function findParent(test: TestApp, familyId: string): Promise<FamilyActor> {
  const { id } = await test.database.db
    .selectFrom('people')
    .select('id')
    .where('family_id', '=', familyId)
    .executeTakeFirstOrThrow();
  return parentOf({ id: familyId, personId: id });
}

export const adminOf = ({ id }: Pick<Caller, 'id'>): AdminActor => ({
  audience: 'admin',
  id,
  chain: '',
});

/** A session that begins at this instant, as after a password check. */
export function beginSession(test: TestApp, owner: Owner, now = test.clock.now): Promise<Session> {
  return transact({ ...test.context(null), now }, async (work) => {
    const account = await lockAccount(work.tx, owner);
    if (account === null) throw new Error(`there is no account ${owner.id}`);
    return startSession(work, account);
  });
}

/** Gives credits, as the tutor would. */
export function giveCredits(
  test: TestApp,
  familyId: string,
  amount: number,
): Promise<Balance | null> {
  return transact(test.context(null), (work) =>
    changeCredits(work, { familyId, amount, kind: 'adjustment', reason: 'test' }),
  );
}

/** An admin with an active session, who can sign in with PASSWORD. */
export async function makeAdmin(test: TestApp): Promise<Caller> {
  serial += 1;
  const id = newId();
  const email = `tutor${serial}@example.com`;
  const row = { id, email, name: 'Tutor', password_hash: passwordHash };
  await test.database.db
    .insertInto('admins')
    .values({ ...row, created_at: test.clock.now })
    .execute();
  const session = await beginSession(test, { audience: 'admin', id });
  return makeCaller(test, { id, email, session });
}

/** Signs an admin in at the current time: a session ends after a day without calls. */
export async function signInAgain(test: TestApp, { id, email }: Caller): Promise<Caller> {
  const session = await beginSession(test, { audience: 'admin', id });
  return makeCaller(test, { id, email, session });
}

/** A parent with a new session: one does not last from one school year to the next. */
export async function parentAgain(test: TestApp, family: TestFamily) {
  const session = await beginSession(test, provenParent(family));
  return makeCaller(test, { ...family, session });
}

/** A lesson form: Saturday, three days after the tests' clock starts. */
export const lessonForm: SizedLesson = {
  Date: '2026-11-21',
  Time: '09:00:00',
  Lesson_Name: 'Forces and motion',
  Meeting_Link: 'https://meet.example.com/forces',
  Max_Students: 10,
  lesson_notes: 'Bring a calculator.',
  Topic_ID: null,
};

export function makeLesson(
  test: TestApp,
  { Max_Students: maxStudents = lessonForm.Max_Students, ...changes }: Partial<NewLesson> = {},
): Promise<AdminLesson> {
  const lesson = { ...lessonForm, ...changes, Max_Students: maxStudents };
  return transact(test.context(null), (work) => insertLesson(work, lesson));
}

/** A lesson this many days from today: for races, whose processes have the real clock. */
export const makeLessonIn = (test: TestApp, days: number, changes: Partial<NewLesson> = {}) =>
  makeLesson(test, { Date: addDays(ukDate(Date.now()), days), ...changes });

/** Books as the family would; needs a credit. Returns the booking's id. */
export async function makeBooking(
  test: TestApp,
  { token }: Pick<Caller, 'token'>,
  lessonId: string,
  studentId?: string,
): Promise<string> {
  const { body } = await test.call(endpoints.bookLesson, {
    token,
    body: { Lesson_ID: lessonId, Student_ID: studentId },
  });
  return body.booking.id;
}
