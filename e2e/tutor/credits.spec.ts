// The list of families and the record of one: credits by hand, balances, receipts, and the activity
// log.
import { expect, type Page } from '@playwright/test';

import { addressOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { familyPath, paths } from '../../domain/paths.ts';
import type { AdminPayment } from '../../domain/payments/tutor-payment.ts';
import { formatDate } from '../../domain/time.ts';
import { holdBack, urlOf } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, expectToast, fillIn, inDays } from '../journey.ts';
import { openGroups, openPage, search } from '../pages/tutor-dashboard.ts';
import { test, testAlone } from '../test.ts';

const grantButton = (page: Page) => page.getByRole('button', { name: 'Grant free first lesson' });
const GRANTED = 'The free first lesson has been granted already.';
const openForm = (page: Page) => page.getByRole('button', { name: 'Give or take credits' }).click();

/** Gives or takes credits with the form of a family's record. */
async function adjust(page: Page, amount: string, reason: string) {
  const form = page.getByRole('form', { name: 'Give or take credits' });
  await fillIn(form, { Credits: amount, Reason: reason });
  await form.getByRole('button', { name: 'Adjust credits' }).click();
}

test('finds a student and gives credits', async ({ page, tutor, site }) => {
  watch(page, { allowed: /402/ });
  const word = uniqueWord();
  const name = `Kim ${word}`;
  const family = await site.newFamily({ Student_Name: name });
  await tutor.open(paths.adminFamilies);
  await search(page).fill(word.toUpperCase());
  await expect(page.getByText('1 student', { exact: true })).toBeVisible();
  await expect(page.getByText('0 credits')).toBeVisible();
  await expectReadable(page, 'students');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expectLink(page, family.email, `mailto:${family.email}`);

  await openForm(page);
  await grantButton(page).click();
  await expectToast(page, 'Credits adjusted', `${name} now has 1 credit.`);
  await expect(page.getByText(GRANTED)).toBeVisible();
  await expect(page.getByRole('link', { name: '1 given: 1 left' })).toBeVisible();
  await adjust(page, '', '');
  for (const words of [
    'Credits must be a whole number from -100 to 100 and not 0',
    'Reason must be at least 2 characters',
  ])
    await expect(page.getByText(words)).toBeVisible();
  await adjust(page, '-2', 'A mistake');
  await expectToast(page, 'Insufficient Credits', `${name} has only 1 credit.`);
  await adjust(page, '4', 'Sorry for the broken sound');
  await expect(page.getByText('Sorry for the broken sound', { exact: true })).toBeVisible();
  await expect(page.getByText('Balance 5')).toBeVisible();
  expect(await family.readCredits()).toBe(5);
  await expectReadable(page, 'student');

  await openPage(page, 'Activity');
  await openGroups(page);
  await expect(page.getByText(`${name}: +4 credits, Sorry for the broken sound`)).toBeVisible();
  await expect(page.getByText(`${name}: +1 credit, Free first lesson`)).toBeVisible();
  await expectReadable(page, 'activity');
  await page.getByLabel('From', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Choose up to 366 days')).toBeVisible();
  await page.getByLabel('To', { exact: true }).fill('2020-02-01');
  await expect(page.getByText('Nothing was done in this time')).toBeVisible();
});

test('explains a balance in two taps from the dashboard', async ({ page, tutor, site }) => {
  watch(page);
  const word = uniqueWord();
  const soon = await site.newLesson({ Date: inDays(2), Time: '06:00:00' });
  const name = `Leonora-Philippa Featherstonehaugh of ${word}`;
  const family = await site.newFamily({ credits: 5, Student_Name: name });
  await family.book(soon);
  await tutor.open(paths.adminDashboard);
  await openPage(page, 'Students');
  for (const chip of ['Out of credits', 'Not booked', 'New'])
    await expect(page.getByRole('button', { name: new RegExp(`^${chip} \\d+$`) })).toBeVisible();
  const row = page.locator('tbody tr, main li').filter({ hasText: name });
  await expect(row).toContainText(formatDate(soon.Date, 'short'));
  await expect(row).toContainText('4 credits');
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('link', { name: '5 given, 1 spent: 4 left' })).toBeInViewport();
  await expectReadable(page, 'balance');
  await page.getByRole('link', { name: '5 given, 1 spent: 4 left' }).click();
  await expect(page.getByText('Balance 4')).toBeInViewport();
});

