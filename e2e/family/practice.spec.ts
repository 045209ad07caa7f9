// Practice: a missed question comes back on the next day, and is put off once it is right.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, weekPath } from '../../domain/paths.ts';
import { DAY_MS } from '../../domain/time.ts';
import { expectReadable } from '../checks.ts';
import { expectTexts } from '../journey.ts';
import { energy, expectFeedback, falling, field, heading, clickButton } from '../pages/room.ts';
import { testAlone } from '../test.ts';

const test = testAlone();
test.use({ credits: 1 });

test('brings missed questions back', async ({ page, site, family, bookTopic }) => {
  test.slow();
  const { lesson, itemIds } = await bookTopic([energy, falling]);
  const [itemId = '', points = ''] = itemIds;
  const params = { id: lesson.id };
  await family.call(endpoints.giveAttempt, { params, body: { Item_ID: itemId, answer: '1 J' } });
  const { attempt } = await family.call(endpoints.giveAttempt, {
    params,
    body: { Item_ID: points, answer: 'It falls.' },
  });
  await family.call(endpoints.tickPoints, { params: { id: attempt.id }, body: { points: [] } });
  site.advance(24 * 60);
  await family.open(weekPath(paths.familyHome, lesson.Date));
  await page.getByRole('link', { name: 'Practice' }).click();
  await expect(heading(page, 'Question 1 of 2')).toBeVisible();
  await expectReadable(page, 'due');
  await field(page).fill('135 kJ');
  await clickButton(page, 'Check');
  await expectFeedback(page, 'Right');
  await expectReadable(page, 'answered');
  await clickButton(page, 'Next question');
  await expect(heading(page, 'Question 2 of 2')).toBeFocused();
  await field(page).fill('Its kinetic energy grows.');
  await clickButton(page, 'Compare with a full answer');
  await page.getByLabel('Its kinetic store rises.').check();
  await clickButton(page, 'Save');
  await expectFeedback(page, 'Partly right');
  await clickButton(page, 'Finish');
  await expect(heading(page, '2 done, 1 right')).toBeFocused();
  await expectTexts(page.getByRole('main'), /1 back .*, 1 back .*\./, 'Partly right');
  await expectReadable(page, 'finished');

  const topic = page.getByRole('region', { name: 'Topics' }).getByRole('link');
  await expect(topic).toContainText('Fades by');
  await topic.click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Practice');
  await expectTexts(
    page.getByRole('main'),
    'Specification 4.1.1.2',
    'Right first time0 of 2',
    'Coming back2',
  );
  await expect(page.getByRole('main').getByText('What is its kinetic energy?')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expectReadable(page, 'topic');
  await page.getByRole('main').getByRole('link', { name: 'Practice' }).click();
  await expect(page.getByText('Nothing is due today')).toBeVisible();

  // Once half has faded, the topic leads to a question of its own that is due.
  site.advance(2 * 24 * 60);
  await page.clock.setSystemTime(Date.now() + 3 * DAY_MS);
  await page.reload();
  await expect(topic.first()).toContainText('Faded');
  await topic.filter({ hasText: /^Practise/ }).click();
  await expect(page).toHaveURL(/item=/);
  await expect(heading(page, 'Question 1 of 1')).toBeVisible();
});
