// What everyday tasks cost on a small phone, counted by effort.ts.
import { expect } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { signUpForm, visit } from './journey.ts';
import { countEffort, expectEffort, typeThrough } from './effort.ts';
import { signInButton, signInHeading } from './pages/sign-in.ts';
import { yearChip } from './pages/sign-up.ts';
import { test } from './test.ts';

test.use({ viewport: { width: 360, height: 640 } });

test('gets from the landing page to a free first lesson @phone', async ({ page }) => {
  const effort = await countEffort(page);
  const form = signUpForm();
  await visit(page, paths.home);
  const lessons = page.getByRole('region', { name: /^(This weekend|The next lessons)$/ });
  await lessons.getByRole('link', { name: /GCSE/ }).first().click();
  await yearChip(page, 'Year 11').click();
  await typeThrough(page, page.getByLabel("Student's name"), [
    form.Student_Name,
    form.Parent_Name,
    form.Parent_Email,
    form.Parent_Phone_Number,
    form.password,
  ]);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(signInHeading(page)).toBeVisible();
  await signInButton(page).click();
  const dialog = page.getByRole('dialog');
  // Booked at once, or asked for where the tutor wants that.
  await dialog.getByRole('button', { name: /^(Book .*free|Ask for your free lesson)/i }).click();
  await expect(dialog.getByText(/(is in|You have asked for your free first lesson)/)).toBeVisible();
  expectEffort('Free first lesson', effort(), 8);
});
