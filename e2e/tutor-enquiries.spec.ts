// The dashboard: enquiries found, answered, noted, exported and deleted.
import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths } from '../domain/paths.ts';
import { ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { openDashboard, rowOf, stat } from './enquiries.ts';
import { signInTutor, toast, visit } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { test } from './test.ts';

test('shows, finds, answers, notes and exports an enquiry', async ({ page, request }, info) => {
  const { complaints, strangers } = watch(page);
  const word = uniqueWord();
  const name = `Wilhelmina-Josephine Featherstonehaugh-Cholmondeley of ${word}`;
  const form = {
    name,
    email: `${word}@example.com`,
    mobile: '+447700900999',
    year_class: 'year-13',
  } as const;
  await call(request, endpoints.registerInterest, { body: form });
  await openDashboard(page);
  for (const label of ['Total Customers', 'Filtered Results', 'Latest Registration'])
    await expect(stat(page, label)).not.toHaveText('');
  await expect(rowOf(page, name)).toContainText('Due in 23 h');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('dashboard.png'), fullPage: true });

  const search = page.getByRole('searchbox', { name: 'Search' });
  for (const text of [word.toUpperCase(), `${word}@EXAMPLE`, `of ${word}`]) {
    await search.fill(text);
    await expect(stat(page, 'Filtered Results')).toHaveText('1');
  }
  const row = rowOf(page, name);
  await expect(row.getByRole('link', { name: form.email })).toHaveAttribute(
    'href',
    `mailto:${form.email}`,
  );
  await expect(row.getByRole('link', { name: form.mobile })).toHaveAttribute(
    'href',
    `tel:${form.mobile}`,
  );

  await row.getByRole('combobox', { name: `Status of ${name}` }).selectOption('Contacted');
  await expect(row).toContainText('Answered in time');
  await row.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByLabel('Status')).toHaveValue('contacted');
  await dialog.getByLabel('Note').fill('=1+1 is what she asked,\nand "more"');
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('enquiry.png') });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('=1+1 is what she asked');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`enquiries-${ukDate(Date.now())}.csv`);
  const text = await readFile(await file.path(), 'utf8');
  const [header, ...lines] = text.split('\r\n');
  expect(header).toBe('\uFEFFName,Email,Mobile,Year,Registered,Status,Answered,Note');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(new RegExp(`^${name},${form.email},'\\+447700900999,Year 13,"`));
  expect(lines[0]).toMatch(/,Contacted,".*","'=1\+1 is what she asked,\nand ""more"""$/);

  // A reload shows the saved state, and the export is logged.
  await visit(page, paths.adminDashboard);
  await expect(rowOf(page, name)).toContainText('Answered in time');
  await page.getByRole('link', { name: 'Activity' }).click();
  await expect(page.getByText(`${name}: contacted`).first()).toBeVisible();
  await expect(page.getByText('Enquiries exported').first()).toBeVisible();
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test(
  'deletes an enquiry after a confirmation, by keyboard alone',
  { tag: '@desktop' },
  async ({ page, request }, info) => {
    const word = uniqueWord();
    const name = `Josephine of ${word}`;
    await call(request, endpoints.registerInterest, {
      body: { name, email: `${word}@example.com`, mobile: '07700900123', year_class: 'year-11' },
    });
    await openDashboard(page);
    await page.getByRole('searchbox', { name: 'Search' }).fill(word);
    const row = rowOf(page, name);
    await row.getByRole('combobox', { name: `Status of ${name}` }).selectOption('Contacted');
    await row.getByRole('button', { name }).press('Enter');
    const dialog = page.getByRole('dialog', { name });
    await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Delete Enquiry' });
    await expect(question).toContainText(name);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('delete-enquiry.png') });
    await tabTo(page, question.getByRole('button', { name: 'Keep Enquiry' }));
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();

    await tabTo(page, dialog.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await tabTo(page, question.getByRole('button', { name: 'Delete Enquiry' }));
    await page.keyboard.press('Enter');
    await expect(toast(page, 'Enquiry Deleted')).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('No enquiries found')).toBeVisible();
    await expect(stat(page, 'Filtered Results')).toHaveText('0');

    // After a reload it is gone, and the log mentions it without its name.
    await visit(page, paths.adminActivity);
    await expect(page.getByText('Enquiry deleted').first()).toBeVisible();
    await expect(page.getByText('Deleted enquiry: contacted').first()).toBeVisible();
    await expect(page.getByText(word)).toHaveCount(0);
  },
);

test(
  'removes an enquiry that was deleted elsewhere from the list',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const word = uniqueWord();
    const name = `Clara of ${word}`;
    await call(request, endpoints.registerInterest, {
      body: { name, email: `${word}@example.com`, mobile: '07700900123', year_class: 'year-11' },
    });
    const { session } = await signInTutor(request);
    await openDashboard(page);
    const enquired = page
      .getByRole('region', { name: 'From enquiry to lesson' })
      .getByRole('row', { name: /^Enquired/ })
      .getByRole('cell')
      .first();
    await expect(enquired).toHaveText(/^[1-9]/);
    const before = Number(await enquired.textContent());
    await rowOf(page, name).getByRole('button', { name }).click();
    const dialog = page.getByRole('dialog', { name });
    await dialog.getByRole('button', { name: 'Delete' }).click();
    const token = session.access_token;
    const { customers } = await call(request, endpoints.listEnquiries, { token });
    const id = customers.find((customer) => customer.name === name)?.id ?? '';
    await call(request, endpoints.deleteEnquiry, { token, params: { id } });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Enquiry' }).click();
    await expect(toast(page, 'Error Deleting Enquiry')).toContainText('There is no such enquiry.');
    await expect(dialog).toBeHidden();
    await expect(rowOf(page, name)).toHaveCount(0);
    await expect(enquired).toHaveText(String(before - 1));
  },
);
