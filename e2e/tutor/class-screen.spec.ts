// The screen for the class: what it shows before and after the reveal, and in which places.
import { expect, type Page } from '@playwright/test';

import * as endpoints from '../../domain/endpoints.ts';
import { tutorRoomPath } from '../../domain/paths.ts';
import { expectReadable, watch } from '../checks.ts';
import { reply, test } from '../pages/held-lesson.ts';

test.use({ credits: 1 });

/** Where the boxes of the choices stand, in windows that tutors share. */
async function placesOf(page: Page) {
  const places = [];
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(viewport);
    // The text is fitted in the frame after a change.
    for (let frame = 0; frame < 3; frame += 1)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const boxes = page.getByRole('listitem');
    const last = await boxes.last().boundingBox();
    const bottom = (last?.y ?? 0) + (last?.height ?? 0);
    // The choices fill the window down to the space for the explanation.
    expect(bottom / viewport.height).toBeGreaterThan(0.6);
    await expect(page.locator('main')).toHaveJSProperty('scrollHeight', viewport.height);
    for (const box of await boxes.all()) places.push(await box.boundingBox());
  }
  return places;
}

test('shows no names, and no answers before the reveal', async ({ page, tutor, family, held }) => {
  watch(page);
  await tutor.open(tutorRoomPath(held.id, 'screen'));
  await expect(page.getByText('The next question appears here.')).toBeVisible();
  const params = { id: held.id };
  const { room } = await tutor.call(endpoints.getTutorRoom, { params });
  const itemId = room.items[1]?.id ?? '';
  const first = (await tutor.call(endpoints.askQuestion, { params, body: { Item_ID: itemId } }))
    .asked;
  await expect(page.getByRole('heading', { name: 'Question 1', level: 1 })).toBeVisible();
  await expect(page.getByText('Nobody has answered yet')).toBeVisible();
  await reply(family, held, 2);
  await expect(page.getByText('1 of 1 answered')).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveText(['joule', 'newton metre', 'watt']);
  const open = await placesOf(page);
  await expect(page.getByText('Right')).toHaveCount(0);
  await expect(page.getByText('Kim')).toHaveCount(0);
  await expectReadable(page, 'open');
  await tutor.call(endpoints.changeAsked, {
    params: { ...params, askedId: first.id },
    body: { state: 'revealed' },
  });
  await expect(page.getByText('✓ Right', { exact: true })).toHaveCount(2);
  await expect(page.getByText('A newton metre is a joule.')).toBeVisible();
  await expect(page.getByText('Kim')).toHaveCount(0);
  await expect(page.getByRole('listitem').locator('svg')).toHaveCount(3);
  expect(await placesOf(page)).toEqual(open);
  await expectReadable(page, 'revealed');
});

test('shows both rounds side by side, no bars of nobody', async ({ page, tutor, family, held }) => {
  await tutor.open(tutorRoomPath(held.id, 'screen'));
  const params = { id: held.id };
  const { room } = await tutor.call(endpoints.getTutorRoom, { params });
  const ask = async (place: number) => {
    const body = { Item_ID: room.items[place]?.id ?? '' };
    const { asked: now } = await tutor.call(endpoints.askQuestion, { params, body });
    return (...states: ('asked' | 'closed' | 'revealed')[]) =>
      states.reduce(async (before, state) => {
        await before;
        const call = { params: { ...params, askedId: now.id }, body: { state } };
        await tutor.call(endpoints.changeAsked, call);
      }, Promise.resolve());
  };
  const change = await ask(1);
  await reply(family, held, 2);
  await change('closed', 'asked');
  await expect(page.getByRole('heading', { name: 'Question 1, second round' })).toBeVisible();
  await expect(page.getByText(/Round 1/)).toHaveCount(0);
  await reply(family, held, 0, 1);
  await change('revealed');
  await expect(page.getByRole('listitem')).toHaveText([
    'joule✓ Right1 answerRound 1: 0',
    'newton metre✓ Right1 answerRound 1: 0',
    'watt0 answersRound 1: 1',
  ]);
  await (
    await ask(0)
  )('revealed');
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible();
  await expect(page.getByText('Nobody answered')).toBeVisible();
  await expect(page.locator('main svg')).toHaveCount(0);
  await expectReadable(page, 'nobody');
});
