// The dashboard: enquiries found, answered, noted, exported and deleted.
import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { ukDate } from '../../domain/time.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { expectLink, expectToast, question, visit } from '../journey.ts';
import { tabAndPress } from '../keyboard.ts';
import {
  enquiredCount,
  openDashboard,
  openGroups,
  openPage,
  rowOf,
  search,
  stat,
  status,
} from '../pages/tutor-dashboard.ts';
import { test } from '../test.ts';

test('shows, finds, answers, notes and exports an enquiry', async ({ page, tutor, site }) => {
  watch(page);
  const word = uniqueWord();
  const name = `Wilhelmina-Josephine Featherstonehaugh-Cholmondeley of ${word}`;
  const mobile = '+447700900999';
  const form = { name, email: `${word}@example.com`, mobile, year_class: 'year-13' } as const;
  await site.enquire(form);
  await openDashboard(tutor);
  for (const label of ['Total Customers', 'Filtered Results', 'Latest Registration'])
    await expect(stat(page, label)).not.toHaveText('');
  await expectReadable(page, 'dashboard');

  for (const text of [word.toUpperCase(), `${word}@EXAMPLE`, `of ${word}`]) {
    await search(page).fill(text);
    await expect(stat(page, 'Filtered Results')).toHaveText('1');
  }
  const row = rowOf(page, name);
  await expect(row).toContainText('Due in 23 h');
  await expectLink(row, form.email, `mailto:${form.email}`);
  await expectLink(row, mobile, `tel:${mobile}`);

  await status(page, name).selectOption('Contacted');
  await expect(row).toContainText('Answered in time');
  await row.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog.getByLabel('Status')).toHaveValue('contacted');
  await dialog.getByLabel('Note').fill('=1+1 is what she asked,\nand "more"');
  await expectReadable(page, 'enquiry');
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
  await openPage(page, 'Activity');
  await openGroups(page);
  await expect(page.getByText(`${name}: contacted`).first()).toBeVisible();
  await expect(page.getByText('Enquiries exported').first()).toBeVisible();
});

test('deletes an enquiry by keyboard alone', async ({ page, tutor, site }) => {
  const word = uniqueWord();
  const name = `Josephine of ${word}`;
  await site.enquire({ name });
  await openDashboard(tutor);
  await search(page).fill(word);
  const row = rowOf(page, name);
  await status(page, name).selectOption('Contacted');
  await row.getByRole('button', { name }).press('Enter');
  const dialog = page.getByRole('dialog', { name });
  await tabAndPress(dialog.getByRole('button', { name: 'Delete' }));
  const deletion = page.getByRole('alertdialog', { name: 'Delete enquiry' });
  await expect(deletion).toContainText(name);
  await expectReadable(page, 'delete-enquiry');
  await tabAndPress(deletion.getByRole('button', { name: 'Keep enquiry' }));
  await expect(deletion).toBeHidden();

  await tabAndPress(dialog.getByRole('button', { name: 'Delete' }));
  await tabAndPress(deletion.getByRole('button', { name: 'Delete enquiry' }));
  await expectToast(page, 'Enquiry deleted');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No enquiries found')).toBeVisible();
  await expect(stat(page, 'Filtered Results')).toHaveText('0');

  // After a reload it is gone, and the log mentions it without its name.
  await visit(page, paths.adminActivity);
  await openGroups(page);
  await expect(page.getByText('Enquiry deleted').first()).toBeVisible();
  await expect(page.getByText('Deleted enquiry: contacted').first()).toBeVisible();
  await expect(page.getByText(word)).toHaveCount(0);
});

test('removes an enquiry deleted elsewhere', async ({ page, tutor, site }) => {
  const { id, name } = await site.enquire();
  await openDashboard(tutor);
  await expect(enquiredCount(page)).toHaveText(/^[1-9]/);
  const before = Number(await enquiredCount(page).textContent());
  await rowOf(page, name).getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog', { name });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await tutor.call(endpoints.deleteEnquiry, { params: { id } });
  await question(page).getByRole('button', { name: 'Delete enquiry' }).click();
  await expectToast(page, 'Error deleting enquiry', 'This enquiry no longer exists.');
  await expect(dialog).toBeHidden();
  await expect(rowOf(page, name)).toHaveCount(0);
  await expect(enquiredCount(page)).toHaveText(String(before - 1));
});
