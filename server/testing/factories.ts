// Accounts, lessons and credits for tests, made through the product's own code.
import type { Session } from '../../domain/account.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson, NewLesson } from '../../domain/lesson.ts';
import type { Proven } from '../accounts/credentials-store.ts';
import { startSession } from '../accounts/session-store.ts';
import { createAdmin } from '../accounts/store.ts';
import { changeCredits } from '../credits/store.ts';
import { transact } from '../db/index.ts';
import { newId } from '../ids.ts';
import { hashPassword } from '../passwords.ts';
import { createLesson } from '../lessons/store.ts';
import type { TestApp } from './app.ts';

let serial = 0;

export const PASSWORD = 'quantum-leap';
/** Made once: every test account has it. */
export const passwordHash = hashPassword(PASSWORD);

export interface Holder {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly session: Session;
}

/** The account of a student who was made here, as if the password had just been checked. */
export const provenStudent = async (id: string): Promise<Proven> => ({
  audience: 'student',
  id,
  password_hash: await passwordHash,
});

/** A sign-up form that nobody else has used. */
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

/** A student with this many credits and a live session, who can sign in with PASSWORD. */
export async function makeStudent(test: TestApp, credits = 0): Promise<Holder> {
  const form = signUpForm();
  const id = newId();
  const { db } = test.database;
  await transact(db, async (tx) => {
    await tx
      .insertInto('students')
      .values({
        id,
        parent_name: form.Parent_Name,
        parent_email: form.Parent_Email,
        parent_phone: form.Parent_Phone_Number,
        student_name: form.Student_Name,
        password_hash: await passwordHash,
        created_at: test.clock.now,
      })
      .execute();
    await tx.insertInto('balances').values({ student_id: id, credits: 0, last_entry: null }).execute();
    if (credits > 0)
      await changeCredits(tx, test.clock.now, id, credits, { kind: 'adjustment', reason: 'test' });
  });
  const session = await startSession(db, test.clock.now, { audience: 'student', id });
  return { id, email: form.Parent_Email, token: session.access_token, session };
}

/** An admin who can sign in with PASSWORD. */
export async function makeAdmin(test: TestApp): Promise<Holder> {
  serial += 1;
  const email = `tutor${serial}@example.com`;
  await createAdmin(test.database.db, test.clock.now, { email, name: 'Tutor', password: PASSWORD });
  const { body } = await test.call(endpoints.adminLogin, { body: { email, password: PASSWORD } });
  return { id: body.user.id, email, token: body.session.access_token, session: body.session };
}

/** What a lesson form sends: Saturday, three days after the tests' clock starts. */
export const lessonForm: NewLesson = {
  Date: '2026-11-21',
  Time: '09:00:00',
  Lesson_Name: 'Forces and motion',
  Meeting_Link: 'https://meet.example.com/forces',
  Max_Students: 10,
  lesson_notes: 'Bring a calculator.',
};

export function makeLesson(test: TestApp, changes: Partial<NewLesson> = {}): Promise<AdminLesson> {
  return transact(test.database.db, (tx) => createLesson(tx, test.clock.now, { ...lessonForm, ...changes }));
}
