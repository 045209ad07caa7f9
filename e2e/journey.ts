// Creates people and lessons through the API for speed, and signs in by storing the session.
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';

import type { Admin, Session, SignUpForm, FamilyUser } from '../domain/account.ts';
import * as endpoints from '../domain/endpoints.ts';
import type { NewLesson, AdminLesson } from '../domain/lesson.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { DEMO_ADMIN, WEEKS_AHEAD } from '../sandbox/seed.ts';
import { call } from './api.ts';
import { uniquePhone, uniqueWord, whenReady } from './checks.ts';
import type { Demo } from './demo.ts';

export const PASSWORD = 'quantum-leap-7';

export interface Family {
  readonly form: SignUpForm;
  readonly user: FamilyUser;
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
    Parent_Phone_Number: uniquePhone(),
    Student_Name: 'Kim Journey',
    password: PASSWORD,
    ...changes,
  };
}

/** Creates a signed-in account with credits given by the tutor. */
export async function createFamily(
  request: APIRequestContext,
  { credits = 0, ...changes }: Partial<SignUpForm> & { readonly credits?: number } = {},
): Promise<Family> {
  const form = signUpForm(changes);
  await call(request, endpoints.register, { body: form });
  const { user, session } = await signInFamily(request, form);
  if (credits > 0) {
    await call(request, endpoints.adjustCredits, {
      token: await tutorToken(request),
      params: { id: user.id },
      body: { amount: credits, reason: 'For a journey' },
    });
  }
  return { form, user, session };
}

/** Starts another session of a family. */
export function signInFamily(request: APIRequestContext, { Parent_Email, password }: SignUpForm) {
  return call(request, endpoints.login, { body: { email: Parent_Email, password } });
}

/**
 * The tutor for API calls, one for each test's demo; pages get sessions of their own, which they
 * may end.
 */
const tutorsBehind = new WeakMap<APIRequestContext, Promise<Tutor>>();

async function tutorToken(request: APIRequestContext): Promise<string> {
  const tutor = tutorsBehind.get(request) ?? signInTutor(request);
  tutorsBehind.set(request, tutor);
  return (await tutor).session.access_token;
}

/** Starts a session of the demo's tutor. */
export function signInTutor(request: APIRequestContext): Promise<Tutor> {
  const { email, password } = DEMO_ADMIN;
  return call(request, endpoints.adminLogin, { body: { email, password } });
}

/**
 * The first week that the demo leaves empty, counted from the current one: the planner proposes a
 * new lesson there.
 */
export const FIRST_FREE_WEEK = WEEKS_AHEAD + 1;
let weeksGiven = 1;

/** The Monday of the first of this many weeks without lessons; the first free week stays free. */
export function emptyWeek(weeks = 1): string {
  const monday = addDays(mondayOf(ukDate(Date.now())), 7 * (FIRST_FREE_WEEK + weeksGiven));
  weeksGiven += weeks;
  return monday;
}

/** Creates a lesson as the tutor, with a unique name unless one is given. */
export async function createLesson(
  request: APIRequestContext,
  lesson: Partial<NewLesson> & Pick<NewLesson, 'Date'>,
): Promise<AdminLesson> {
  const { lesson: created } = await call(request, endpoints.createLesson, {
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

/** Books through the API, for one student if the family has several; returns the booking's id. */
export async function bookFor(
  request: APIRequestContext,
  family: Pick<Family, 'session'>,
  lessonId: string,
  studentId?: string,
): Promise<string> {
  const { booking } = await call(request, endpoints.bookLesson, {
    token: family.session.access_token,
    body: { Lesson_ID: lessonId, ...(studentId === undefined ? {} : { Student_ID: studentId }) },
  });
  return booking.id;
}

/** The storage key of each session. */
const storageKeys = { family: 'student-session', admin: 'admin-session' } as const;

/**
 * Signs in without the form. `expires_at` overrides the session's expiry that the device stores
 * (epoch seconds).
 */
export async function signInAs(
  page: Page,
  { session, user }: Pick<Family | Tutor, 'session' | 'user'>,
  {
    audience = 'family',
    expires_at = session.expires_at,
  }: { audience?: 'family' | 'admin'; expires_at?: number } = {},
): Promise<void> {
  // Any document of the site gives access to its storage.
  await page.goto('/api/health');
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    storageKeys[audience],
    JSON.stringify({ session: { ...session, expires_at }, user }),
  ] as const);
}

/** Goes to a page and waits until React owns it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await whenReady(page);
}

/** The link to this path, with its token, in an email to this address, once there is one. */
export async function emailedLink(demo: Demo, address: string, path: string): Promise<string> {
  const links = async () =>
    (await demo.emails(address)).flatMap(
      (email) => new RegExp(`${path}#[\\w-]+`).exec(email) ?? [],
    );
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? '';
}

/** A lesson in the week of the family or the tutor. */
export const lessonButton = (page: Page, name: string) => page.getByRole('button', { name });

/** The toast with this title. */
export function toast(page: Page, title: string) {
  return page
    .getByRole('region', { name: 'Messages' })
    .locator('> div')
    .filter({ has: page.getByText(title, { exact: true }) });
}

/** Closes a dialog, after dismissing a toast that might cover its button. */
export async function closeDialog(page: Page, dialog: Locator): Promise<void> {
  const dismiss = page
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: 'Dismiss' });
  if (await dismiss.isVisible()) await dismiss.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
}
