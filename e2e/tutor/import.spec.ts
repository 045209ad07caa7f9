// The tutor moves in from another product, an invited parent chooses a password, and the import is
// undone.
import { expect } from '@playwright/test';

import { paths } from '../../domain/paths.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { PASSWORD, question, visit } from '../journey.ts';
import { test } from '../test.ts';

const fileOf = (text: string) => ({
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text, 'latin1'),
});

test('imports families, invites them, and undoes it', async ({ page, tutor, site }) => {
  test.slow();
  // One file is refused.
  watch(page, { allowed: /status of 400/ });
  const word = uniqueWord();
  const [used, unused] = [`zoe-${word}@example.com`, `bob-${word}@example.com`];
  const rows = [
    'First Name;Last Name;Email;Phone;Pupil;Year group;Lessons left',
    `Zoë;Müller;${used};07700900123;Mia ${word};Year 11;4`,
    `Bob;Roe;${unused};07700900124;Kit ${word};;-2`,
    `Bob;Roe;${unused};07700900124;Kit ${word};;1`,
  ];
  await tutor.open(paths.adminFamilies);
  await page.getByRole('link', { name: 'Import families from another system' }).click();
  const choose = page.getByLabel('Choose a CSV file');
  await expectReadable(page, 'import');
  await choose.setInputFiles(fileOf('a,b\n"1,2\n'));
  await expect(page.getByRole('alert')).toContainText('The quotation marks in row 2');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose.setInputFiles(fileOf(rows.join('\r\n').replace('Pupil', 'Who comes')));
  const run = page.getByRole('button', { name: /^Import/ });
  await expect(run).toHaveAccessibleDescription("Choose the column for: Student's name.");
  await page.getByLabel("Student's name", { exact: true }).selectOption('Who comes');
  await expect(page.getByText('2 families, 2 students and 5 credits')).toBeVisible();
  const list = page.getByRole('region', { name: 'Rows of the file' });
  await expect(list).toContainText('Zoë Müller');
  await page.getByRole('button', { name: 'With problems 1' }).click();
  await expect(list).toContainText('Credits must be a whole number from 0 to 100');
  await expectReadable(page, 'import-preview');
  await page.getByRole('button', { name: 'Import and invite 2 families' }).click();
  await expect(page.getByRole('heading', { name: 'They are in' })).toBeVisible();
  await page.getByText('1 row skipped').click();
  await expect(page.getByText('Rows of the file: 3.')).toBeVisible();
  await expectReadable(page, 'imported');

  await visit(page, await site.emailedLink(used, paths.invitation));
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible();
  await expectReadable(page, 'import-invitation');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Accept the invitation' }).click();
  await expect(page).toHaveURL(paths.familyHome);

  await visit(page, paths.adminImport);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await question(page).getByRole('button', { name: 'Undo the import' }).click();
  await expect(page.getByText('1 family removed, 1 family kept')).toBeVisible();
  await expectReadable(page, 'import-undone');
});
