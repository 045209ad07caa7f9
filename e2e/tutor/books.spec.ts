// The books for an accountant: quarters, lines and fees, the file, paper, and odd amounts.
import { readFile } from 'node:fs/promises';

import { expect, type Page } from '@playwright/test';

import type { AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { accountingYear, type BookLine, booksOf } from '../../domain/payments/books.ts';
import { ukDate } from '../../domain/time.ts';
import { refuse, urlOf } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectTexts, visit } from '../journey.ts';
import { buy } from '../pages/checkout.ts';
import { test } from '../test.ts';

const quarters = (page: Page) => page.getByRole('table', { name: 'Quarters' });
const lines = (page: Page) => page.getByRole('table', { name: 'Lines' });
const BOOKS_PAGE = `${paths.adminPayments}?books`;
/** Not the file. */
const BOOKS = /\/api\/admin\/books(?:\?|$)/;
const YEAR = { from: '2026-04-06', to: '2027-04-05' };

async function serve(
  page: Page,
  all: BookLine[],
  more: Partial<AnswerOf<typeof endpoints.getBooks>> = {},
): Promise<void> {
  const known = { fees_known_until: '2026-12-04', changed_at: '2026-12-05T03:00:09.000Z' };
  const json = { success: true, ...known, ...booksOf(all, YEAR, 'tax'), ...more };
  await page.route(BOOKS, (route) => route.fulfill({ json }));
}

const line = (changes: Partial<BookLine> = {}): BookLine => ({
  date: '2026-12-01',
  what: 'payment',
  invoice: '2026-0041',
  gross: 14_000,
  fee: 230,
  net: 13_770,
  differs: false,
  ...changes,
});

test('shows and exports what Stripe kept, once compared', async ({ page, site, tutor }) => {
  test.slow();
  watch(page, { leaving: true });
  const name = `Sarah ${uniqueWord()}`;
  await buy(page, await site.newFamily({ Parent_Name: name }), 5);
  await tutor.open(paths.adminPayments);
  await page.getByRole('button', { name: 'Compare now' }).click();
  await expect(page.getByRole('button', { name: 'Compare now' })).toBeEnabled();
  await page.getByRole('link', { name: 'Books for your accountant' }).click();
  await expect(page.getByRole('heading', { name: 'For your accountant', level: 1 })).toBeVisible();
  await expect(lines(page)).toContainText('£137.70');
  await expect(page.getByText(/^Fees until .* are known\./)).toBeVisible();
  await expectReadable(page, 'books');

  const arrives = page.waitForEvent('download');
  await page.getByRole('switch', { name: "With the families' names" }).click();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const download = await arrives;
  const { from, to } = accountingYear(ukDate(Date.now()), 'tax');
  expect(download.suggestedFilename()).toBe(`books-${from}-${to}.csv`);
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toMatch(/^\uFEFFDate,What,Invoice,Gross,Fee,Net,Currency,Family\r\n/);
  expect(file).toContain(`,140.00,2.30,137.70,GBP,${name}\r\n`);
});

test('adds up quarters and the year, and says what is not known @both', async ({ page, tutor }) => {
  watch(page);
  const odd = [
    line({ date: '2026-04-06', gross: 99_999_900, fee: 1_500_020, net: 98_499_880 }),
    line({ date: '2026-07-06', what: 'dispute', gross: -99_999_900, fee: 2000, net: -100_001_900 }),
    line({ date: '2026-11-01', what: 'refund', gross: -5600, fee: null, net: null }),
    line({ date: '2026-12-01', fee: null, net: null, differs: true }),
  ];
  await serve(page, odd);
  await tutor.open(BOOKS_PAGE);
  await expectTexts(
    quarters(page),
    '6 Apr 2026 to 5 Jul 2026',
    'Update due by 7 Aug 2026',
    'Since the year began',
    '−£1,000,019.00',
  );
  await expectTexts(lines(page), 'Paid back of 2026-0041', 'Payment 2026-0041, another currency');
  await expect(lines(page).getByText('not known')).toHaveCount(4);
  // Fees and net of its quarter, of the year until then and until its end, and of the total.
  await expect(quarters(page).getByText('not known')).toHaveCount(8);
  await expect(page.getByText('The fees of 1 line are not.')).toBeVisible();
  await expect(page.getByText('Lines in another currency are in no sum.')).toBeVisible();
  await expect(page.getByText(/Last changed: Sat 5 Dec, 03:00 UK time/)).toBeVisible();
  await expectReadable(page, 'odd-books');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByText('From Monday 6 April 2026 to Monday 5 April 2027.')).toBeVisible();
});

