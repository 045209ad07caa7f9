// The greeting of emails, their preview, the daily summary, and a test email.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { DEMO_ADMIN } from '../../sandbox/seed.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast } from '../journey.ts';
import { openPage } from '../pages/tutor-dashboard.ts';
import type { Tutor } from '../people.ts';
import { testAlone } from '../test.ts';

const test = testAlone();

async function openSettings(page: Page, tutor: Tutor): Promise<void> {
  // From another page: a frame has the policy of the document that the tutor arrived with.
  await tutor.open(paths.adminDashboard);
  await openPage(page, 'Account');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Emails/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Emails', exact: true })).toBeVisible();
}

test('changes the greeting with a preview', async ({ page, tutor, site }) => {
  watch(page);
  await openSettings(page, tutor);
  const frame = page.getByTitle('Preview for Harriet Sample');
  const preview = frame.contentFrame();
  await expect(preview.getByText('Dear Harriet Sample,')).toBeVisible();
  // Only its own styles are allowed.
  const heading = preview.getByRole('heading', { name: /^Dr Ada Sample answers by / });
  await expect(heading).toHaveCSS('font-size', '25px');

  const greeting = page.getByLabel('Greeting', { exact: true });
  await greeting.fill('Hello!');
  await page.getByRole('button', { name: 'Save greeting' }).click();
  await expect(greeting).toHaveAccessibleDescription(/^The greeting must contain {name}/);
  const isOld = page.getByText('As it was before: a field has to be corrected first.');
  await expect(isOld).toBeVisible();
  await greeting.fill('Hello {name}, <b>hi</b>!');
  await expect(preview.getByText('Hello Harriet Sample, <b>hi</b>!')).toBeVisible();
  await expect(isOld).toBeHidden();
  await frame.scrollIntoViewIfNeeded();
  await expectReadable(page, 'greeting');
  await page.getByRole('button', { name: 'Save greeting' }).click();
  await expectToast(page, 'Settings saved', 'Emails that are sent from now on begin with it.');

  const { name, email } = await site.enquire();
  const emails = async () => (await site.emails(email)).join();
  await expect.poll(emails).toContain(`Hello ${name}, <b>hi</b>!`);
});

test('sends a test email, and switches the summary', async ({ page, tutor, site }) => {
  watch(page);
  await openSettings(page, tutor);
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText(`A test email is on its way to ${DEMO_ADMIN.email}.`)).toBeVisible();
  await expectReadable(page, 'test-email');
  const emails = async () => (await site.emails(DEMO_ADMIN.email)).join();
  await expect.poll(emails).toContain('Subject: A test email');

  const summary = page.getByRole('switch', { name: 'Daily summary' });
  await expect(summary).toBeChecked();
  await summary.press('Space');
  await expectToast(page, 'Settings saved', 'You no longer get a daily summary.');
  await expect(summary).not.toBeChecked();
  await summary.press('Space');
  await expect(summary).toBeChecked();

  await page.getByRole('link', { name: 'which emails were not delivered' }).click();
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
});
