// The tutor asks in the lesson, and the question is on the student's page at once; afterwards the
// lesson can be looked back on.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths, roomPath, tutorRoomPath } from '../../domain/paths.ts';
import { addDays } from '../../domain/time.ts';
import type { Answer } from '../../domain/topics/attempt.ts';
import { expectReadable, watch } from '../checks.ts';
import { emptySaturday, expectLink, visit } from '../journey.ts';
import {
  asked,
  doubling,
  energy,
  expectFeedback,
  falling,
  field,
  heading,
  UNSENT,
  makeTopic,
  clickButton,
  slides,
} from '../pages/room.ts';
import type { Tutor } from '../people.ts';
import { test } from '../test.ts';

test.use({ credits: 1 });

/** How the tutor asks in a lesson. */
function tutorIn(tutor: Tutor, lessonId: string) {
  const to = async (askedId: string, state: 'asked' | 'closed' | 'revealed') =>
    tutor.call(endpoints.changeAsked, { params: { id: lessonId, askedId }, body: { state } });
  return {
    ask: async (itemId: string) => {
      const params = { id: lessonId };
      return (await tutor.call(endpoints.askQuestion, { params, body: { Item_ID: itemId } })).asked
        .id;
    },
    to,
  };
}

/** Tells the page that it is hidden or visible, like a phone that sleeps or wakes up. */
const setVisible = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibilityState) => {
    Object.defineProperty(document, 'visibilityState', {
      value: visibilityState,
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('shows what the tutor asks, twice, then the answer', async ({
  page,
  tutor,
  family,
  bookTopic,
}) => {
  watch(page, { allowed: /ERR_INTERNET_DISCONNECTED/ });
  const { lesson, itemIds } = await bookTopic([falling, asked, slides], 5);
  const { ask, to } = tutorIn(tutor, lesson.id);
  await family.open(roomPath(lesson.id));
  await expect(page.getByText('appear here by themselves')).toBeVisible();
  await expectLink(page, /^Join the meeting/, await family.readJoinLink(lesson));
  await expectReadable(page, 'waiting');

  const [, itemId = ''] = itemIds;
  const id = await ask(itemId);
  await expect(page.getByText('A new question: answer it now.')).toBeVisible();
  await expect(heading(page, 'Your tutor asks')).toBeFocused();
  await page.getByLabel('joule').check();
  await page.getByLabel('watt').check();
  await expectReadable(page, 'asked');
  await clickButton(page, 'Send answer');
  await expectFeedback(page, 'Your answer is in.');
  await expect(heading(page, 'Answer sent')).toBeFocused();
  const sent = page.getByRole('listitem').filter({ hasText: /Sent \d\d:\d\d/ });
  await expect(sent).toContainText(['joule', 'watt']);
  await expect(page.getByText('Not right')).toHaveCount(0);
  await expectReadable(page, 'sent');
  await to(id, 'closed');
  await expectFeedback(page, 'Closed. Wait for the answer.');
  await expect(heading(page, 'Your tutor asked')).toBeVisible();
  await expect(sent).toHaveCount(2);
  await to(id, 'asked');
  await expectFeedback(page, 'Second round: answer once more.');
  // The connection is lost for a moment.
  await page.context().setOffline(true);
  await page.getByLabel('joule').check();
  await clickButton(page, 'Send answer');
  await expect(page.getByText(UNSENT)).toBeVisible();
  await page.context().setOffline(false);
  await expectFeedback(page, 'Your answer is in.');
  await to(id, 'revealed');
  await expectFeedback(page, "Here's the answer.", 'Partly right');
  const bars = page.getByRole('listitem').filter({ hasText: '1 answer' });
  await expect(bars).toContainText(['joule']);
  await expect(bars).toContainText(['Your answer']);
  await expectReadable(page, 'revealed');
});

/** Notes what the live regions of the page say from now on. */
const noteAnnouncements = (page: Page) =>
  page.evaluate(() => {
    const notes: string[] = [];
    const last = new Map<Element, string>();
    const note = (region: Element) => {
      const text = region.textContent ?? '';
      if (text !== '' && text !== last.get(region)) notes.push(text);
      last.set(region, text);
    };
    for (const region of document.querySelectorAll('output'))
      last.set(region, region.textContent ?? '');
    new MutationObserver(() => document.querySelectorAll('output').forEach(note)).observe(
      document.body,
      { subtree: true, childList: true, characterData: true },
    );
    Object.assign(window, { notes });
  });
const readNotes = (page: Page) =>
  page.evaluate(() => (window as unknown as { notes: string[] }).notes);

test('announces each change of a live question once', async ({
  page,
  tutor,
  family,
  bookTopic,
}) => {
  const { lesson, itemIds } = await bookTopic([asked], 5);
  const { ask, to } = tutorIn(tutor, lesson.id);
  await family.open(roomPath(lesson.id));
  await expect(page.getByText('appear here by themselves')).toBeVisible();
  await noteAnnouncements(page);
  const id = await ask(itemIds[0] ?? '');
  await page.getByLabel('watt').check();
  await clickButton(page, 'Send answer');
  await expectFeedback(page, 'Your answer is in.');
  await to(id, 'closed');
  await expectFeedback(page, 'Closed. Wait for the answer.');
  await to(id, 'asked');
  await expectFeedback(page, 'Second round: answer once more.');
  await page.context().setOffline(true);
  await page.getByLabel('watt').check();
  await clickButton(page, 'Send answer');
  await expectFeedback(page, '1 answer is not sent yet.');
  await page.context().setOffline(false);
  await expectFeedback(page, 'Your answer is in.');
  await to(id, 'revealed');
  await expectFeedback(page, "Here's the answer.", 'Not right');
  expect(await readNotes(page)).toEqual([
    'A new question: answer it now.',
    'Your answer is in. Your tutor will show the right one.',
    'Closed. Wait for the answer.',
    'Second round: answer once more.',
    '1 answer is not sent yet.',
    'Your answer is in. Your tutor will show the right one.',
    "Here's the answer.",
    '✗Not right',
  ]);
});

test('takes a class through a question in three browsers', async ({
  browser,
  page,
  site,
  tutor,
  family,
}) => {
  const { topicId } = await makeTopic(tutor, [energy]);
  const lesson = await site.newLesson({ Topic_ID: topicId });
  const other = await site.newFamily({ credits: 1 });
  const desktop = await browser.newPage();
  const phone = await browser.newPage({
    viewport: { width: 360, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  for (const who of [family, other]) await who.book(lesson);
  await tutor.startLessonIn(lesson, 5);
  await family.open(roomPath(lesson.id), desktop);
  await other.open(roomPath(lesson.id), phone);
  await tutor.open(tutorRoomPath(lesson.id));

  await clickButton(page, 'Ask this');
  for (const student of [desktop, phone])
    await expect(student.getByText('A new question: answer it now.')).toBeVisible();
  await phone.context().setOffline(true);
  await field(phone).fill('2.7e5 J');
  await clickButton(phone, 'Send answer');
  await expect(phone.getByText(UNSENT)).toBeVisible();
  await expectReadable(phone, 'kept');
  await field(desktop).fill('135 kJ');
  await clickButton(desktop, 'Send answer');
  await expect(page.getByText(/\b1 (of 2 )?answered/)).toBeVisible();
  await phone.context().setOffline(false);
  await expect(page.getByText(/\b2 (of 2 )?answered/)).toBeVisible();
  await expectFeedback(phone, 'Your answer is in.');

  for (const student of [desktop, phone])
    await expect(student.getByText('The class on a scale')).toHaveCount(0);
  await clickButton(page, 'Reveal');
  await expectFeedback(desktop, "Here's the answer.", 'Right');
  await expectFeedback(phone, "Here's the answer.", 'Not right', 'You left out the half.');
  await expect(phone.getByRole('listitem').filter({ hasText: '1 answer' })).toHaveText([
    /^Right/,
    /Your answer$/,
  ]);
  for (const student of [desktop, phone]) {
    const scale = student.getByRole('figure', { name: 'The class on a scale' });
    await scale.getByText('The answers as a table').click();
    await expect(scale.getByRole('row')).toHaveText([/^Answer/, '135 kJ1', '2.7 × 105 J1']);
    await expectReadable(student, 'revealed');
  }
  await visit(phone, paths.practice);
  await expect(phone.getByText('The next question is due on')).toBeVisible();
  for (const student of [desktop, phone]) await student.close();
});

test('catches up after the phone slept, and takes nothing that is being typed @phone', async ({
  page,
  tutor,
  family,
  bookTopic,
}) => {
  const { lesson, itemIds } = await bookTopic([falling, asked, doubling], 5);
  const { ask, to } = tutorIn(tutor, lesson.id);
  await family.open(roomPath(lesson.id));
  await field(page).fill('It falls');
  const [, itemId = '', another = ''] = itemIds;
  const id = await ask(itemId);
  await expect(page.getByText('A new question: answer it now.')).toBeVisible();
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(' down');
  await expect(field(page)).toHaveValue('It falls down');
  await expect(page.getByRole('link', { name: "To your tutor's question" })).toBeVisible();
  await setVisible(page, 'hidden');
  await to(id, 'revealed');
  await ask(another);
  await setVisible(page, 'visible');
  await expect(page.getByText('The speed of a car doubles.').first()).toBeVisible();
  await expect(field(page)).toHaveValue('It falls down');
  await tutor.startLessonIn(lesson, -80);
  await expect(page.getByText('After the lesson')).toBeVisible();
});

test('stays open after it, until the lesson is deleted', async ({ page, site, tutor, family }) => {
  const { topicId, itemIds } = await makeTopic(tutor, [doubling, asked, energy, slides]);
  const lesson = await site.newLesson({ Date: emptySaturday(2), Topic_ID: topicId });
  const next = await site.newLesson({ Date: addDays(lesson.Date, 7) });
  await family.book(lesson);
  const { room } = await family.call(endpoints.getRoom, { params: { id: lesson.id } });
  const choices = room.items.flatMap((item) =>
    item.kind === 'question' ? item.question.choices : [],
  );
  await tutor.startLessonIn(lesson, 5);
  const { ask, to } = tutorIn(tutor, lesson.id);
  const reveal = async (itemId = '', answer?: Answer) => {
    const id = await ask(itemId);
    const body = { Asked_ID: id, round: 1, answer: answer ?? '' };
    if (answer !== undefined)
      await family.call(endpoints.answerAsked, { params: { id: lesson.id }, body });
    await to(id, 'revealed');
  };
  await reveal(itemIds[0], [choices[0]?.id ?? '']);
  await reveal(itemIds[1]);
  await reveal(itemIds[2], '135 kJ');
  await tutor.startLessonIn(lesson, -100);
  await family.open(roomPath(lesson.id));
  await expect(heading(page, '1 of 3 right')).toBeVisible();
  await expect(page.getByText('1 not right, 1 not answered.')).toBeVisible();
  const main = page.getByRole('main');
  // What was missed comes first, with its working.
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([
    '1 of 3 right',
    'To look at again',
    'Slides',
    'The other questions',
  ]);
  const missed = page.getByRole('region', { name: 'To look at again' });
  await expect(missed.getByText('Explanation')).toHaveCount(2);
  await expect(missed).toContainText('Not answered');
  await expectLink(page, /^Slides of the lesson/, 'https://example.com/slides');
  await expect(heading(page, 'Question 1 of 1')).toBeVisible();
  await expect(main).toContainText('Practice asks what you missed again, from the next day on.');
  await expectLink(main, 'Practise what you missed', paths.practice);
  await expectLink(main, 'Book the next lesson', paths.familyHome);
  await expectReadable(page, 'after');
  await tutor.giveCredits(family, 1);
  await family.book(next);
  await page.reload();
  await expectLink(main, /^Next lesson: Sat/, roomPath(next.id));
});

test('says that a lesson was deleted meanwhile @phone', async ({ page, site, tutor, family }) => {
  const lesson = await site.newLesson();
  await family.book(lesson);
  await family.open(roomPath(lesson.id));
  await expect(page.getByText('No topic yet')).toBeVisible();
  await tutor.deleteLesson(lesson);
  await expect(page.getByText('This lesson no longer exists').first()).toBeVisible();
});
