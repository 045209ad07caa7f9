// The sign-up form, with or without an invitation to a free first lesson.
import { expect, type Page } from '@playwright/test';

import type { SignUpForm } from '../../domain/people/sign-up.ts';
import { PASSWORD } from '../journey.ts';

/** The label of each field. */
export const labels = {
  Parent_Name: "Parent's name",
  Parent_Email: "Parent's email",
  Parent_Phone_Number: "Parent's phone number",
  Student_Name: "Student's name",
  password: 'Password',
} as const;

/** Fills in these fields. */
export async function fillSignUp(page: Page, form: Partial<SignUpForm>): Promise<void> {
  for (const [name, label] of Object.entries(labels)) {
    const value = form[name as keyof typeof labels];
    if (value !== undefined) await page.getByLabel(label, { exact: true }).fill(value);
  }
}

export const submitSignUp = (page: Page) =>
  page.getByRole('button', { name: 'Create account' }).click();

/** Fills in these fields and submits the form. */
export async function signUp(page: Page, form: Partial<SignUpForm>): Promise<void> {
  await fillSignUp(page, form);
  await submitSignUp(page);
}

export const yearChip = (page: Page, year: string) => page.getByRole('radio', { name: year });

/** Expects the sign-in page to say that the account is there, and these words. */
export const expectSignedUp = (page: Page, words: string | RegExp = '') =>
  expect(
    page.getByRole('region', { name: 'Your new account' }).filter({
      hasText: 'Registration Successful!',
    }),
  ).toContainText(words);

/** Fills in what an invitation leaves open, and submits the form. */
export const finishSignUp = (page: Page) =>
  signUp(page, { Student_Name: 'Maya Enquirer', password: PASSWORD });

/** The page's text about the free lesson. */
export const offer = (page: Page, name = 'Your first lesson is free') =>
  page.getByRole('region', { name });
export const goneInvitation = (page: Page) => offer(page, 'This invitation is no longer valid');
