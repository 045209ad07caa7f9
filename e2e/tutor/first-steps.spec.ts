// The tutor's first hour: a checklist of facts on the dashboard, each with the place where it is
// done.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ hasText: new RegExp(`^(Done: )?${name}`) });
const done = (page: Page, name: string) => step(page, `Done: ${name}`);

test('leads to each step, and ticks it once it is a fact', async ({ page, tutor }) => {
  watch(page);
  await tutor.open(paths.adminDashboard);
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
  await expect(done(page, 'Connect card payments')).toBeVisible();
  await expect(done(page, 'Plan a first lesson')).toBeVisible();
  await expectReadable(page, 'first steps');

  await step(page, 'Save your prices').getByRole('link').click();
  await page.getByRole('button', { name: 'Save prices and times' }).click();
  await expect(page.getByText('Settings saved')).toBeVisible();
  await visit(page, paths.adminDashboard);
  await expect(done(page, 'Save your prices')).toBeVisible();
  await expect(done(page, 'Save your usual times')).toBeVisible();

  await step(page, 'Publish your email and phone').getByRole('link').click();
  await page.getByLabel('Email').fill('ada@example.com');
  await expect(page.getByRole('status', { name: 'Draft' })).toHaveText('Saved');
  await visit(page, paths.adminDashboard);
  // A draft is no fact yet.
  await expect(step(page, 'Publish your email and phone').getByRole('link')).toBeVisible();
  await visit(page, paths.adminSite);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('button', { name: 'Publish these changes' }).click();
  await expect(page.getByText('Version 1 is published.')).toBeVisible();
  await visit(page, paths.adminDashboard);
  await expect(done(page, 'Publish your email and phone')).toBeVisible();
});
