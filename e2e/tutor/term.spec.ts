// A term planned in one step: in few clicks, by keyboard, with its warnings, and only once.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { addDays, formatDate, mondayOf } from '../../domain/time.ts';
import { mend, refuse, urlOf } from '../api.ts';
import { expectReadable, uniqueWord, watch } from '../checks.ts';
import { countEffort, expectEffort } from '../effort.ts';
import { emptyWeek, expectToast, fillIn, inDays, lessonButton, visit } from '../journey.ts';
import { tabAndPress, tabTo } from '../keyboard.ts';
import { editButton, MEETING_LINK, openPlanner, plannerPath } from '../pages/planner.ts';
import { createTermButton, openTerm, termButton, termDialog } from '../pages/term-dialog.ts';
import { openPage } from '../pages/tutor-dashboard.ts';
import type { Tutor } from '../people.ts';
import { test, testAlone } from '../test.ts';

const MAX_CLICKS = 10;

/** Names for this many lessons, one in each line. */
const namesOf = (word: string, count: number) =>
  Array.from({ length: count }, (_, place) => `${word} ${place + 1}`).join('\n');

/** The lessons planned from a Monday on in this many weeks: '2026-11-21 09:00 name' each. */
async function plannedIn(tutor: Tutor, monday: string, weeks: number): Promise<string[]> {
  const lessons = await tutor.readLessons(monday, addDays(monday, 7 * weeks - 1));
  return lessons.map((one) => `${one.Date} ${one.Time.slice(0, 5)} ${one.Lesson_Name}`);
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

test('plans six weeks of four lessons in ten clicks', async ({ page, tutor }) => {
  watch(page);
  const word = uniqueWord();
  const monday = emptyWeek(7);
  await openPlanner(tutor, monday);
  const clicks = await countClicks(page);
  const term = await openTerm(page);
  await expect(term.getByLabel('First week')).toHaveValue(monday);
  await expect(term.getByLabel('Meeting link')).toHaveValue(/^https:/);
  // Without names and topics, the courses name the lessons.
  await expect(createTermButton(page, 24)).not.toHaveAttribute('aria-disabled');
  await expect(term.getByRole('button', { name: /, .*esson$/ })).toHaveCount(24);
  await expectReadable(page, 'empty');

  await term.getByLabel('Lesson names').click();
  await page.keyboard.insertText(namesOf(word, 24));
  const last = term.getByRole('button', { name: new RegExp(`${word} 24$`) });
  await expect(last).toHaveAttribute('aria-pressed', 'true');
  // A half-term: the names move to the weeks after it, and one more week gives each of them its
  // lesson.
  await term.getByRole('button', { name: 'Leave out week 3' }).click();
  await expect(term.getByText('4 names are left over.')).toBeVisible();
  await term.getByLabel('Weeks').click();
  await page.keyboard.press('ArrowUp');
  await expect(term.getByText('left over')).toBeHidden();
  await expectReadable(page, 'filled');
  await createTermButton(page, 24).click();
  await expectToast(page, 'Lessons Created', '24 lessons were added to the planner');
  await expect(term).toBeHidden();
  const made = await clicks();
  expect(made).toBeGreaterThan(3);
  expect(made).toBeLessThanOrEqual(MAX_CLICKS);

  const weekends = [0, 1, 3, 4, 5, 6].flatMap((week) =>
    [5, 6].flatMap((day) =>
      ['09:00', '10:00'].map((time) => `${addDays(monday, 7 * week + day)} ${time}`),
    ),
  );
  const expected = weekends.map((at, place) => `${at} ${word} ${place + 1}`);
  expect(await plannedIn(tutor, monday, 8)).toEqual(expected);
  await expect(page).toHaveURL(plannerPath(monday));
  await expect(lessonButton(page, { Lesson_Name: `${word} 4` })).toBeVisible();

  // The log has one line for all of them.
  await openPage(page, 'Activity');
  const line = page
    .locator('details')
    .filter({ hasText: `${word} 24` })
    .first();
  await expect(line.locator('summary')).toContainText(/\d+ lessons planned/);
  await expect(line.getByText(`${word} 24,`)).toBeHidden();
  await line.locator('summary').click();
  await expect(line.getByText(`${word} 24,`)).toBeVisible();
  await expectReadable(page, 'activity');
  const filter = (name: RegExp) => page.getByRole('button', { name, pressed: false });
  await filter(/^Sign-ins \d+$/).click();
  await expect(line).toBeHidden();
  await filter(/^All \d+$/).click();
  await expect(line).toBeVisible();
});

test("types the names above a phone's keyboard @phone", async ({ page, tutor }) => {
  await openPlanner(tutor, emptyWeek(7));
  // As much of the screen as a keyboard leaves.
  await page.setViewportSize({ width: 360, height: 400 });
  await termButton(page).tap();
  const term = termDialog(page);
  const names = term.getByLabel('Lesson names');
  await names.tap();
  await page.keyboard.insertText('Waves');
  await expect(names).toBeInViewport({ ratio: 1 });
  const create = createTermButton(page, 24);
  await expect(create).not.toBeInViewport();
  // What covers the field is at its own middle.
  const isClear = await names.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === element;
  });
  expect(isClear).toBe(true);
  await names.blur();
  await expect(create).toBeInViewport();
  await term.getByRole('button', { name: 'See 24 lessons' }).tap();
  await expect(term.getByRole('button', { name: /Waves$/ })).toBeVisible();
  await expectReadable(page, 'keyboard');
});

