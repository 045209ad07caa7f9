// The pages of a family's account: how to reach them, and what the payments and credits say.
import { expect, type Page } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectNothingBeyond, expectReadable, watch } from '../checks.ts';
import { visit } from '../journey.ts';
import { openCheckout, paidHeading, payButton } from '../pages/checkout.ts';
import { pathOf } from '../pages/lesson-dialog.ts';
import { test } from '../test.ts';

const LONG_NAME = 'Maximiliana-Alexandrina Featherstonehaugh';
const NAMES = [
  'Family',
  'Payments and invoices',
  'Calendar and reminders',
  'Sign-in',
  'Data and leaving',
];
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const links = (page: Page) =>
  page.getByRole('navigation', { name: 'Your account' }).getByRole('link');

test('lists the pages of the account, and leads back @phone', async ({ page, family }) => {
  watch(page);
  await family.open(paths.familyHome);
  await page.getByRole('link', { name: 'Account' }).click();
  await expect(links(page)).toHaveCount(NAMES.length);
  await expectReadable(page, 'index');
  for (const name of NAMES) {
    await links(page)
      .filter({ has: page.getByText(name, { exact: true }) })
      .click();
    await expect(title(page)).toHaveText(name);
    await page.getByRole('main').getByRole('link', { name: 'Account', exact: true }).click();
    await expect(title(page)).toHaveText('Your account');
  }
});

test('shows the first page with the others beside it', async ({ page, family }) => {
  watch(page);
  await family.open(paths.account);
  await expect(page).toHaveURL(paths.accountFamily);
  await expect(links(page)).toHaveText(NAMES);
  for (const name of NAMES) {
    await links(page).filter({ hasText: name }).click();
    await expect(title(page)).toHaveText(name);
    await expect(page.getByRole('main').locator('[aria-current=page]')).toHaveText(name);
  }
});

test('opens the latest invoice from home in two taps @phone', async ({ page, family }) => {
  await family.open(paths.familyHome);
  await openCheckout(page);
  await payButton(page).click();
  await expect(paidHeading(page)).toBeVisible();
  await visit(page, paths.familyHome);
  await page.getByRole('link', { name: 'Account' }).click();
  await page.getByRole('link', { name: /^Invoice \d/ }).click();
  await expect(title(page)).toHaveText(/^Invoice \d{4}-\d{4}/);
});

test('says for whom each credit went, by month', async ({ page, site }) => {
  watch(page);
  const family = await site.newFamily({ credits: 3, Student_Name: LONG_NAME });
  const leila = await family.addStudent({ Student_Name: 'Leila Haddad' });
  const [lesson] = await site.newLessons();
  await family.book(lesson, leila.id);
  await family.book(lesson, family.studentId);
  await family.open(paths.accountPayments);
  const table = page.getByRole('table', { name: 'Changes of your credits, newest first' });
  const rows = table.locator('tbody tr:has(td)');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(0)).toContainText(`Maximiliana-Alexandrina: ${lesson.Lesson_Name}`);
  await expect(rows.nth(1)).toContainText(`Leila: ${lesson.Lesson_Name}`);
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' });
  await expect(table.getByRole('rowheader', { name: month.format() })).toBeVisible();
  await expectReadable(page, 'credits');
  await rows.nth(1).getByRole('link').click();
  await expect(page).toHaveURL(pathOf(lesson));
});

test('fits at twice the text size @phone', async ({ page, site }) => {
  const family = await site.newFamily({ credits: 3, Student_Name: LONG_NAME });
  for (let more = 1; more < 5; more += 1) await family.addStudent();
  const [lesson] = await site.newLessons();
  await family.book(lesson, family.studentId);
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await family.signIn();
  const { account, accountFamily, accountPayments, accountCalendar, accountSignIn } = paths;
  for (const path of [account, accountFamily, accountPayments, accountCalendar, accountSignIn]) {
    await visit(page, path);
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
    if (path === accountPayments) await expect(page.getByText('Booked,')).toBeVisible();
    await expectNothingBeyond(page);
  }
});
