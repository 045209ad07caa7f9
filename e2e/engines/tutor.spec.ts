// What the tutor does: on a desktop, where the editor of the site has its preview beside the words.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { paths, tutorRoomPath } from '../../domain/paths.ts';
import { uniqueWord } from '../checks.ts';
import { emptyWeek } from '../journey.ts';
import { MEETING_LINK, plannerPath } from '../pages/planner.ts';
import { asked, makeTopic } from '../pages/room.ts';
import { DESKTOP, text, the } from './screen.ts';
import { test } from './test.ts';

test('plans a lesson on a phone', async ({ phone, tutor }) => {
  await phone.signIn('admin-session', await tutor.startSession());
  await phone.open(plannerPath(emptyWeek()));
  await phone.click(the('button', 'Create New Lesson'));
  const dialog = the('dialog', 'Create New Lesson');
  const name = `Waves ${uniqueWord()}`;
  await phone.fill('Lesson name', name, dialog);
  await phone.fill('Time', '10:00', dialog);
  await phone.fill('Meeting link', MEETING_LINK, dialog);
  await phone.expectWell();
  await phone.click(the('button', 'Create lesson', dialog));
  await phone.expectGone(dialog);
  await phone.expectShown(the('button', new RegExp(name)));
  await phone.expectWell();
});

test('opens the menu of further pages, and closes it', async ({ phone, tutor }) => {
  await phone.signIn('admin-session', await tutor.startSession());
  await phone.open(paths.adminDashboard);
  const topics = the('link', 'Topics');
  await phone.expectGone(topics);
  await phone.click(the('button', 'More'));
  await phone.expectShown(topics);
  await phone.press('Escape');
  await phone.expectGone(topics);
  await phone.click(the('button', 'More'));
  await phone.click(topics);
  await phone.expectShown(the('heading', 'Topics'));
  await phone.expectGone(topics);
  await phone.expectWell();
});

test.describe('in a lesson', () => {
  test.use({ credits: 1 });

  test('asks in one window, and the class sees it in another', async ({
    phone,
    openScreen,
    family,
    site,
    tutor,
  }) => {
    const { topicId } = await makeTopic(tutor, [asked]);
    const lesson = await site.newLesson({ Topic_ID: topicId });
    await family.book(lesson);
    await tutor.startLessonIn(lesson, 5);
    await phone.signIn('admin-session', await tutor.startSession());
    await phone.open(tutorRoomPath(lesson.id));
    const screen = await openScreen();
    await screen.resize(DESKTOP);
    await screen.open(tutorRoomPath(lesson.id, 'screen'));
    await screen.expectShown(text('The next question appears here.'));
    await phone.click(the('button', /^Ask next question/));
    await screen.expectShown(the('heading', 'Question 1'));
    await phone.click(the('button', /^Reveal/));
    await screen.expectShown(text('A newton metre is a joule.'));
    await screen.expectWell();
    await phone.expectWell();
  });
});

test('uploads a portrait and crops it by dragging', async ({ phone, tutor }) => {
  const folder = await mkdtemp(join(tmpdir(), 'portrait-'));
  const file = join(folder, 'IMG_0001.jpg');
  const create = { width: 1600, height: 1200, channels: 3, background: '#4a7' } as const;
  await sharp({ create }).jpeg().withMetadata({ orientation: 6 }).toFile(file);
  await phone.signIn('admin-session', await tutor.startSession());
  await phone.open(paths.adminSite);
  await phone.click(the('button', /^About you/));
  await phone.choose(the('file', /^Choose a picture: Portrait/), file);
  const dialog = the('dialog', 'Portrait');
  await phone.drag(the('image', 'The part that is kept', dialog), { x: 0, y: 20 });
  await phone.expectWell();
  await phone.click(the('button', 'Use this picture', dialog));
  await phone.expectShown(the('field', 'Description of the portrait'));
  await phone.expectWell();
  await phone.click(the('button', 'Remove: Portrait'));
  await rm(folder, { recursive: true });
});

test('opens the words of a part by a click in the preview', async ({ phone, tutor }) => {
  await phone.resize(DESKTOP);
  await phone.signIn('admin-session', await tutor.startSession());
  await phone.open(paths.adminSite);
  const frame = the('frame', 'Preview of the home page');
  await phone.clickWithin(frame, '.hero-words h1');
  await phone.expectPath(`${paths.adminSite}?part=hero`);
  await phone.fill('Heading', 'Physics for {price} a lesson.');
  await phone.expectShown(text('Saved'));
  await phone.expectWithin(frame, '.hero-words h1', 'Physics for £30 a lesson.');
  // A question further down opens its answer.
  await phone.clickWithin(frame, '#questions summary');
  await phone.expectPath(`${paths.adminSite}?part=faq`);
  await phone.expectWell();
});
