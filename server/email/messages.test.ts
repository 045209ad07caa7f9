// The content of emails: sender, facts, and only the site's own links.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { joinPath } from '../../domain/paths.ts';
import { queueReminders } from '../lessons/reminders/reminders.ts';
import { createPayment } from '../payments/checkout/create-payment.ts';
import { readEmails } from '../testing/emails.ts';
import {
  findParent,
  joinTokenOf,
  makeAdmin,
  makeLesson,
  PASSWORD,
  signUpForm,
} from '../testing/factories.ts';
import { enquirer, signIn } from '../testing/lessons/free-lessons.ts';
import { reportPayment } from '../testing/payments/without-provider.ts';
import { APP_URL } from '../testing/sender.ts';
import { test as base } from '../testing/test.ts';
import { compose } from './compose.ts';

/** Buys five credits for a family; returns the payment's id. */
const test = base.extend('buy', ({ api }) => async (familyId: string) => {
  const price = { credits: 5, amount: 14_000, currency: 'gbp' };
  const payment = await createPayment(api.context(await findParent(api, familyId)), price);
  api.clock.advance({ minutes: 1 });
  await reportPayment(api.context(null), payment);
  return payment.id;
});

const EVIL = 'Pay here: https://elsewhere.example/a';
const SHORT_EVIL = '<a href="//elsewhere.example">www.elsewhere.example';

test('never turns a URL in a name or note into a link', async ({ api, tutor, buy }) => {
  await api.call(endpoints.registerInterest, { body: { ...enquirer(), name: EVIL } });
  const form = { ...signUpForm(), Parent_Name: EVIL, Student_Name: SHORT_EVIL };
  const { body: signedUp } = await api.call(endpoints.register, { body: form });
  const token = await signIn(api, form.Parent_Email);
  const call: typeof api.call = (endpoint, options) => api.call(endpoint, { token, ...options });
  await buy(signedUp.user.id);
  const plan = { Lesson_Name: EVIL, lesson_notes: `${EVIL}\n${SHORT_EVIL}` };
  const first = await makeLesson(api, plan);
  const second = await makeLesson(api, { ...plan, Date: '2026-11-28' });
  await call(endpoints.bookLesson, { body: { Lesson_ID: first.id } });
  const { body } = await call(endpoints.bookLesson, { body: { Lesson_ID: second.id } });
  const params = { id: first.id };
  await tutor.call(endpoints.updateLesson, { params, body: { Lesson_Name: SHORT_EVIL } });
  await call(endpoints.cancelBooking, { params: { bookingId: body.booking.id } });
  api.clock.set('2026-11-20T12:00:00.000Z');
  await queueReminders(api.context(null));
  await api.call(endpoints.forgotPassword, { body: { email: form.Parent_Email } });
  const change = { current_password: PASSWORD, password: 'another one' };
  await call(endpoints.changePassword, { body: change });
  await (await makeAdmin(api)).call(endpoints.deleteLesson, { params });

  const emails = await readEmails(api, null);
  expect(emails.map(({ cause }) => cause.split(':')[0])).toEqual(
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
    const isOwn = new RegExp(`^(?:${APP_URL}(?:/|$)|tel:\\+?\\d+$)`);
    for (const link of links) expect(link).toMatch(isOwn);
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
  const { subject } = compose('a', 'a@example.com', 'Hello\r\nBcc: all@example.com', []);
  expect(subject).toBe('Hello Bcc: all@example.com');
});

test("replies to 'New enquiry' go to the visitor, others to the tutor", async ({ api, tutor }) => {
  const form = enquirer();
  await api.call(endpoints.registerInterest, { body: form });
  const emails = await readEmails(api, null);
  const replies = emails.map(({ recipient, reply_to }) => [recipient, reply_to]);
  const expected = { [form.email]: null, [tutor.email]: form.email };
  expect(Object.fromEntries(replies)).toEqual(expected);
});

test('a receipt says what was paid, when, to whom and for what', async ({ api, family, buy }) => {
  const id = await buy(family.id);
  const paid = [
    'Thank you: £140.00 has arrived',
    'You now have 6 credits in your account.',
    'Invoice: 2026-0001\nDate of payment: Wednesday 18 November 2026\nBought: 5 lesson credits\nPaid by card: £140.00\n',
    `Payment reference: ${id}`,
    'Sold by:\nSample Physics\n1 Sample Street\nZZ99 9ZZ\nNot VAT registered\nhttp://lessons.test/\n',
    `View the invoice: http://lessons.test/invoice/${id}`,
    'Book your lessons: http://lessons.test/user-home',
  ];
  // The day of the payment, not of the resent receipt.
  api.clock.advance({ days: 3 });
  await (await makeAdmin(api)).call(endpoints.resendReceipt, { params: { id } });
  const receipts = await family.readEmails('receipt:');
  expect(receipts).toHaveLength(2);
  for (const { text, html } of receipts) {
    for (const part of paid) expect(text).toContain(part);
    expect(html).toContain(
      'Sample Physics<br/>1 Sample Street<br/>ZZ99 9ZZ<br/>Not VAT registered',
    );
  }
});

test('a booking email says how to join, what to bring and where it is', async ({ api, family }) => {
  const { id } = await makeLesson(api, { lesson_notes: 'Bring a ruler.\nAnd a pencil.' });
  const bookingId = await family.book(id);
  const [booked] = await family.readEmails('booked:');
  for (const part of [
    `Join the meeting: ${APP_URL}${joinPath(await joinTokenOf(api, bookingId))}\n`,
    'Notes for the lesson:\n\u2610 Bring a ruler.\n\u2610 And a pencil.\n',
    `See, move or cancel the booking: http://lessons.test/user-home?week=2026-11-16&lesson=${id}\n`,
  ])
    expect(booked?.text).toContain(part);
  expect(booked?.html).toMatch(/<td[^>]*>Bring a ruler\.<\/td>.+<td[^>]*>And a pencil\.<\/td>/s);
  const page = `http://lessons.test/user-home?week=2026-11-16&amp;lesson=${id}`;
  expect(booked?.html).toContain(`<a href="${page}"`);
});

test('omits the notes heading for a lesson without notes', async ({ api, family }) => {
  await family.book((await makeLesson(api, { lesson_notes: '' })).id);
  expect((await family.readEmails('booked:'))[0]?.text).not.toContain('Notes');
});
