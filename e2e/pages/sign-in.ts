// The sign-in forms of families and of the tutor.
import { expect, type Page } from '@playwright/test';

import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { PASSWORD } from '../journey.ts';

const emailField = (page: Page) => page.getByLabel('Email', { exact: true });
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });
export const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In' });
export const signInHeading = (page: Page) => page.getByRole('heading', { name: 'Sign in' });

/** Submits the form; without an email, with the one that the page has filled in. */
export async function signIn(page: Page, email?: string, password = PASSWORD): Promise<void> {
  if (email !== undefined) await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await signInButton(page).click();
}

/** Signs in on the page that follows, whose form comes after the previous page's. */
export async function finishSignIn(page: Page, email?: string, password?: string): Promise<void> {
  await expect(signInHeading(page)).toBeVisible();
  await signIn(page, email, password);
}

export const signInAsTutor = (page: Page) => signIn(page, DEMO_ADMIN.email, DEMO_ADMIN.password);
