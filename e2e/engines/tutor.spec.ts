// What the tutor does: on a desktop, where the editor of the site has its preview beside the words.
import { paths } from '../../domain/paths.ts';
import { DESKTOP, text, the } from './screen.ts';
import { test } from './test.ts';

test('opens the words of a part by a click in the preview', async ({ phone, tutor }) => {
  await phone.resize(DESKTOP);
  await phone.signIn('admin-session', await tutor.startSession());
  await phone.open(paths.adminSite);
  await phone.click(the('button', /^About you/));
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
