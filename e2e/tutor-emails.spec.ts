// The greeting of emails, their preview, the daily summary, and a test email.
import { expect, type Page } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { DEMO_ADMIN } from '../sandbox/seed.ts';
import { expectReadable, watch } from './checks.ts';
import { enquire } from './free-lessons.ts';
import { signInAs, signInTutor, toast, visit } from './journey.ts';
import { testAlone } from './test.ts';

const test = testAlone();

async function openSettings(page: Page): Promise<void> {
  await signInAs(page, await signInTutor(page.request), { audience: 'admin' });
  // From another page: a frame has the policy of the document that the tutor arrived with.
  await visit(page, paths.adminDashboard);
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Emails', exact: true })).toBeVisible();
}

test(
  'changes the greeting with a preview, and uses it in the next email',
  { tag: '@desktop' },
  async ({ page, request, ownDemo }, info) => {
    const { complaints } = watch(page);
    await openSettings(page);
    const frame = page.getByTitle('Preview for Harriet Sample');
    const shown = frame.contentFrame();
    await expect(shown.getByText('Dear Harriet Sample,')).toBeVisible();
    // Only its own styles are allowed.
    await expect(shown.getByRole('heading', { name: 'We have received your enquiry' })).toHaveCSS(
      'font-size',
      '25px',
    );

    const greeting = page.getByLabel('Greeting', { exact: true });
    await greeting.fill('Hello!');
    await page.getByRole('button', { name: 'Save greeting' }).click();
    await expect(greeting).toHaveAccessibleDescription(/^The greeting must hold {name}/);
    const isOld = page.getByText('As it was before: a field has to be corrected first.');
    await expect(isOld).toBeVisible();
    await page.screenshot({ path: info.outputPath('greeting-refused.png') });
    await greeting.fill('Hello {name}, <b>hi</b>!');
    await expect(shown.getByText('Hello Harriet Sample, <b>hi</b>!')).toBeVisible();
    await expect(isOld).toBeHidden();
    await frame.scrollIntoViewIfNeeded();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('greeting.png') });
    await page.getByRole('button', { name: 'Save greeting' }).click();
    await expect(toast(page, 'Settings Saved')).toContainText(
      'Emails that are sent from now on begin with it.',
    );

    const { name, email } = await enquire(request);
    await expect
      .poll(async () => (await ownDemo.emails(email)).join())
      .toContain(`Hello ${name}, <b>hi</b>!`);
    expect(complaints).toEqual([]);
  },
);

test('sends a test email, and switches the daily summary off and on', async ({
  page,
  ownDemo,
}, info) => {
  const { complaints } = watch(page);
  await openSettings(page);
  await page.getByRole('button', { name: 'Send a test email' }).click();
  await expect(page.getByText(`A test email is on its way to ${DEMO_ADMIN.email}.`)).toBeVisible();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('test-email.png') });
  await expect
    .poll(async () => (await ownDemo.emails(DEMO_ADMIN.email)).join())
    .toContain('Subject: A test email');

  const summary = page.getByRole('switch', { name: 'Daily summary' });
  await expect(summary).toBeChecked();
  await summary.press('Space');
  await expect(toast(page, 'Settings Saved')).toContainText('You no longer get a daily summary.');
  await expect(summary).not.toBeChecked();
  await summary.press('Space');
  await expect(summary).toBeChecked();

  await page.getByRole('link', { name: 'which emails were not delivered' }).click();
  await expect(page.getByRole('heading', { name: 'Activity', level: 1 })).toBeVisible();
  expect(complaints).toEqual([]);
});