test('sorts and filters the students @both', async ({ page, isMobile, tutor, site }) => {
  const word = uniqueWord();
  const lesson = await site.newLesson();
  const poor = await site.newFamily({ credits: 1, Student_Name: `Ann ${word}` });
  await poor.book(lesson);
  await site.newFamily({ credits: 3, Student_Name: `Ben ${word}` });
  await site.newFamily({ credits: 2, Student_Name: `Cy ${word}` });
  await tutor.open(paths.adminFamilies);
  await search(page).fill(word);
  const names = page.getByRole('link', { name: new RegExp(word) });
  const sortBy = async (column: string, choice: string) => {
    if (isMobile) await page.getByLabel('Sort by').selectOption(choice);
    else await page.getByRole('columnheader', { name: column }).getByRole('button').click();
  };
  await expect(names).toHaveText([`Ann ${word}`, `Ben ${word}`, `Cy ${word}`]);
  await sortBy('Credits', 'Fewest credits first');
  await expect(names).toHaveText([`Ann ${word}`, `Cy ${word}`, `Ben ${word}`]);
  await sortBy('Credits', 'Most credits first');
  await expect(names).toHaveText([`Ben ${word}`, `Cy ${word}`, `Ann ${word}`]);
  await page.getByRole('button', { name: /^Out of credits/ }).click();
  await expect(names).toHaveText([`Ann ${word}`]);
  await page.getByRole('button', { name: /^Not booked/ }).click();
  await expect(names).toHaveText([`Ben ${word}`, `Cy ${word}`]);
  await expectReadable(page, 'sorted');
});

test('grants one free first lesson for two quick taps @phone', async ({ page, family, tutor }) => {
  await tutor.open(familyPath(family.user.id));
  await openForm(page);
  // It stays granted, however long the family takes to load.
  const load = await holdBack(page, endpoints.getFamilyRecord);
  await grantButton(page).dblclick();
  await expect(page.getByText(GRANTED)).toBeVisible();
  load();
  expect(await family.readCredits()).toBe(1);
});

// The families of other journeys would be on further pages.
testAlone()('returns from a record to the same position @phone', async ({ page, tutor, site }) => {
  const name = `Zoe ${uniqueWord()}`;
  await site.newFamily({ Student_Name: name });
  // They come first by their names, and are more than fit on a screen.
  await Promise.all(Array.from({ length: 12 }, () => site.newFamily()));
  await tutor.open(paths.adminFamilies);
  const link = page.getByRole('link', { name });
  await link.scrollIntoViewIfNeeded();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  expect(before).toBeGreaterThan(0);
  await link.click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  expect(await scrolled()).toBe(0);
  await page.goBack();
  await expect(link).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect.poll(scrolled).toBe(before);
});

test('sends the receipt of a payment again @phone', async ({ page, family, tutor }) => {
  const paid = addressOf(endpoints.getFamilyRecord, { params: { id: family.user.id } });
  const payment: AdminPayment = {
    id: '0199a000-0000-7000-8000-000000000001',
    invoice: '2026-0001',
    status: 'paid',
    credits: 5,
    amount: 14_000,
    paid: 14_000,
    fee: null,
    net: null,
    currency: 'gbp',
    created_at: '2026-07-03T08:05:00.000Z',
    session_id: 'cs_test_receipt',
    granted_at: '2026-07-03T08:06:00.000Z',
    family: { id: family.user.id, Parent_Name: 'Sarah Khan' },
    dispute: null,
    inquiry: null,
    inquiry_due_at: null,
    returned: 0,
    returned_credits: 0,
    refundable: { credits: 5, amount: 14_000 },
    returnable_until: '2026-07-17T23:00:00.000Z',
    refunds: [],
  };
  await page.route(`**${paid}`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { record: object };
    await route.fulfill({ json: { ...answer, record: { ...answer.record, payments: [payment] } } });
  });
  let asked = '';
  await page.route('**/api/admin/payments/*/receipt', (route) => {
    asked = route.request().url();
    return route.fulfill({ json: { success: true } });
  });
  await tutor.open(familyPath(family.user.id));
  await expect(page.getByText('Paid £140.00 by Sarah Khan, 5 credits.')).toBeVisible();
  await page.getByRole('button', { name: 'Resend receipt of 03/07/2026, 09:05' }).click();
  await expectToast(page, 'Receipt sent');
  expect(asked).toContain(payment.id);
});

test('gives credits once after a lost response', async ({ page, family, tutor }) => {
  await tutor.open(familyPath(family.user.id));
  await openForm(page);
  const form = page.getByRole('form', { name: 'Give or take credits' });
  const give = async () => {
    await fillIn(form, { Credits: '4', Reason: 'Sorry for the sound' });
    await form.getByRole('button', { name: 'Adjust credits' }).click();
  };
  let sent = 0;
  await page.route(urlOf(endpoints.adjustCredits), async (route) => {
    sent += 1;
    const answer = await route.fetch();
    // The browser retries once by itself; then the tutor tries again.
    await (sent < 3 ? route.abort() : route.fulfill({ response: answer }));
  });
  await give();
  await expectToast(page, 'Connection Error');
  // The form is empty at once for the next adjustment, however long the family takes to load.
  const load = await holdBack(page, endpoints.getFamilyRecord);
  await give();
  await expectToast(page, 'Credits adjusted', 'now has 4 credits');
  await expect(form.getByLabel('Reason')).toHaveValue('');
  await give();
  await expectToast(page, 'Credits adjusted', 'now has 8 credits');
  expect(sent).toBe(4);
  load();
});
