// A term planned in one step: in few clicks, by keyboard alone, around holidays, with its warnings,
// and once however often it is sent.
import { type APIRequestContext, expect, type Page } from '@playwright/test';

import * as endpoints from '../domain/endpoints.ts';
import { paths, weekPath } from '../domain/paths.ts';
import { addDays, formatDate, mondayOf, ukDate } from '../domain/time.ts';
import { call } from './api.ts';
import { expectReadable, uniqueWord, watch } from './checks.ts';
import { createLesson, emptyWeek, lessonButton, signInTutor, toast, visit } from './journey.ts';
import { tabTo } from './keyboard.ts';
import { dialogOf, fillIn, MEETING_LINK, openPlanner } from './planner.ts';
import { test } from './test.ts';

const MAX_CLICKS = 10;

const topicsOf = (word: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${word} ${place + 1}`);

async function openTerm(page: Page) {
  await page.getByRole('button', { name: 'Plan a Term' }).click();
  const dialog = dialogOf(page, 'Plan a Term');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** The lessons planned from a Monday on in this many weeks: 'Sat 21 Nov 09:00 name' each. */
async function plannedIn(
  request: APIRequestContext,
  monday: string,
  weeks: number,
): Promise<string[]> {
  const { lessons } = await call(request, endpoints.listAdminLessons, {
    token: (await signInTutor(request)).session.access_token,
    query: { from: monday, to: addDays(monday, 7 * weeks - 1) },
  });
  return lessons.map(
    ({ Date: date, Time, Lesson_Name }) => `${date} ${Time.slice(0, 5)} ${Lesson_Name}`,
  );
}

/** Counts clicks and taps from now on; a script's clicks do not count. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const count = { clicks: 0 };
    document.addEventListener('pointerup', () => (count.clicks += 1), { capture: true });
    return count;
  });
  return () => counter.evaluate(({ clicks }) => clicks);
}

test('plans six weeks of four lessons, each with its own name, in ten clicks at most', async ({
  page,
  request,
}, info) => {
  const { complaints, strangers } = watch(page);
  const word = uniqueWord();
  const monday = emptyWeek(7);
  await openPlanner(page, monday);
  const clicks = await countClicks(page);
  const term = await openTerm(page);
  await expect(term.getByLabel('First week')).toHaveValue(monday);
  await expect(term.getByLabel('Meeting link')).toHaveValue(/^https:/);
  await expect(term.getByRole('button', { name: 'Create 24 Lessons' })).toHaveAccessibleDescription(
    '24 lessons without a topic: add topics or leave lessons out.',
  );
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('empty.png') });

  await term.getByLabel('Topics').click();
  await page.keyboard.insertText(topicsOf(word, 24).join('\n'));
  await expect(term.getByRole('button', { name: new RegExp(`${word} 24$`) })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  // A half-term: the topics move to the weeks after it, and one more week gives each of them its
  // lesson.
  await term.getByRole('button', { name: 'Leave out week 3' }).click();
  await expect(term.getByText('4 topics are left over.')).toBeVisible();
  await term.getByLabel('Weeks').click();
  await page.keyboard.press('ArrowUp');
  await expect(term.getByText('left over')).toBeHidden();
  await expectReadable(page);
  await page.screenshot({ path: info.outputPath('filled.png') });
  await term.getByRole('button', { name: 'Create 24 Lessons' }).click();
  await expect(toast(page, 'Lessons Created')).toContainText(
    '24 lessons were added to the planner',
  );
  await expect(term).toBeHidden();
  const made = await clicks();
  expect(made).toBeGreaterThan(3);
  expect(made).toBeLessThanOrEqual(MAX_CLICKS);

  const weekends = [0, 1, 3, 4, 5, 6].flatMap((week) =>
    [5, 6].flatMap((day) =>
      ['09:00', '10:00'].map((time) => `${addDays(monday, 7 * week + day)} ${time}`),
    ),
  );
  expect(await plannedIn(request, monday, 8)).toEqual(
    weekends.map((slot, place) => `${slot} ${word} ${place + 1}`),
  );
  await expect(page).toHaveURL(weekPath(paths.adminPlanner, monday));
  await expect(lessonButton(page, `${word} 4`)).toBeVisible();
  expect(complaints).toEqual([]);
  expect(strangers).toEqual([]);
});

test('plans a term by keyboard alone', { tag: '@desktop' }, async ({ page, request }) => {
  const word = uniqueWord();
  const monday = emptyWeek(3);
  await openPlanner(page, monday);
  const { keyboard } = page;
  await tabTo(page, page.getByRole('button', { name: 'Plan a Term' }));
  await keyboard.press('Enter');
  const term = dialogOf(page, 'Plan a Term');
  await tabTo(page, term.getByLabel('Weeks'));
  await keyboard.type('2');
  for (const name of ['Saturday 10:00', 'Sunday 09:00', 'Sunday 10:00']) {
    await tabTo(page, term.getByRole('button', { name, exact: true }));
    await keyboard.press('Space');
    await expect(term.getByRole('button', { name, exact: true, pressed: false })).toBeVisible();
  }
  await tabTo(page, term.getByRole('button', { name: 'Another time' }));
  await keyboard.press('Enter');
  await tabTo(page, term.getByLabel('Day'));
  await keyboard.type('Wed');
  await tabTo(page, term.getByLabel('UK time'));
  await term.getByLabel('UK time').fill('18:30');
  // Enter adds the time and submits nothing.
  await keyboard.press('Enter');
  await expect(term.getByRole('button', { name: 'Wednesday 18:30', pressed: true })).toBeVisible();
  await tabTo(page, term.getByLabel('Topics'));
  await keyboard.insertText(topicsOf(word, 3).join('\n'));
  const wednesday = formatDate(addDays(monday, 9), 'short');
  await tabTo(page, term.getByRole('button', { name: `${wednesday} 18:30` }));
  await keyboard.press('Space');
  await tabTo(page, term.getByRole('button', { name: 'Create 3 Lessons' }));
  await keyboard.press('Enter');
  await expect(term).toBeHidden();
  expect(await plannedIn(request, monday, 3)).toEqual([
    `${addDays(monday, 2)} 18:30 ${word} 1`,
    `${addDays(monday, 5)} 09:00 ${word} 2`,
    `${addDays(monday, 12)} 09:00 ${word} 3`,
  ]);
});

test(
  'warns about the past and planned lessons, and leaves each out with a tap',
  { tag: '@phone' },
  async ({ page, request }, info) => {
    const word = uniqueWord();
    const monday = emptyWeek(2);
    const other = await createLesson(request, { Date: addDays(monday, 12), Time: '09:30:00' });
    await openPlanner(page, monday);
    const term = await openTerm(page);
    await fillIn(term, { 'First week': monday, Weeks: '2', Topics: topicsOf(word, 8).join('\n') });
    await expect(term.getByText('2 lessons clash with others.')).toBeVisible();
    await expect(term.getByText(`Clashes with ${other.Lesson_Name}`)).toHaveCount(2);
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('clashes.png') });
    await term.getByRole('button', { name: 'Leave out clashing' }).click();
    await expect(term.getByText('Clashes with')).toHaveCount(0);
    await expect(term.getByText('2 topics are left over.')).toBeVisible();
    await expect(term.getByRole('button', { name: 'Create 6 Lessons' })).toBeVisible();

    // Weeks in the past.
    await term.getByLabel('First week').fill(addDays(mondayOf(ukDate(Date.now())), -14 * 7));
    await expect(term.getByText('8 lessons in the past.')).toBeVisible();
    await term.getByRole('button', { name: 'Leave out past' }).click();
    await expect(
      term.getByRole('button', { name: 'Create 0 Lessons' }),
    ).toHaveAccessibleDescription('Every lesson is left out.');

    // Typed text is not lost by accident.
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Throw Away the Plan' });
    await question.getByRole('button', { name: 'Keep Planning' }).click();
    await expect(term.getByLabel('Topics')).toHaveValue(topicsOf(word, 8).join('\n'));
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Throw Away' }).click();
    await expect(term).toBeHidden();
    expect(await plannedIn(request, monday, 2)).toHaveLength(1);
  },
);

test(
  'refuses a contradictory term, and explains every rule of its form',
  { tag: '@phone' },
  async ({ page }, info) => {
    await openPlanner(page, emptyWeek());
    const term = await openTerm(page);
    const create = term.getByRole('button', { name: /^Create \d+ Lessons?$/ });
    await term.getByRole('button', { name: 'Another time' }).click();
    await expect(term.getByRole('button', { name: 'Add Time' })).toHaveAccessibleDescription(
      'Enter a time first.',
    );
    await term.getByLabel('UK time').fill('09:30');
    await term.getByRole('button', { name: 'Add Time' }).click();
    await expect(create).toHaveAccessibleDescription(
      'Saturday 09:00 and Saturday 09:30 overlap: a lesson lasts 1 hour.',
    );
    await term.getByRole('button', { name: 'Saturday 09:30' }).click();
    await fillIn(term, { Weeks: '1', Topics: `Waves\n${'x'.repeat(201)}\nOptics\nForces` });
    await expect(create).toHaveAccessibleDescription(
      'Topic 2: Lesson name must be less than 200 characters.',
    );
    await fillIn(term, { Topics: 'Waves' });
    await term.getByLabel('A topic is for').selectOption('All lessons of a week');
    await fillIn(term, { 'Meeting link': 'no link', 'Max students': '51' });
    await create.click();
    await expect(term.getByText('Invalid meeting link URL')).toBeVisible();
    await expect(term.getByText('Max students cannot exceed 50')).toBeVisible();
    await expect(term.getByLabel('Meeting link')).toBeFocused();
    await fillIn(term, { Weeks: '16', 'First week': '' });
    await expect(term.getByText('Weeks must be a whole number from 1 to 15')).toBeVisible();
    await expect(term.getByText('Date must be in YYYY-MM-DD format')).toBeVisible();
    await expectReadable(page);
    await page.screenshot({ path: info.outputPath('refused.png') });
  },
);

test(
  'creates one term after a lost response, and loses nothing typed when the server fails',
  { tag: '@desktop' },
  async ({ page, request }) => {
    const word = uniqueWord();
    const monday = emptyWeek(2);
    await openPlanner(page, monday);
    const term = await openTerm(page);
    await fillIn(term, {
      Weeks: '2',
      Topics: topicsOf(word, 2).join('\n'),
      'Meeting link': MEETING_LINK,
    });
    await term.getByLabel('A topic is for').selectOption('All lessons of a week');
    await page.route(`**${endpoints.planTerm.path}`, (route) =>
      route.fulfill({
        status: 503,
        json: { success: false, error: 'Server error. Please try again later.' },
      }),
    );
    await term.getByRole('button', { name: 'Create 8 Lessons' }).click();
    await expect(toast(page, 'Error Creating Lesson')).toContainText(
      'Server error. Please try again later.',
    );
    await expect(term.getByLabel('Topics')).toHaveValue(topicsOf(word, 2).join('\n'));
    await page.unroute(`**${endpoints.planTerm.path}`);

    let sent = 0;
    await page.route(`**${endpoints.planTerm.path}`, async (route) => {
      sent += 1;
      const answer = await route.fetch();
      // The browser retries once by itself; then the tutor tries again.
      await (sent < 3 ? route.abort() : route.fulfill({ response: answer }));
    });
    await term.getByRole('button', { name: 'Create 8 Lessons' }).click();
    await expect(toast(page, 'Connection Error')).toBeVisible();
    await expect(term.getByText('8 lessons clash with others.')).toBeVisible();
    await term.getByRole('button', { name: 'Create 8 Lessons' }).click();
    await expect(toast(page, 'Lessons Created')).toContainText('8 lessons were added');
    expect(sent).toBe(3);
    expect(await plannedIn(request, monday, 2)).toHaveLength(8);
    await visit(page, weekPath(paths.adminPlanner, addDays(monday, 7)));
    await expect(page.getByRole('button', { name: `${word} 2` })).toHaveCount(4);
  },
);
