// The letter after a lesson in the tutor's room: its sentence, the preview, stopping and sending
// it.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import type { AdminLesson } from '../../domain/lessons/lesson.ts';
import { paths, tutorRoomPath } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { expectToast, question, visit } from '../journey.ts';
import { makeTopic, slides } from '../pages/room.ts';
import { test as base, testAlone } from '../test.ts';

const test = base.extend<{ held: AdminLesson }>({
  /** A lesson that the family has booked, and whose room has ended. */
  held: async ({ family, site, tutor }, use) => {
    const { topicId } = await makeTopic(tutor, [slides]);
    const lesson = await site.newLesson({ Topic_ID: topicId });
    await family.confirm();
    await family.book(lesson);
    await tutor.startLessonIn(lesson, -80);
    await use(lesson);
  },
});
test.use({ credits: 1 });

const letter = (page: Page) => page.getByRole('region', { name: 'Letter to the families' });
/** A lesson of 80 minutes ago was yesterday just after midnight. */
const LESSON = /Today's lesson|The lesson /;
const press = (page: Page, name: string) => letter(page).getByRole('button', { name }).click();

test('is written, looked at, stopped and sent', async ({ page, tutor, family, site, held }) => {
  await tutor.open(tutorRoomPath(held.id));
  const sentence = letter(page).getByLabel('Your sentence for all families');
  await expect(letter(page)).toContainText(/It goes at \d\d:\d\d UK time/);
  await sentence.fill('Kim and all of us dropped a <b>ball</b>.');
  await expect(letter(page)).toContainText('All families read this. It names Kim.');
  await sentence.fill('We dropped a <b>ball</b>.');
  await expect(letter(page).getByText('All families read this')).toBeHidden();
  await press(page, 'Preview');
  await expect(letter(page).getByText(LESSON).first()).toBeVisible();
  const preview = page.frameLocator('iframe[title="Preview"]');
  await expect(preview.getByText('We dropped a <b>ball</b>.').last()).toBeVisible();
  await expect(preview.getByText('See the slides')).toBeVisible();
  await press(page, 'Save sentence');
  await expectToast(page, 'Letter saved', 'Your sentence is in the letter.');
  await expectReadable(page, 'planned');
  await press(page, 'Do not send');
  await expect(letter(page)).toContainText('None is sent.');
  await press(page, 'Send it after all');
  await expect(letter(page)).toContainText(/It goes at/);
  await press(page, 'Send now');
  await question(page).getByRole('button', { name: 'Send now' }).click();
  await expect(letter(page)).toContainText(/Sent on \w+ \d+ \w+ \d+ at \d\d:\d\d UK time\./);
  await expect(letter(page).getByText('We dropped a <b>ball</b>.')).toBeVisible();
  await expect(letter(page).getByRole('button')).toHaveCount(0);
  await expectReadable(page, 'sent');
  const subjects = async () => (await site.emails(family.email)).join();
  await expect.poll(subjects).toMatch(new RegExp(`Subject: (${LESSON.source})`));
});

test('goes with no sentence that the tutor has not seen', async ({ page, tutor, held }) => {
  watch(page, { allowed: /status of 409/ });
  const saveElsewhere = (sentence: string) =>
    tutor.call(endpoints.changeLetter, { params: { id: held.id }, body: { sentence } });
  const readSentence = async () =>
    (await tutor.call(endpoints.getTutorRoom, { params: { id: held.id } })).room.letter.sentence;
  await tutor.open(tutorRoomPath(held.id));
  const sentence = letter(page).getByLabel('Your sentence for all families');
  const sendNow = async () => {
    await press(page, 'Send now');
    await question(page).getByRole('button', { name: 'Send now' }).click();
  };
  await expect(sentence).toHaveValue('');
  await saveElsewhere('From my phone.');
  await sendNow();
  await expectToast(page, 'Error saving the letter', 'Please read it');
  await expect(sentence).toHaveValue('From my phone.');

  await sentence.fill('Typed here.');
  await saveElsewhere('From my phone again.');
  await press(page, 'Save sentence');
  await expect(letter(page)).toContainText('Saved until now: “From my phone again.”');
  await expect(sentence).toHaveValue('Typed here.');
  expect(await readSentence()).toBe('From my phone again.');
  await sendNow();
  await expect(letter(page)).toContainText(/Sent on/);
  expect(await readSentence()).toBe('Typed here.');
});

const alone = testAlone();
alone.use({ credits: 1 });

alone('is switched off for all families', async ({ page, tutor, family, site }) => {
  const lesson = await site.newLesson();
  await family.book(lesson);
  await tutor.startLessonIn(lesson, -90);
  await tutor.open(tutorRoomPath(lesson.id));
  // Without a topic there is nothing to say yet.
  await expect(letter(page)).toContainText('The lesson has no topic');
  await expect(letter(page).getByRole('button', { name: 'Send now' })).toHaveAccessibleDescription(
    /Write a sentence first/,
  );
  await visit(page, paths.adminAccountEmails);
  await page.getByRole('switch', { name: 'Letters to families' }).press('Space');
  await expectToast(page, 'Settings saved', 'no letters');
  await expectReadable(page, 'switched off');
  await visit(page, tutorRoomPath(lesson.id));
  await expect(letter(page)).toContainText('Letters are switched off.');
  await expect(letter(page).getByRole('link', { name: 'Switch them on' })).toBeVisible();
});
