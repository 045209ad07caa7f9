// The tutor's list of enquiries: due dates, order, ten thousand of them, none, a failing server.
import { writeFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { MAX_ENQUIRIES_LISTED } from '../../domain/enquiries/enquiry-list.ts';
import { paths } from '../../domain/paths.ts';
import { formatInstant } from '../../domain/time.ts';
import { mend, urlOf } from '../api.ts';
import { expectToast, visit } from '../journey.ts';
import {
  ago,
  enquiry,
  enquiryList,
  openDashboard,
  search,
  serveList,
  stat,
  visitors,
} from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

const KEYSTROKE_MS = 50;

test('shows what is due, what is late, and the share in time @phone', async ({ page, tutor }) => {
  await serveList(page, [
    enquiry({ id: '1', created_at: ago(1) }),
    enquiry({ id: '2', created_at: ago(21.5) }),
    enquiry({ id: '3', created_at: ago(30) }),
    enquiry({ id: '4', created_at: ago(50), answered_at: ago(45), status: 'joined' }),
  ]);
  await openDashboard(tutor);
  await expect(page.getByText('50% (1 of the 2 due)')).toBeVisible();
  await expect(page.getByText('1 late', { exact: true })).toBeVisible();
  await expect(page.getByText('1 due within 4 hours', { exact: true })).toBeVisible();
  for (const [show, names] of [
    ['Waiting for an answer', ['Visitor 1', 'Visitor 2', 'Visitor 3']],
    ['Late or due within 4 hours', ['Visitor 2', 'Visitor 3']],
    ['Joined', ['Visitor 4']],
    ['All enquiries', ['Visitor 1', 'Visitor 2', 'Visitor 3', 'Visitor 4']],
  ] as const) {
    await page.getByLabel('Show').selectOption(show);
    // Those who are above, under Answer now, are not repeated on a phone.
    const isShort = show === 'All enquiries';
    await expect(visitors(page)).toHaveText(isShort ? ['Visitor 4'] : names);
  }
});

test('sorts the newest first, or by other columns @both', async ({ page, isMobile, tutor }) => {
  const day = (date: number) => new Date(Date.UTC(2026, 6, date, 8, 5)).toISOString();
  await serveList(page, [
    enquiry({ id: 'b', created_at: day(1), year_class: 'year-10' }),
    enquiry({ id: 'c', created_at: day(3), year_class: 'year-11' }),
    enquiry({ id: 'a', created_at: day(2), year_class: 'year-13' }),
  ]);
  await openDashboard(tutor);
  const names = visitors(page);
  if (isMobile) {
    await expect(page.getByText('All 3 are above, under Answer now.')).toBeVisible();
    await page.getByLabel('Show').selectOption('Waiting for an answer');
  }
  await expect(names).toHaveText(['Visitor c', 'Visitor a', 'Visitor b']);
  await expect(page.getByText('03/07/2026, 09:05').first()).toBeVisible();
  expect(formatInstant(day(3))).toBe('03/07/2026, 09:05');
  const sortBy = async (column: string, choice: string) => {
    if (isMobile) await page.getByLabel('Sort by').selectOption(choice);
    else await page.getByRole('columnheader', { name: column }).getByRole('button').click();
  };
  await sortBy('Name', 'Name, A to Z');
  await expect(names).toHaveText(['Visitor a', 'Visitor b', 'Visitor c']);
  await sortBy('Name', 'Name, Z to A');
  await expect(names).toHaveText(['Visitor c', 'Visitor b', 'Visitor a']);
  await sortBy('Year', 'Year, lowest first');
  await expect(names).toHaveText(['Visitor b', 'Visitor c', 'Visitor a']);
  const column = page.getByRole('columnheader', { name: 'Year' });
  if (!isMobile) await expect(column).toHaveAttribute('aria-sort', 'ascending');
});

test('responds within 50 ms among ten thousand', async ({ page, tutor }, info) => {
  const names = ['Ada', 'Grace', 'Marie', 'Emmy', 'Lise'];
  const enquiries = Array.from({ length: MAX_ENQUIRIES_LISTED }, (_, id) =>
    enquiry({ id: String(id), name: `Visitor ${id} ${names[id % 5]}`, created_at: ago(id / 60) }),
  );
  await serveList(page, enquiries);
  await openDashboard(tutor);
  await expect(page.getByText('Page 1 of 200')).toBeVisible();
  // The work of the page's own thread, letters and table together, however busy this machine is.
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async () => {
    const { metrics } = await browser.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN);
  };
  const words = 'visitor 77 marie';
  const before = await workedMs();
  await search(page).pressSequentially(words);
  await expect(stat(page, 'Filtered Results')).toHaveText('1');
  const perKeystroke = ((await workedMs()) - before) / words.length;
  await writeFile(info.outputPath('keystroke.json'), JSON.stringify({ perKeystroke }));
  expect(perKeystroke).toBeLessThanOrEqual(KEYSTROKE_MS);
  await search(page).clear();
  await expect(stat(page, 'Filtered Results')).toHaveText(String(MAX_ENQUIRIES_LISTED));

  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 200')).toBeVisible();
  await expect(enquiryList(page).getByRole('button', { name: /^Visitor 50 / })).toBeVisible();
});

test('says what to do without enquiries @phone', async ({ page, tutor }) => {
  await serveList(page, []);
  await openDashboard(tutor);
  await expect(page.getByText('No enquiries yet')).toBeVisible();
  await expect(page.getByText('None yet')).toBeVisible();
  await expect(page.getByText('Nothing to export.')).toBeVisible();
  await mend(page, endpoints.listEnquiries);
  await visit(page, paths.adminDashboard);
  await search(page).fill('nobody is called this');
  await expect(page.getByText('No enquiries found')).toBeVisible();
});

test('offers to try again after three attempts @phone', async ({ page, tutor }) => {
  let calls = 0;
  const json = { success: false, error: 'Server error. Please try again later.' };
  await page.route(urlOf(endpoints.listEnquiries), (route) => {
    calls += 1;
    return route.fulfill({ status: 503, json });
  });
  await page.clock.install();
  await openDashboard(tutor);
  await expect(page.getByText('Loading enquiries')).toBeAttached();
  await expect(async () => {
    await page.clock.runFor(2000);
    expect(calls).toBe(3);
  }).toPass();
  await expectToast(page, 'Error Loading Data', json.error);
  await mend(page, endpoints.listEnquiries);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(stat(page, 'Total Customers')).toHaveText(/\d/);
});

test('breaks a long email before an @ or a dot in its column @both', async ({ page, tutor }) => {
  const email = 'bartholomew.featherstonehaugh@averylongcompanyname.example.co.uk';
  const name = 'Bartholomew Featherstonehaugh-Cholmondeley';
  await serveList(page, [enquiry({ id: '1', name, email })]);
  await openDashboard(tutor);
  await search(page).fill(name);
  const link = page.getByRole('link', { name: email });
  await expect(link).toHaveAttribute('href', `mailto:${email}`);
  const lines = await link.evaluate((element) => {
    const range = document.createRange();
    const words: string[] = [];
    let last = Number.NEGATIVE_INFINITY;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { top } = range.getBoundingClientRect();
        if (top > last + 4) words.push('');
        last = Math.max(last, top);
        words[words.length - 1] += range.toString();
      }
    return words;
  });
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/^[@.]/);
});
