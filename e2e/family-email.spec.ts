// Another email for an account, through the link that confirms it. On a demo of its own, whose mails can be read.
import { expect, type Page, test } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { DEMO_STUDENT } from '../sandbox/seed.ts';
import { expectReadable, uniqueWord, watch, whenReady } from './checks.ts';
import { toast } from './journey.ts';
import { type OwnDemo, startOwnDemo } from './own-demo.ts';

let demo: OwnDemo;
test.beforeAll(async () => {
  test.setTimeout(150_000);
  demo = await startOwnDemo();
});
test.afterAll(() => demo.stop());

async function visit(page: Page, path: string) {
  await page.goto(demo.origin + path);
  await whenReady(page);
}

async function signIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_STUDENT.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

test('another email counts once the emailed link has been followed', async ({ page }, info) => {
  test.slow();
  const { complaints, strangers } = watch(page);
  const email = `moved-${uniqueWord()}@example.com`;
  await visit(page, paths.account);
  await signIn(page, DEMO_STUDENT.email);
  const form = page.getByRole('form', { name: 'Contact details' });
  await form.getByLabel("Parent's email").fill(email);
  await form.getByLabel('Current password').fill(DEMO_STUDENT.password);
  await form.getByRole('button', { name: 'Save details' }).click();
  await expect(toast(page, 'Details Saved')).toContainText(email);
  await expect(form.getByText(`We have sent a link to ${email}.`)).toBeVisible();
  await expect(form.getByLabel("Parent's email")).toHaveValue(DEMO_STUDENT.email);
  await expect(form.getByLabel('Current password')).toHaveCount(0);
  await expectReadable(page);
  await form.screenshot({ path: info.outputPath('pending.png') });

  let link = '';
  await expect(async () => {
    const links = (await demo.mails()).map((mail) => /\/confirm-email#[\w-]+/.exec(mail)?.[0] ?? '');
    link = links.find((found) => found !== '') ?? '';
    expect(link).not.toBe('');
  }).toPass();
  await visit(page, link);
  await expectReadable(page);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('main').getByText('Your email has been changed.')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('link', { name: 'Your account' }).click();
  await expect(page.getByRole('main').getByText(email)).toBeVisible();
  await expect(form.getByText('We have sent a link')).toHaveCount(0);

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(demo.origin + paths.signIn);
  await signIn(page, email);
  // Back to where the signing out was.
  await expect(page).toHaveURL(demo.origin + paths.account);
  expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });

  // What it confirmed once it does not confirm again, nor does half a link.
  for (const dead of [link, paths.confirmEmail]) {
    await visit(page, dead);
    if (dead === link) await page.getByRole('button', { name: 'Confirm my email' }).click();
    await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
    await expectReadable(page);
  }
});