test('plans a term by keyboard alone', async ({ page, tutor }) => {
  const word = uniqueWord();
  const monday = emptyWeek(3);
  await openPlanner(tutor, monday);
  const { keyboard } = page;
  await tabAndPress(termButton(page));
  const term = termDialog(page);
  await tabTo(page, term.getByLabel('Weeks'));
  await keyboard.type('2');
  for (const name of ['Saturday 10:00', 'Sunday 09:00', 'Sunday 10:00']) {
    await tabTo(page, term.getByRole('button', { name, exact: true }));
    await keyboard.press('Space');
    await expect(term.getByRole('button', { name, exact: true, pressed: false })).toBeVisible();
  }
  await tabAndPress(term.getByRole('button', { name: 'Another time' }));
  await tabTo(page, term.getByLabel('Day', { exact: true }));
  await keyboard.type('Wed');
  await tabTo(page, term.getByLabel('UK time'));
  await term.getByLabel('UK time').fill('18:30');
  // Enter adds the time and submits nothing.
  await keyboard.press('Enter');
  await expect(term.getByRole('button', { name: 'Wednesday 18:30', pressed: true })).toBeVisible();
  await tabTo(page, term.getByLabel('Lesson names'));
  await keyboard.insertText(namesOf(word, 3));
  const wednesday = formatDate(addDays(monday, 9), 'short');
  await tabTo(page, term.getByRole('button', { name: `${wednesday}, 18:30` }));
  await keyboard.press('Space');
  await tabAndPress(createTermButton(page, 3));
  await expect(term).toBeHidden();
  expect(await plannedIn(tutor, monday, 3)).toEqual([
    `${addDays(monday, 2)} 18:30 ${word} 1`,
    `${addDays(monday, 5)} 09:00 ${word} 2`,
    `${addDays(monday, 12)} 09:00 ${word} 3`,
  ]);
});

