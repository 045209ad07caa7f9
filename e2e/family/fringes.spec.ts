// The fringes that grow with each attended lesson, on a family's home page.
import { readFile } from 'node:fs/promises';

import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { addDays, ukDate } from '../../domain/time.ts';
import { expectReadable, watch } from '../checks.ts';
import { test } from '../test.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

test('draws the lessons attended, and keeps the picture', async ({ page, site, tutor }) => {
  watch(page);
  const family = await site.newFamily({ Student_Name: 'Kim Journey' });
  const fringes = page.getByRole('region', { name: /of light$/ });
  await family.open(paths.familyHome);
  await expect(page.getByRole('heading', { name: /^Hello, / })).toBeVisible();
  await expect(fringes).toHaveCount(0);

  const day = addDays(ukDate(Date.now()), -2);
  for (const lessonName of ['GCSE: Waves', 'GCSE: Optics', 'GCSE: Energy']) {
    const { id } = await site.newLesson({ Date: day, Lesson_Name: lessonName });
    await tutor.call(endpoints.bookForFamily, {
      params: { id },
      body: { Student_ID: family.user.students[0]?.id ?? '', credit: 'free' },
    });
  }
  await family.open(paths.familyHome);
  await expect(page.getByRole('heading', { name: '3 lessons of light' })).toBeVisible();
  const drawing = fringes.getByRole('img', { name: /after 3 lessons\. The first bands begin/ });
  await expect(drawing).toBeVisible();
  await drawing.scrollIntoViewIfNeeded();
  await expectReadable(page, 'fringes');

  const downloading = page.waitForEvent('download');
  await fringes.getByRole('button', { name: 'Keep this picture' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('kim-3-lessons.png');
  const file = await readFile(await download.path());
  expect(file.subarray(0, PNG.length)).toEqual(PNG);
  expect(file.length).toBeGreaterThan(10_000);
});
