// Undelivered email, on a demo of its own without a mail server.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable } from '../checks.ts';
import { expectToast, visit } from '../journey.ts';
import { signInAsTutor } from '../pages/sign-in.ts';
import { testAlone } from '../test.ts';

/** Nothing listens there. */
const NO_MAIL_SERVER = 'smtp://127.0.0.1:9';
const test = testAlone({ SMTP_URL: NO_MAIL_SERVER, MAIL_FROM: 'Lessons <lessons@example.com>' });
test('lists undelivered emails, sends one and dismisses one', async ({ page }) => {
  await visit(page, paths.adminDashboard);
  await signInAsTutor(page);
  await expect(page.getByRole('heading', { name: 'Customer enquiries' })).toBeVisible();
  const notice = page.getByText(/^\d+ emails have not been delivered yet\.$/);
  await expect(async () => {
    await page.reload();
    await expect(notice).toBeVisible({ timeout: 2000 });
  }).toPass();
  await expectReadable(page, 'notice');

  await page.getByRole('link', { name: 'See which' }).click();
  const list = page.getByRole('region', { name: 'Emails that were not delivered' });
  const emails = list.getByRole('listitem');
  await expect(emails.first()).toContainText('Next try at');
  await expect(emails.first()).toContainText('ECONNREFUSED');
  await expectReadable(page, 'list');

  await expect(emails).toHaveCount(3);
  await list.getByRole('button', { name: /^Show all \d+$/ }).click();
  const before = await emails.count();
  expect(before).toBeGreaterThan(3);
  const dismissal = emails.first().getByRole('button', { name: /^Dismiss: / });
  const name = (await dismissal.getAttribute('aria-label')) ?? '';
  // A lesson that two siblings attend is confirmed to their parents for each of them, with the
  // same text.
  const alike = list.getByRole('button', { name, exact: true });
  const copies = await alike.count();
  await dismissal.click();
  await expect(alike).toHaveCount(copies - 1);
  await expect(emails).toHaveCount(before - 1);

  const again = emails.first().getByRole('button', { name: /^Send again: / });
  await again.click();
  await expectToast(page, 'Email queued');
  for (const entry of ['Email dismissed', 'Email sent again'])
    await expect(page.getByText(entry, { exact: true })).toBeVisible();
});
