// What families do on a phone, from the landing page to practice.
import * as endpoints from '../../domain/endpoints.ts';
import { paths, roomPath } from '../../domain/paths.ts';
import { DEMO_STUDENT } from '../../sandbox/seed.ts';
import { call } from '../api.ts';
import { signUpForm } from '../journey.ts';
import { makeVisitor, yearLabel } from '../pages/landing.ts';
import { pathOf } from '../pages/lesson-dialog.ts';
import { energy, makeTopic, UNSENT } from '../pages/room.ts';
import { labels } from '../pages/sign-up.ts';
import { startRelay } from './relay.ts';
import { text, the } from './screen.ts';
import { test } from './test.ts';

const live = { ...energy, use: 'live' } as const;
const dialog = (name?: string | RegExp) => the('dialog', name);

test('registers interest by the form of the landing page', async ({ phone }) => {
  const { name, mobile, email, year } = makeVisitor();
  await phone.open(paths.home);
  await phone.click(the('link', /^Claim your free lesson/));
  await phone.expectFocus(the('field', 'Name'));
  await phone.fill('Name', name);
  await phone.fill('Phone number (mobile)', mobile);
  await phone.fill('Email', email);
  await phone.fill(yearLabel, year);
  await phone.click(the('button', 'Register Interest Now'));
  await phone.expectFocus(the('heading', /Registration Successful!/));
  await phone.expectWell();
});

test('signs up, signs in and takes the free lesson in one tap', async ({ phone }) => {
  const form = signUpForm();
  await phone.open(paths.home);
  await phone.click(the('link', 'Sign Up Now'));
  for (const [name, label] of Object.entries(labels))
    await phone.fill(label, form[name as keyof typeof labels]);
  await phone.click(the('button', 'Create account'));
  await phone.expectShown(the('heading', 'Sign in'));
  await phone.expectWell();
  await phone.fill('Password', form.password);
  await phone.click(the('button', 'Sign In'));
  await phone.click(the('button', /^Book free: \w+ \d+ \w+, \d\d:\d\d/));
  await phone.expectFocus(the('heading', /^Lesson Booked!/));
  await phone.expectWell();
});

test.describe('with a credit', () => {
  test.use({ credits: 1 });

  test('buys credits at the stand-in for Stripe, at the second try', async ({ phone, family }) => {
    await phone.signIn('student-session', family);
    await phone.open(paths.familyHome);
    const pay = async () => {
      await phone.click(the('button', 'Buy Credits'));
      await phone.click(the('button', 'Pay £140.00 by card', dialog('Buy Credits')));
    };
    await pay();
    await phone.click(the('link', /back|cancel/));
    await phone.expectShown(the('heading', 'Nothing was charged.'));
    await phone.expectWell();
    await phone.open(paths.familyHome);
    await pay();
    await phone.click(the('button', /^Pay £/));
    await phone.expectShown(the('heading', 'Payment Successful!'));
    await phone.expectWell();
  });

  test('books, moves and cancels', async ({ phone, family, site }) => {
    const [lesson, to] = await site.newLessons();
    await phone.signIn('student-session', family);
    await phone.open(pathOf(lesson));
    await phone.click(the('button', /1 credit$/, dialog(lesson.Lesson_Name)));
    await phone.expectFocus(the('heading', /^Lesson Booked!/, dialog()));
    await phone.expectWell();
    await phone.open(pathOf(lesson));
    await phone.click(the('button', 'Move', dialog()));
    await phone.click(the('radio', new RegExp(to.Lesson_Name), dialog('Move booking')));
    await phone.click(the('button', /^Move .*to/, dialog('Move booking')));
    await phone.expectShown(the('heading', /^Booking moved/, dialog()));
    await phone.expectWell();
    await phone.open(pathOf(to));
    await phone.click(the('button', 'Cancel booking', dialog()));
    await phone.click(the('button', 'Cancel booking', the('alertdialog')));
    await phone.expectShown(text(/Booking Canceled/));
    await phone.expectWell();
  });

  test('answers what the tutor asks, though the network is gone for a moment', async ({
    host,
    openScreen,
    family,
    site,
    tutor,
  }) => {
    const { topicId, itemIds } = await makeTopic(tutor, [live]);
    const lesson = await site.newLesson({ Topic_ID: topicId });
    await family.book(lesson);
    await tutor.startLessonIn(lesson, 5);
    const relay = await startRelay(host.origin);
    const phone = await openScreen(relay.origin);
    await phone.signIn('student-session', family);
    await phone.open(roomPath(lesson.id));
    await phone.expectShown(text(/appear here by themselves/));
    const { asked } = await tutor.call(endpoints.askQuestion, {
      params: { id: lesson.id },
      body: { Item_ID: itemIds[0] ?? '' },
    });
    await phone.expectShown(text('A new question: answer it now.'));
    await phone.expectShown(the('math', /1200/));
    await phone.expectWell();
    await phone.fill('Your answer', '135 kJ');
    await relay.cut();
    await phone.click(the('button', 'Send answer'));
    await phone.expectShown(text(new RegExp(UNSENT)));
    await relay.mend();
    await phone.expectShown(the('status', /Your answer is in\./));
    await phone.expectWell();
    await tutor.call(endpoints.changeAsked, {
      params: { id: lesson.id, askedId: asked.id },
      body: { state: 'revealed' },
    });
    await phone.expectShown(text('The class on a scale'));
    await phone.expectWell();
  });
});

test('practises a question that is due', async ({ phone, request }) => {
  const { email, password } = DEMO_STUDENT;
  const body = { email, password };
  await phone.signIn('student-session', await call(request, endpoints.login, { body }));
  await phone.open(paths.practice);
  await phone.expectShown(the('heading', /^Question 1 of/));
  await phone.fill('Your answer', '1 J');
  await phone.click(the('button', 'Check'));
  await phone.expectShown(the('status', /Not right/));
  await phone.expectWell();
});
