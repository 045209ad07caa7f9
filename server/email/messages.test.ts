// The content of emails: sender, facts, and only the site's own links.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { queueReminders } from '../lessons/reminders.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { joinPath } from '../../domain/paths.ts';
import { applySession, attachSession, createPayment } from '../payments/payments.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { APP_URL } from '../testing/sender.ts';
import type { Caller } from '../testing/caller.ts';
import {
  joinTokenOf,
  findParent,
  makeAdmin,
  makeLesson,
  makeFamily,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { readEmails } from '../testing/emails.ts';
import { compose } from './compose.ts';

let api: TestApp;
let admin: Caller;
beforeEach(async () => {
  api = await startTestApp();
  admin = await makeAdmin(api);
});
afterEach(() => api.close());

async function buy(familyId: string): Promise<string> {
  const parent = await findParent(api, familyId);
  const { id, amount, currency } = await createPayment(api.context(parent), {
    credits: 5,
    amount: 14_000,
    currency: 'gbp',
  });
  await attachSession(api.context(null), { paymentId: id, sessionId: 'cs_1' });
  api.clock.advance({ minutes: 1 });
  await applySession(api.context(null), {
    sessionId: 'cs_1',
    paymentId: id,
    paymentIntent: 'pi_1',
    amount,
    currency,
    outcome: 'paid',
  });
  return id;
}

const EVIL = 'Pay here: https://elsewhere.example/a';
const SHORT_EVIL = '<a href="//elsewhere.example">www.elsewhere.example';

test('never turns a URL in a name or note into a link', async () => {
  await api.call(endpoints.registerInterest, {
    body: {
      name: EVIL,
      email: 'visitor@example.com',
      mobile: '07700900123',
      year_class: 'year-10',
    },
  });
  const form = { ...signUpForm(), Parent_Name: EVIL, Student_Name: SHORT_EVIL };
  await api.call(endpoints.register, { body: form });
  const { body: signedIn } = await api.call(endpoints.login, {
    body: { email: form.Parent_Email, password: PASSWORD },
  });
  const token = signedIn.session.access_token;
  await buy(signedIn.user.id);
  const plan = { Lesson_Name: EVIL, lesson_notes: `${EVIL}\n${SHORT_EVIL}` };
  const [first, second] = [
    await makeLesson(api, plan),
    await makeLesson(api, { ...plan, Date: '2026-11-28' }),
  ];
  const ids = [];
  for (const { id } of [first, second])
    ids.push(
      (await api.call(endpoints.bookLesson, { token, body: { Lesson_ID: id } })).body.booking.id,
    );
  await api.call(endpoints.updateLesson, {
    token: admin.token,
    params: { id: first.id },
    body: { Lesson_Name: SHORT_EVIL },
  });
  await api.call(endpoints.cancelBooking, { token, params: { bookingId: ids[1] ?? '' } });
  api.clock.set('2026-11-20T12:00:00.000Z');
  await queueReminders(api.context(null));
  await api.call(endpoints.forgotPassword, { body: { email: form.Parent_Email } });
  await api.call(endpoints.changePassword, {
    token,
    body: { current_password: PASSWORD, password: 'another one' },
  });
  admin = await makeAdmin(api);
  await api.call(endpoints.deleteLesson, { token: admin.token, params: { id: first.id } });

  const emails = await readEmails(api, null);
  expect([...new Set(emails.map(({ cause }) => cause.split(':')[0]))]).toEqual(
    expect.arrayContaining([
      'enquiry',
      'welcome',
      'receipt',
      'reset',
      'password-changed',
      'booked',
      'lesson-changed',
      'reminder',
      'cancelled',
      'lesson-cancelled',
    ]),
  );
  for (const { html, text } of emails) {
    const links = [...html.matchAll(/<a\b[^>]*>/g)].map(
      ([tag]) => /^<a href="([^"]*)"/.exec(tag)?.[1] ?? tag,
    );
    for (const link of links) expect(link).toMatch(new RegExp(`^${APP_URL}(/|$)`));
    expect(html.match(/<a\b/g)?.length).toBe(html.match(/<\/a>/g)?.length);
    expect(html).not.toMatch(/(?:href|src)="[^"]*elsewhere/);
    // The business at the end of both forms.
    expect(text).toMatch(/\n\n-- \nSample Physics\nhttp:\/\/lessons\.test\n$/);
    expect(html).toMatch(
      /Sample Physics<br\/><a href="http:\/\/lessons\.test"[^>]*>http:\/\/lessons\.test<\/a><\/p>/,
    );
  }
});

