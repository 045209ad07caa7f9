// A letter after a lesson on a parent's phone: from the letter to the next lesson, to a question to
// look at again, and to the choice to get none.
import { expect } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { paths } from '../../domain/paths.ts';
import { expectReadable } from '../checks.ts';
import { countEffort, expectEffort } from '../effort.ts';
import { expectToast, visit } from '../journey.ts';
import { bookButton, expectMoment } from '../pages/lesson-dialog.ts';
import { asked, heading, makeTopic, slides } from '../pages/room.ts';
import { testAlone } from '../test.ts';

const test = testAlone();
test.use({ credits: 2 });

test('leads to the next lesson in three taps @phone', async ({ page, family, tutor, site }) => {
  const lesson = await site.newLesson();
  await family.confirm();
  await family.book(lesson);
  await tutor.startLessonIn(lesson, -61);
  const effort = await countEffort(page);
  await family.signIn();
  await tutor.call(endpoints.changeLetter, {
    params: { id: lesson.id },
    body: { sentence: 'We dropped a ball.', state: 'sent' },
  });
  const letter = async () =>
    (await site.emails(family.email)).find((text) => text.includes('We dropped a ball.')) ?? '';
  await expect.poll(letter).toContain('Kim has no lesson booked.');
  const [way = ''] = /\/user-home\?\S+/.exec(await letter()) ?? [];
  await visit(page, way);
  await bookButton(page.getByRole('dialog')).click();
  await expectMoment(page, 'Lesson Booked!', 'Kim is booked');
  const counted = effort();
  // The link in the letter is a tap, too.
  expectEffort('Next lesson from the letter', { ...counted, taps: counted.taps + 1 }, 3);
});

test('leads to a question that was missed @phone', async ({ page, family, tutor, site }) => {
  const { topicId, itemIds } = await makeTopic(tutor, [asked, slides]);
  const lesson = await site.newLesson({ Topic_ID: topicId });
  const params = { id: lesson.id };
  await family.confirm();
  await family.book(lesson);
  // The lesson is over, its room is still open.
  await tutor.startLessonIn(lesson, -62);
  await tutor.call(endpoints.askQuestion, { params, body: { Item_ID: itemIds[0] ?? '' } });
  const { asked: now } = (await family.call(endpoints.getRoom, { params })).room;
  const [choice] = now?.question.choices ?? [];
  const answer = { Asked_ID: now?.id ?? '', round: 1, answer: [choice?.id ?? ''] };
  await family.call(endpoints.answerAsked, { params, body: answer });
  await tutor.call(endpoints.changeAsked, {
    params: { ...params, askedId: now?.id ?? '' },
    body: { state: 'revealed' },
  });
  await tutor.call(endpoints.changeLetter, { params, body: { state: 'sent' } });
  const letter = async () =>
    (await site.emails(family.email)).find((text) => text.includes('What Kim did today')) ?? '';
  await expect.poll(letter).toContain('For Kim to look at again:');
  const [way = ''] = /\/practice\?student=\S+&item=\S+/.exec(await letter()) ?? [];
  await family.open(way);
  await expect(page.getByText(/^This question comes back on \w+ \d+ \w+ \d+\.$/)).toBeVisible();
  await expectReadable(page, 'not due yet');
  site.advance(24 * 60);
  await page.reload();
  await expect(heading(page, 'Question 1 of 1')).toBeVisible();
  await expect(page.getByText(/comes back on/)).toBeHidden();
});

test('is a choice of the family @phone', async ({ page, family }) => {
  await family.open(paths.accountCalendar);
  const choice = page.getByRole('switch', { name: 'A letter about the lesson' });
  await expect(choice).toBeChecked();
  await choice.press('Space');
  await expectToast(page, 'Letters saved', 'no letters');
  await expectReadable(page, 'letters');
  await page.reload();
  await expect(choice).not.toBeChecked();
});
