// A forgotten password: the link that is mailed, the new password, and a link that is no longer good. On a demo of its own,
// whose mails can be read.
import { expect, type Page, test } from '@playwright/test';

import { paths } from '../domain/paths.ts';
import { DEMO_STUDENT } from '../sandbox/seed.ts';
import { expectReadable, watch, whenReady } from './checks.ts';
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

test('a forgotten password is replaced through the mailed link, once', async ({ page }) => {
  const { complaints, strangers } = watch(page);
  await visit(page, paths.signIn);
  await page.getByRole('link', { name: 'Forgotten your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Invalid email address')).toBeVisible();
  await expectReadable(page);
  await page.getByLabel('Email').fill(DEMO_STUDENT.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('a link is on its way')).toBeVisible();

  let link = '';
  await expect(async () => {
    const links = (await demo.mails()).map((mail) => /\/reset-password#[\w-]+/.exec(mail)?.[0] ?? '');
    link = links.find((found) => found !== '') ?? '';
    expect(link).not.toBe('');
  }).toPass();
  await visit(page, link);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expectReadable(page);
  await page.getByRole('textbox', { name: 'New password' }).fill('a new one, remembered');
  await page.getByRole('button', { name: 'Change password' }).click();

  await expect(page).toHaveURL(demo.origin + paths.signIn);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await page.getByLabel('Email').fill(DEMO_STUDENT.email);
  await page.getByLabel('Password', { exact: true }).fill('a new one, remembered');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL(demo.origin + paths.userHome);
  expect({ complaints, strangers }).toEqual({ complaints: [], strangers: [] });

  // What it opened once it does not open again.
  await visit(page, link);
  await page.getByRole('textbox', { name: 'New password' }).fill('somebody else was here');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('main').getByText('This link is no longer valid.')).toBeVisible();
  await expectReadable(page);
});