test('gives the weeks of a term the topics of the library in order', async ({ page, tutor }) => {
  const word = uniqueWord();
  const monday = emptyWeek(3);
  const ids: string[] = [];
  // After those of the sample.
  for (const place of [1, 2, 3]) {
    const body = { name: `${word} ${place}`, course: 'gcse', reference: `z ${place}` } as const;
    ids.push((await tutor.call(endpoints.createTopic, { body })).topic.id);
  }
  const idOf = (place: number) => ids[place] ?? '';
  await openPlanner(tutor, monday);
  const term = await openTerm(page);
  await fillIn(term, { Weeks: '3' });
  const weekly = (week: number) => term.getByLabel(`Topic of week ${week}`, { exact: true });
  for (const time of ['Saturday 09:00', 'Saturday 10:00', 'Sunday 09:00', 'Sunday 10:00'])
    await term.getByLabel(`Course of ${time}`).selectOption('Any');
  await term.getByLabel('First topic').selectOption(idOf(0));
  await expect(weekly(1)).toHaveValue(idOf(0));
  await expect(weekly(2)).toHaveValue(idOf(1));
  await expect(weekly(3)).toHaveValue(idOf(2));
  await weekly(2).selectOption(idOf(0));
  await expect(weekly(3)).toHaveValue(idOf(1));
  await expectReadable(page, 'topics');
  await createTermButton(page, 12).click();
  await expectToast(page, 'Lessons Created');
  const lessons = await tutor.readLessons(monday, addDays(monday, 20));
  expect(lessons.map(({ Topic_ID: topicId }) => topicId)).toEqual(
    [0, 0, 1].flatMap((place) => Array<string>(4).fill(idOf(place))),
  );
  expect(lessons.at(-1)?.Lesson_Name).toBe(`GCSE: ${word} 2`);
  // The lessons keep a topic that is archived later.
  await tutor.call(endpoints.updateTopic, { params: { id: idOf(1) }, body: { archived: true } });
  await visit(page, plannerPath(addDays(monday, 14)));
  const archived = `z 2 ${word} 2 (archived)`;
  await page.getByRole('button', { name: archived }).first().click();
  await editButton(page).click();
  const picker = page.getByRole('dialog', { name: 'Edit lesson' }).getByLabel('Topic');
  await expect(picker.locator('option:checked')).toHaveText(archived);
});

// Alone, because the sample's lessons decide which course each time has.
testAlone()('plans six weeks of two courses in four taps', async ({ page, tutor }) => {
  const { topics } = await tutor.call(endpoints.listTopics);
  const namesOfCourse = (course: string) =>
    topics.filter((topic) => topic.course === course).map(({ name }) => name);
  const label = { gcse: 'GCSE', 'a-level': 'A-level' };
  const monday = emptyWeek(6);
  const effort = await countEffort(page);
  await openPlanner(tutor, monday);
  const term = await openTerm(page);
  for (const [time, course] of [
    ['Saturday 09:00', 'gcse'],
    ['Saturday 10:00', 'a-level'],
    ['Sunday 09:00', 'gcse'],
    ['Sunday 10:00', 'a-level'],
  ] as const)
    await expect(term.getByLabel(`Course of ${time}`)).toHaveValue(course);
  for (const course of Object.values(label)) {
    const first = term.getByLabel(`First topic, ${course}`);
    await first.click();
    await first.selectOption({ index: 1 });
  }
  await expectReadable(page, 'two-courses');
  const count = 4 * Math.min(6, namesOfCourse('gcse').length, namesOfCourse('a-level').length);
  await createTermButton(page, 24).click();
  await expectToast(page, 'Lessons Created');
  expectEffort('Six weeks of two courses', effort(), 4);
  const lessons = await tutor.readLessons(monday, addDays(monday, 41));
  expect(lessons.map(({ Time: time, Lesson_Name: name }) => [time, name]).slice(0, count)).toEqual(
    Array.from({ length: count }, (_, place) => {
      const course = place % 2 === 0 ? 'gcse' : 'a-level';
      const name = namesOfCourse(course)[Math.floor(place / 4)];
      return [place % 2 === 0 ? '09:00:00' : '10:00:00', `${label[course]}: ${name}`];
    }),
  );
});

test('warns about clashes and the past @phone', async ({ page, tutor, site }) => {
  const word = uniqueWord();
  const monday = emptyWeek(2);
  const other = await site.newLesson({ Date: addDays(monday, 12), Time: '09:30:00' });
  await openPlanner(tutor, monday);
  const term = await openTerm(page);
  // It leaves no page to see behind it.
  await expect.poll(() => term.boundingBox()).toEqual({ x: 0, y: 0, ...page.viewportSize() });
  await fillIn(term, { 'First week': monday, Weeks: '2', 'Lesson names': namesOf(word, 8) });
  await expect(term.getByText('2 lessons clash with others.')).toBeVisible();
  await expect(term.getByText(`Clashes with ${other.Lesson_Name}`)).toHaveCount(2);
  await expectReadable(page, 'clashes');
  await term.getByRole('button', { name: 'Leave out clashing' }).click();
  await expect(term.getByText('Clashes with')).toHaveCount(0);
  await expect(term.getByText('2 names are left over.')).toBeVisible();
  await expect(createTermButton(page, 6)).toBeVisible();

  // Weeks in the past.
  await term.getByLabel('First week').fill(addDays(mondayOf(inDays(0)), -14 * 7));
  await expect(term.getByText('8 lessons in the past.')).toBeVisible();
  await term.getByRole('button', { name: 'Leave out past' }).click();
  await expect(createTermButton(page, 0)).toHaveAccessibleDescription('Every lesson is left out.');

  // Typed text is not lost by accident.
  await page.keyboard.press('Escape');
  const leaving = page.getByRole('alertdialog', { name: 'Throw away the plan' });
  await leaving.getByRole('button', { name: 'Keep planning' }).click();
  await expect(term.getByLabel('Lesson names')).toHaveValue(namesOf(word, 8));
  await page.keyboard.press('Escape');
  await leaving.getByRole('button', { name: 'Throw away' }).click();
  await expect(term).toBeHidden();
  expect(await plannedIn(tutor, monday, 2)).toHaveLength(1);
});

