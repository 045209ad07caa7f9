// Late enquiries on the tutor's dashboard, and enquiries answered one after another.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { inDays } from '../journey.ts';
import { tabAndPress } from '../keyboard.ts';
import {
  ago,
  answerNow,
  enquiry,
  openDashboard,
  proposal,
  rowOf,
  search,
  sendButton,
  serveList,
  stat,
  status,
  visitors,
} from '../pages/tutor-dashboard.ts';
import { test, testAlone } from '../test.ts';

test('filters late enquiries with one tap', async ({ page, tutor }) => {
  await serveList(page, [
    enquiry({ id: 'new', created_at: ago(1) }),
    enquiry({ id: 'soon', created_at: ago(22) }),
    enquiry({ id: 'late', created_at: ago(30) }),
    enquiry({ id: 'later', created_at: ago(99) }),
    enquiry({ id: 'done', created_at: ago(50), answered_at: ago(45), status: 'contacted' }),
  ]);
  await openDashboard(tutor);
  const names = visitors(page);
  const all = ['Visitor new', 'Visitor soon', 'Visitor late', 'Visitor done', 'Visitor later'];
  await expect(names).toHaveText(all);
  await page.getByRole('button', { name: '2 late' }).click();
  await expect(page.getByRole('button', { name: '2 late', pressed: true })).toBeVisible();
  await expect(names).toHaveText(['Visitor later', 'Visitor late']);
  await expect(stat(page, 'Filtered Results')).toHaveText('2');
  await expectReadable(page, 'late');
  const soon = page.getByRole('button', { name: '1 due within 4 hours' });
  await soon.click();
  await expect(names).toHaveText(['Visitor soon']);
  await soon.click();
  await expect(names).toHaveText(all);
  await serveList(page, [enquiry({ id: 'new' })]);
  await page.reload();
  await expect(page.getByText('Nothing urgent')).toBeVisible();
});

test('answers an enquiry in one tap, and undoes it', async ({ page, tutor, site }) => {
  const word = uniqueWord();
  const [ada, mei] = [`Ada ${word}`, `Mei ${word}`];
  for (const name of [ada, mei]) await site.enquire({ name });
  await openDashboard(tutor);
  await search(page).fill(word);
  const row = rowOf(page, ada);
  const answer = row.getByRole('button', { name: 'Mark answered' });
  await expect(answer).toHaveAccessibleDescription(ada);
  // The second tap of a double tap does not take the first one back.
  await answer.dblclick();
  await expect(row).toContainText('Answered in time');
  await expect(answer).toBeHidden();
  await expect(status(page, ada)).toHaveValue('contacted');

  await search(page).focus();
  await tabAndPress(rowOf(page, mei).getByRole('button', { name: 'Mark answered' }));
  const undo = rowOf(page, mei).getByRole('button', { name: 'Undo' });
  await expect(undo).toBeFocused();
  await expect(status(page, mei)).toHaveValue('contacted');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, mei)).toContainText('Due in 23 h');
  await expect(status(page, mei)).toHaveValue('new');
  // A filter keeps what was just changed, so that it can be taken back.
  await page.getByLabel('Show').selectOption('Waiting for an answer');
  await status(page, mei).selectOption('Closed');
  await rowOf(page, mei).getByRole('button', { name: 'Undo' }).click();
  await expect(status(page, mei)).toHaveValue('new');
});

const leftEdges = (elements: Element[]) =>
  elements.map((element) => Math.round(element.getBoundingClientRect().left));

// Enquiries of other journeys would come before its own.
testAlone()('answers three enquiries in six taps or fewer', async ({ page, tutor, site }) => {
  watch(page);
  await site.newLesson({ Date: inDays(2), Lesson_Name: `GCSE: ${uniqueWord()}` });
  const people = ['Ada', 'Mei', 'Sam'].map((name) => `${name} ${uniqueWord()}`);
  for (const name of people) await site.enquire({ name, year_class: 'year-11' });
  const { customers } = await tutor.call(endpoints.listEnquiries);
  for (const { id, name } of customers)
    if (!people.includes(name))
      await tutor.call(endpoints.updateEnquiry, { params: { id }, body: { status: 'contacted' } });
  await openDashboard(tutor);
  const rows = answerNow(page).getByRole('listitem');
  await expect(rows).toHaveCount(3);
  // The oldest is due first, within a phone's first screen.
  await expect(rows.first()).toContainText(people[0] ?? '');
  const first = await rows
    .first()
    .getByRole('button', { name: /^Invite/ })
    .boundingBox();
  expect((first?.y ?? Infinity) + (first?.height ?? 0)).toBeLessThanOrEqual(640 - 61);
  await expectReadable(page, 'answer-now');
  // Names, promises and years are columns, whatever stands at the end of a row.
  for (const column of [rows.getByText(/^Due in /), rows.getByText('Year 11')])
    expect(new Set(await column.evaluateAll(leftEdges)).size).toBe(1);

  let taps = 1;
  await rows
    .first()
    .getByRole('button', { name: /^Invite/ })
    .click();
  const dialog = page.getByRole('dialog');
  for (const [index, name] of people.entries()) {
    await expect(page.getByRole('dialog', { name: `Invite ${name}` })).toBeVisible();
    await expect(proposal(page).locator('option:checked')).toContainText('GCSE: ');
    if (index > 0) await expect(dialog).toContainText(`is invited. ${3 - index} left.`);
    if (index === 1) await expectReadable(page, 'next');
    await expect(sendButton(page)).toBeInViewport({ ratio: 1 });
    await sendButton(page).click();
    taps += 1;
  }
  await expect(dialog).toContainText(`${people[2]} is invited. Nobody else is waiting.`);
  expect(taps).toBeLessThanOrEqual(6);
  await page.keyboard.press('Escape');
  await expect(answerNow(page)).toContainText('All answered');
});

test('goes on after an answer by phone, and undoes it @phone', async ({ page, tutor, site }) => {
  const [ada, mei] = [`Ada ${uniqueWord()}`, `Mei ${uniqueWord()}`];
  for (const name of [ada, mei]) await site.enquire({ name });
  await openDashboard(tutor);
  await search(page).fill(ada);
  await rowOf(page, ada).getByRole('button', { name: ada }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Note').fill('Rang at six');
  await dialog.getByRole('button', { name: 'Mark answered' }).click();
  await expect(dialog).toContainText(`${ada} is marked answered.`);
  await expect(page.getByRole('dialog', { name: ada })).toBeHidden();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('dialog', { name: ada })).toContainText('Due in 23 h');
  await expect(dialog.getByLabel('Status')).toHaveValue('new');
  await expect(dialog.getByLabel('Note')).toHaveValue('Rang at six');
});