test('keeps a subject on one line', () => {
  expect(compose('a', 'a@example.com', 'Hello\r\nBcc: all@example.com', []).subject).toBe(
    'Hello Bcc: all@example.com',
  );
});

test("replies to 'New enquiry' go to the visitor, other replies to the tutor", async () => {
  await api.call(endpoints.registerInterest, {
    body: { name: 'Ann', email: 'ann@example.com', mobile: '07700900123', year_class: 'year-10' },
  });
  expect(
    Object.fromEntries(
      (await readEmails(api, null)).map(({ recipient, reply_to }) => [recipient, reply_to]),
    ),
  ).toEqual({ 'ann@example.com': null, [admin.email]: 'ann@example.com' });
});

test('a receipt says what was paid, when, to whom and for what', async () => {
  const student = await makeFamily(api);
  const id = await buy(student.id);
  const paid = [
    'Thank you for your payment of £140.00 for 5 credits.',
    'Invoice 2026-0001\nDate of payment: Wednesday 18 November 2026\n5 lesson credits: £140.00, paid by card\n',
    `Payment reference: ${id}`,
    'Sold by:\nSample Physics\n1 Sample Street\nZZ99 9ZZ\nNot VAT registered\nhttp://lessons.test/\n',
    `View the invoice: http://lessons.test/invoice/${id}`,
    'Book your lessons: http://lessons.test/user-home',
  ];
  for (const part of paid) expect((await readEmails(api, student.email))[0]?.text).toContain(part);
  // The day of the payment, not of the resent receipt.
  api.clock.advance({ days: 3 });
  admin = await makeAdmin(api);
  await api.call(endpoints.resendReceipt, { token: admin.token, params: { id } });
  for (const part of paid) expect((await readEmails(api, student.email))[1]?.text).toContain(part);
});

test('a booking email says how to join, what to bring and where to find it', async () => {
  const student = await makeFamily(api, 1);
  const { id } = await makeLesson(api, { lesson_notes: 'Bring a ruler.\nAnd a pencil.' });
  const { body } = await api.call(endpoints.bookLesson, {
    token: student.token,
    body: { Lesson_ID: id },
  });
  const [booked] = await readEmails(api, student.email, 'booked:');
  for (const part of [
    `Join the lesson: ${APP_URL}${joinPath(await joinTokenOf(api, body.booking.id))}\n`,
    'Notes for the lesson:\nBring a ruler.\nAnd a pencil.\n',
    `See, move or cancel the booking: http://lessons.test/user-home?week=2026-11-16&lesson=${id}\n`,
  ])
    expect(booked?.text).toContain(part);
  expect(booked?.html).toContain('Bring a ruler.<br/>And a pencil.');
  expect(booked?.html).toContain(
    `<a href="http://lessons.test/user-home?week=2026-11-16&amp;lesson=${id}"`,
  );
});

test('omits the notes heading for a lesson without notes', async () => {
  const student = await makeFamily(api, 1);
  const { id } = await makeLesson(api, { lesson_notes: '' });
  await api.call(endpoints.bookLesson, { token: student.token, body: { Lesson_ID: id } });
  expect((await readEmails(api, student.email, 'booked:'))[0]?.text).not.toContain('Notes');
});