test('refuses a contradictory term @phone', async ({ page, tutor }) => {
  await openPlanner(tutor, emptyWeek());
  const term = await openTerm(page);
  const create = term.getByRole('button', { name: /^Create \d+ lessons?, / });
  await term.getByRole('button', { name: 'Another time' }).click();
  const add = term.getByRole('button', { name: 'Add time' });
  await expect(add).toHaveAccessibleDescription('Enter a time first.');
  await term.getByLabel('UK time').fill('09:30');
  await add.click();
  await expect(create).toHaveAccessibleDescription(
    'Saturday 09:00 and Saturday 09:30 overlap: a lesson lasts 1 hour.',
  );
  await term.getByRole('button', { name: 'Saturday 09:30' }).click();
  await fillIn(term, { Weeks: '1', 'Lesson names': `Waves\n${'x'.repeat(201)}\nOptics\nForces` });
  const tooLong = 'Name 2: Lesson name must be less than 200 characters.';
  await expect(create).toHaveAccessibleDescription(tooLong);
  await fillIn(term, { 'Lesson names': 'Waves' });
  await term.getByLabel('Each name is for').selectOption('All lessons of a week');
  await fillIn(term, { 'Meeting link': 'no link', 'Max students': '51' });
  await create.click();
  await expect(term.getByText('Invalid meeting link URL')).toBeVisible();
  await expect(term.getByText('Max students cannot exceed 50')).toBeVisible();
  await expect(term.getByLabel('Meeting link')).toBeFocused();
  await fillIn(term, { Weeks: '16', 'First week': '' });
  await expect(term.getByText('Weeks must be a whole number from 1 to 15')).toBeVisible();
  await expect(term.getByText('Date must be in YYYY-MM-DD format')).toBeVisible();
  await expectReadable(page, 'refused');
});

test('creates one term after a lost response', async ({ page, tutor }) => {
  const word = uniqueWord();
  const monday = emptyWeek(2);
  await openPlanner(tutor, monday);
  const term = await openTerm(page);
  const names = namesOf(word, 2);
  await fillIn(term, { Weeks: '2', 'Lesson names': names, 'Meeting link': MEETING_LINK });
  await term.getByLabel('Each name is for').selectOption('All lessons of a week');
  await refuse(page, endpoints.planTerm, 503, { error: 'Server error. Please try again later.' });
  await createTermButton(page, 8).click();
  await expectToast(page, 'Error Creating Lesson', 'Server error. Please try again later.');
  await expect(term.getByLabel('Lesson names')).toHaveValue(names);
  await mend(page, endpoints.planTerm);

  let sent = 0;
  await page.route(urlOf(endpoints.planTerm), async (route) => {
    sent += 1;
    const answer = await route.fetch();
    // The browser retries once by itself; then the tutor tries again.
    await (sent < 3 ? route.abort() : route.fulfill({ response: answer }));
  });
  await createTermButton(page, 8).click();
  await expectToast(page, 'Connection Error');
  await expect(term.getByText('8 lessons clash with others.')).toBeVisible();
  await createTermButton(page, 8).click();
  await expectToast(page, 'Lessons Created', '8 lessons were added');
  expect(sent).toBe(3);
  expect(await plannedIn(tutor, monday, 2)).toHaveLength(8);
  await visit(page, plannerPath(addDays(monday, 7)));
  await expect(page.getByRole('button', { name: `${word} 2` })).toHaveCount(4);
});
