// What journeys share: weeks of their own, the sign-up form's values, sessions, links and messages.
import { expect, type Locator, type Page } from '@playwright/test';

import type { Session } from '../domain/auth/session.ts';
import { paths } from '../domain/paths.ts';
import type { SignUpForm } from '../domain/people/sign-up.ts';
import { addDays, mondayOf, ukDate } from '../domain/time.ts';
import { WEEKS_AHEAD } from '../sandbox/lessons.ts';
import { uniquePhone, uniqueWord, whenReady } from './checks.ts';
import type { Demo } from './demo.ts';

export const PASSWORD = 'quantum-leap-7';
/** What a page says without a connection. */
export const UNREACHABLE =
  'Unable to connect to the server. Please check your internet connection.';

/** Somebody nobody else is, with the student Kim. */
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

/**
 * The first week that the demo leaves empty, counted from the current one: the planner proposes a
 * new lesson there.
 */
export const FIRST_FREE_WEEK = WEEKS_AHEAD + 1;
let weeksGiven = 1;

/** This many days after today. */
export const inDays = (days: number) => addDays(ukDate(Date.now()), days);

/** The Monday of the first of this many weeks without lessons; the first free week stays free. */
export function emptyWeek(weeks = 1): string {
  const monday = addDays(mondayOf(inDays(0)), 7 * (FIRST_FREE_WEEK + weeksGiven));
  weeksGiven += weeks;
  return monday;
}

/** The Saturday of that first week. */
export const emptySaturday = (weeks = 1) => addDays(emptyWeek(weeks), 5);

/** Stores a session on the device, as signing in would. `expires_at` is in epoch seconds. */
export async function storeSession(
  page: Page,
  key: 'student-session' | 'admin-session',
  { session, user }: { session: Session; user: object },
  expires_at = session.expires_at,
): Promise<void> {
  // Any document of the site gives access to its storage.
  await page.goto('/api/health');
  await page.evaluate(([name, text]) => localStorage.setItem(name, text), [
    key,
    JSON.stringify({ session: { ...session, expires_at }, user }),
  ] as const);
}

/** Goes to a page and waits until React owns it. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await whenReady(page);
}

/** The link to this path, with its token, in an email to this address, once there is one. */
export async function emailedLink(
  demo: Demo,
  address: string,
  path: string,
  prefix = '',
): Promise<string> {
  const link = new RegExp(`${path}#${prefix}[\\w-]+`);
  const links = async () => (await demo.emails(address)).flatMap((email) => link.exec(email) ?? []);
  await expect.poll(links).not.toEqual([]);
  return (await links())[0] ?? '';
}

/** A lesson in the week of the family or the tutor. */
export const lessonButton = (page: Page, { Lesson_Name: lessonName }: { Lesson_Name: string }) =>
  page.getByRole('button', { name: lessonName });

/** The only question that is open. */
export const question = (page: Page) => page.getByRole('alertdialog');

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

export const toast = (page: Page, title: string) =>
  messages(page)
    .locator('> div')
    .filter({ has: page.getByText(title, { exact: true }) });

/** Expects a toast with this title and, within it, these words. */
export async function expectToast(page: Page, title: string, words?: string | RegExp) {
  if (words === undefined) await expect(toast(page, title)).toBeVisible();
  else await expect(toast(page, title)).toContainText(words);
}

/** Expects the form itself to say why it was refused, and no toast to say it too. */
export async function expectProblem(page: Page, title: string, words: string | RegExp = '') {
  const problem = page.getByRole('form').getByRole('alert');
  await expect(problem).toContainText(title);
  await expect(problem).toContainText(words);
  await expect(toast(page, title)).toHaveCount(0);
}

export const dismiss = (page: Page, title: string) =>
  toast(page, title).getByRole('button', { name: 'Dismiss' }).click();

/** Closes a dialog, after dismissing a toast that might cover its button. */
export async function closeDialog(page: Page, dialog: Locator): Promise<void> {
  const cross = messages(page).getByRole('button', { name: 'Dismiss' });
  if (await cross.isVisible()) await cross.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** Fills fields by their labels. */
export async function fillIn(
  form: Locator,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).fill(value);
}

/** Expects a link with this name to lead there. */
export const expectLink = (place: Page | Locator, name: string | RegExp, href: string | RegExp) =>
  expect(place.getByRole('link', { name })).toHaveAttribute('href', href);

/** Expects these fields to describe their faults in these words. */
export async function expectFaults(form: Page | Locator, faults: Record<string, string | RegExp>) {
  for (const [label, words] of Object.entries(faults))
    await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(words);
}

/** Expects all of these words in one place. */
export async function expectTexts(place: Locator, ...words: (string | RegExp)[]) {
  for (const text of words) await expect(place).toContainText(text);
}

/** Logs a family out. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(paths.signIn);
}