test('shows the lines in pages, and all of them on paper', async ({ page, tutor }) => {
  await serve(
    page,
    Array.from({ length: 250 }, () => line()),
  );
  await tutor.open(BOOKS_PAGE);
  await expect(page.getByRole('heading', { name: '250 lines' })).toBeVisible();
  const rows = lines(page).getByRole('rowheader');
  await expect(rows).toHaveCount(100);
  await page.getByRole('button', { name: 'Next' }).last().click();
  await expect(rows).toHaveCount(100);
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(250);
});

test('takes other dates and quarters', async ({ page, tutor }) => {
  await tutor.open(BOOKS_PAGE);
  await page.getByLabel('From').fill('2026-12-02');
  await page.getByLabel('To', { exact: true }).fill('2026-12-01');
  await expect(page.getByLabel('From')).toHaveAccessibleDescription('From must not be after to');
  await page.getByLabel('To', { exact: true }).fill('2026-12-03');
  await expect(page).toHaveURL(`${BOOKS_PAGE}=&from=2026-12-02&to=2026-12-03`);
  await expect(page.getByText('Nothing between these dates')).toBeVisible();
  const choice = page.getByLabel('Quarters end on');
  await choice.selectOption('30 June, 30 September, 31 December, 31 March');
  await expect(page).toHaveURL(`${BOOKS_PAGE}=&from=2026-04-01&to=2027-03-31`);
  await expect(choice).toHaveAccessibleDescription(/Only for an accounting year that ends on 31/);
  await choice.selectOption('5 July, 5 October, 5 January, 5 April');
  await expect(page).toHaveURL(`${BOOKS_PAGE}=&from=2026-04-06&to=2027-04-05`);
});

test('takes other quarters while the books of other dates are on their way', async ({
  page,
  tutor,
}) => {
  await tutor.open(BOOKS_PAGE);
  await page.route(BOOKS, (route) =>
    route.request().url().includes('2025') ? undefined : route.continue(),
  );
  await page.getByLabel('To', { exact: true }).fill('2025-12-03');
  await page.getByLabel('From').fill('2025-12-02');
  await expect(page).toHaveURL(`${BOOKS_PAGE}=&from=2025-12-02&to=2025-12-03`);
  const choice = page.getByLabel('Quarters end on');
  await choice.selectOption('30 June, 30 September, 31 December, 31 March');
  await expect(page).toHaveURL(`${BOOKS_PAGE}=&from=2025-04-01&to=2026-03-31`);
  await choice.selectOption('5 July, 5 October, 5 January, 5 April');
  await expect(page).toHaveURL(`${BOOKS_PAGE}=&from=2025-04-06&to=2026-04-05`);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('keeps a date that is typed before the last answer', async ({ page, tutor }) => {
  await tutor.open(BOOKS_PAGE);
  let answer = () => {};
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(BOOKS, (route) => released.then(() => route.continue()));
  await page.getByLabel('From').fill('2026-12-02');
  const to = page.getByLabel('To', { exact: true });
  await to.fill('2026-12-01');
  answer();
  await expect(page.getByText(/^From .*2 December 2026 to/)).toBeAttached();
  await expect(to).toHaveValue('2026-12-01');
  await expect(page.getByLabel('From')).toHaveAccessibleDescription('From must not be after to');
});

test('says why the books or their file are not there', async ({ page, tutor }) => {
  await serve(page, [line()]);
  await page.route(`${urlOf(endpoints.exportBooks)}*`, (route) =>
    route.fulfill({ status: 500, json: { success: false } }),
  );
  await tutor.open(BOOKS_PAGE);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(page.getByText('Error exporting the books')).toBeVisible();
  await page.unroute(BOOKS);
  await refuse(page, endpoints.getBooks, 500);
  await visit(page, BOOKS_PAGE);
  await expect(page.getByText('Failed to load the books').first()).toBeVisible();
});
