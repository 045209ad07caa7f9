// People and lessons made through the API for speed, and signing in by storing the session.
import { expect, type APIRequestContext, type Page, test } from '@playwright/test';

import type { Admin, Session, SignUpForm, Student } from '../domain/account.ts';
import type { NewLesson, AdminLesson } from '../domain/lesson.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { uniqueWord, whenReady } from './checks.ts';

export const PASSWORD = 'quantum-leap-7';

export interface Family {
  readonly form: SignUpForm;
  readonly user: Student;
  readonly session: Session;
}

export interface Tutor {
  readonly user: Admin;
  readonly session: Session;
}

export function signUpForm(changes: Partial<SignUpForm> = {}): SignUpForm {
  return {
    Parent_Name: 'Robin Journey',
    Parent_Email: `family-${uniqueWord()}@example.com`,
    Parent_Phone_Number: '07700900456',
    Student_Name: 'Kim Journey',
    password: PASSWORD,
    ...changes,
  };
}

/** Calls the API as a page would and expects it to work. */
export async function callApi<Answer>(
  request: APIRequestContext,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token, body }: { readonly token?: string; readonly body?: unknown } = {},
): Promise<Answer> {
  const response = await request.fetch(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { data: JSON.stringify(body) }),
  });
  expect(response.ok(), `${method} ${path}: ${response.status()}`).toBe(true);
  return (await response.json()) as Answer;
}

interface StudentSession {
  readonly session: Session;
  readonly user: Student;
}

/** A new account that is signed in, with credits given by the tutor. */
export async function createFamily(
  request: APIRequestContext,
  { credits = 0, ...changes }: Partial<SignUpForm> & { readonly credits?: number } = {},
): Promise<Family> {
  const form = signUpForm(changes);
  await callApi(request, 'POST', '/api/user-auth/register', { body: form });
  const held = await callApi<StudentSession>(request, 'POST', '/api/user-auth/login', {
    body: { email: form.Parent_Email, password: form.password },
  });
  if (credits > 0) {
    await callApi(request, 'POST', `/api/admin/students/${held.user.id}/credits`, {
      token: await tutorToken(request),
      body: { amount: credits, reason: 'For a journey' },
    });
  }
  return { form, user: held.user, session: held.session };
}

/** The tutor behind calls of the API alone; pages get a session of their own, which they may end. */
let tutorBehind: Promise<Tutor> | undefined;

async function tutorToken(request: APIRequestContext): Promise<string> {
  tutorBehind ??= signInTutor(request);
  return (await tutorBehind).session.access_token;
}

/** A session of the demo's tutor. */
export async function signInTutor(request: APIRequestContext): Promise<Tutor> {
  const { email, password } = DEMO_ADMIN;
  return callApi<Tutor>(request, 'POST', '/api/auth/login', { body: { email, password } });
}

/** Beyond everything that the demo plans and the other journeys book. */
const FIRST_QUIET_WEEK = 80;
/** A lesson repeated as often as can be, and the weeks around it. */
const WEEKS_FOR_ONE_TEST = 30;
const TESTS_FOR_ONE_WORKER = 100;
let weeksGiven = 0;

/** The Monday of a week that no other test plans in, nor in the 29 weeks after it. */
export function quietWeek(): string {
  const given = test.info().workerIndex * TESTS_FOR_ONE_WORKER + weeksGiven;
  weeksGiven += 1;
  return mondayOf(addDays(ukDate(Date.now()), 7 * (FIRST_QUIET_WEEK + WEEKS_FOR_ONE_TEST * given)));
}

/** A lesson made by the tutor; without a name of its own it gets one that no other test uses. */
export async function createLesson(
  request: APIRequestContext,
  lesson: Partial<NewLesson> & Pick<NewLesson, 'Date'>,
): Promise<AdminLesson> {
  const { lesson: created } = await callApi<{ lesson: AdminLesson }>(request, 'POST', '/api/lessons', {
    token: await tutorToken(request),
    body: {
      Time: '09:00:00',
      Lesson_Name: `Lesson ${uniqueWord()}`,
      Meeting_Link: 'https://meet.example.com/journey',
      Max_Students: 10,
      lesson_notes: '',
      ...lesson,
    },
  });
  return created;
}

/** Books through the API; answers the booking's id. */
export async function bookFor(request: APIRequestContext, family: Family, lessonId: string): Promise<string> {
  const { booking } = await callApi<{ booking: { id: string } }>(request, 'POST', '/api/bookings', {
    token: family.session.access_token,
    body: { Lesson_ID: lessonId },
  });
  return booking.id;
}

/** Signs in without the form. `expires_at` replaces what the device believes of the session's end (epoch seconds). */
export async function signInAs(
  page: Page,
  { session, user }: Pick<Family | Tutor, 'session' | 'user'>,
  {
    audience = 'student',
    expires_at = session.expires_at,
  }: { audience?: 'student' | 'admin'; expires_at?: number } = {},
): Promise<void> {
  // Any document of the site will do to reach its storage.
  await page.goto('/api/health');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `${audience}-session`,
    JSON.stringify({ session: { ...session, expires_at }, user }),
  ] as const);
}

/** Goes to a page and waits until React owns it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await whenReady(page);
}

/** A lesson in a week, of the family's or the tutor's. */
export const lessonButton = (page: Page, name: string) => page.getByRole('button', { name });

/** The toast with this title. */
export function toast(page: Page, title: string) {
  return page
    .getByRole('region', { name: 'Messages' })
    .locator('> div')
    .filter({ has: page.getByText(title, { exact: true }) });
}
