// Formulas as students see them: numbers before a symbol, lines, alignment, and a wide one.
import { expect } from '@playwright/test';

import { watch } from '../checks.ts';
import { findFormulaFaults, MEASURED_FORMULAS } from '../formula-geometry.ts';
import { editor, preview, topicPath } from '../pages/library.ts';
import { makeTopic, video } from '../pages/room.ts';
import { test } from '../test.ts';

test('draws nuclides, lines and aligned equations where they belong', async ({ page, tutor }) => {
  watch(page);
  const { topicId } = await makeTopic(tutor, [video]);
  await tutor.open(topicPath(topicId));
  await page.getByRole('link', { name: 'Add a question' }).click();
  const text = editor(page).getByLabel('Question', { exact: true });
  await text.fill(MEASURED_FORMULAS.join('\n\n'));
  await expect(preview(page).locator('math')).toHaveCount(MEASURED_FORMULAS.length);
  await page.evaluate(() => document.fonts.ready);
  await expect.poll(() => preview(page).evaluate(findFormulaFaults)).toEqual([]);
});
