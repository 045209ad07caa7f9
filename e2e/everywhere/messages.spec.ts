// Toasts: their position, one at a time, and none that outlives its subject.
import { expect, type Locator, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { attendancePath, paths } from '../../domain/paths.ts';
import { refuse } from '../api.ts';
import { expectReadable, uniqueWord } from '../checks.ts';
import { closeDialog, expectToast, inDays, signUpForm, toast, visit } from '../journey.ts';
import { payByCardButton } from '../pages/checkout.ts';
import { signIn, signInButton, signInHeading } from '../pages/sign-in.ts';
import { expectSignedUp, signUp } from '../pages/sign-up.ts';
import { test } from '../test.ts';

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' }).locator('> div');

interface Box {
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('Nothing is shown there.');
  return { x: box.x, y: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

/** Checked once the page has settled: a toast slides in while the focus scrolls the page. */
async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect(async () => {
    const [a, b] = [await boxOf(one), await boxOf(other)];
    const isApart = a.right <= b.x || b.right <= a.x || a.bottom <= b.y || b.bottom <= a.y;
    expect(isApart, JSON.stringify([a, b])).toBe(true);
  }).toPass({ timeout: 20_000 });
}

async function raise(page: Page): Promise<void> {
  await page.evaluate(() => void Promise.reject(new Error('Nobody catches this')));
  await expectToast(page, 'Unexpected Error');
}

test('shows a message at the lower edge @both', async ({ page, isMobile }) => {
  await visit(page, paths.signIn);
  await raise(page);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  const box = await boxOf(messages(page));
  expect(height - box.bottom).toBeLessThanOrEqual(24);
  expect(width - box.right).toBeLessThanOrEqual(24);
  expect(box.x < 24).toBe(isMobile);
  await expectApart(messages(page), page.getByRole('banner'));
  await expectApart(messages(page), signInButton(page));
  await expectReadable(page);
});

test('shows a message at the upper edge above a low button @both', async ({ page }) => {
  const width = page.viewportSize()?.width ?? 0;
  await visit(page, paths.signIn);
  const { bottom } = await boxOf(signInButton(page));
  // The form's own error text moves the button down by a line.
  await page.setViewportSize({ width: Math.min(width, 700), height: Math.round(bottom) + 90 });
  await raise(page);
  await expectApart(messages(page), signInButton(page));
  await expectApart(messages(page), page.getByRole('banner'));
});

test('ends a message with the next press', async ({ page }) => {
  await visit(page, paths.signIn);
  await raise(page);
  await page.getByLabel('Email').click();
  await expect(toast(page, 'Unexpected Error')).toBeHidden();
});

test('moves a message away from a button that scrolls beneath it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 480 });
  await visit(page, paths.signIn);
  const button = signInButton(page);
  const scrollTo = (bottom: number) =>
    button.evaluate((element, from) => {
      window.scrollBy({ top: element.getBoundingClientRect().bottom - from, behavior: 'instant' });
    }, bottom);
  await scrollTo(300);
  await signInButton(page).click();
  await raise(page);
  await expectApart(messages(page), button);
  await scrollTo(460);
  await expectApart(messages(page), button);
});

test("shows a message above a phone's keyboard @both", async ({ page }) => {
  const KEYBOARD = 300;
  await page.addInitScript((keyboard) => {
    const view = Object.defineProperties(new EventTarget(), {
      offsetTop: { value: 0 },
      height: { get: () => window.innerHeight - keyboard },
    });
    Object.defineProperty(window, 'visualViewport', { value: view });
  }, KEYBOARD);
  await page.setViewportSize({ width: 360, height: 740 });
  await visit(page, paths.signIn);
  await raise(page);
  const box = await boxOf(messages(page));
  expect(box.bottom).toBeLessThanOrEqual(740 - KEYBOARD);
});

test('shows a message away from the row that it speaks of @both', async ({ page, tutor, site }) => {
  const name = `Absentee ${uniqueWord()}`;
  const family = await site.newFamily({ credits: 1, Student_Name: name });
  const lesson = await site.newLesson();
  await family.book(lesson);
  await tutor.changeLesson(lesson, { Date: inDays(-3) });
  await tutor.open(attendancePath(lesson.id));
  const row = page.getByRole('listitem').filter({ hasText: name }).last();
  const button = row.getByRole('button', { name: `Mark absent: ${name}` });
  await button.evaluate((element) => {
    element.scrollIntoView({ block: 'end', behavior: 'instant' });
  });
  await button.click();
  await expectToast(page, 'Marked absent');
  await expectApart(messages(page), row);
});

test("keeps a dialog's buttons clear of messages @both", async ({ page, family }) => {
  await family.open(`${paths.familyHome}?buy=credits`);
  await refuse(page, endpoints.createCheckout, 502);
  await payByCardButton(page).click();
  await expectToast(page, 'Payment Error');
  await expectApart(messages(page), payByCardButton(page));
  await closeDialog(page, page.getByRole('dialog'));
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('shows one message at a time, and announces each', async ({ page }) => {
  await visit(page, paths.signIn);
  await raise(page);
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('Nobody catches this either');
    });
  });
  await expectToast(page, 'Application Error');
  await expect(messages(page)).toHaveCount(1);
  const words = 'Unexpected Error: An unexpected error occurred.';
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeAttached();
});

test('dismisses a message with its page, by a link and by Back @phone', async ({ page }) => {
  await visit(page, paths.forgotPassword);
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(signInHeading(page)).toBeVisible();
  await raise(page);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible();
  expect(await messages(page).count()).toBe(0);

  await page.goBack();
  await expect(signInHeading(page)).toBeVisible();
  await raise(page);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeVisible();
  expect(await messages(page).count()).toBe(0);
});

test('carries a message only to its page', async ({ page }) => {
  const form = signUpForm();
  await visit(page, paths.signUp);
  await signUp(page, form);
  await expect(signInHeading(page)).toBeVisible();
  await expectSignedUp(page);
  await expect(messages(page)).toHaveCount(0);

  // The email comes along too, but not in the address, which would be logged.
  await expect(page.getByLabel('Email')).toHaveValue(form.Parent_Email);
  expect(page.url().endsWith(paths.signIn)).toBe(true);
  await signIn(page);
  await expectToast(page, 'Login Successful!');
  await expect(page.getByText('Please sign in to continue')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Hello, Robin' })).toBeVisible();
  await expect(messages(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { name: 'Family', level: 1 })).toBeVisible();
  expect(await messages(page).count()).toBe(0);
});
