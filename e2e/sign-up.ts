// The sign-up form for journeys.
import type { Page } from '@playwright/test';

import type { SignUpForm } from '../domain/account.ts';

/** Fills in every field and submits the form. */
export async function signUp(page: Page, form: SignUpForm): Promise<void> {
  await page.getByLabel("Parent's name").fill(form.Parent_Name);
  await page.getByLabel("Parent's email").fill(form.Parent_Email);
  await page.getByLabel("Parent's phone number").fill(form.Parent_Phone_Number);
  await page.getByLabel("Student's name").fill(form.Student_Name);
  await page.getByLabel('Password', { exact: true }).fill(form.password);
  await page.getByRole('button', { name: 'Sign Up' }).click();
}
