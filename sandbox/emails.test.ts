// Tests that names from user input cannot turn an email to an unconfirmed address into a message
// from a stranger.
import { describe, expect, test } from 'vitest';

import { renderEmail } from '../server/email/render.ts';
import { SENDER } from '../server/testing/sender.ts';
import { ADMIN, emailsOf } from './emails.ts';

const HOSTILE = 'Claim £50 at evil.example now';
const PLAIN = 'Jean-Luc O’Neill Jr.';

const named = (name: string, email_confirmed_at: number | null) =>
  emailsOf({ parent: name, otherParent: name, student: name, enquirer: name, email_confirmed_at });

async function wordsOf(message: ReturnType<typeof named>[string]): Promise<string> {
  const { text, html } = await renderEmail(message, SENDER);
  return [message.subject, text, html, JSON.stringify(message.events ?? [])].join('\n');
}

const toStrangers = (name: string) =>
  Object.entries(named(name, null)).filter(([, { to }]) => to !== ADMIN);

describe('an email to an unconfirmed address', () => {
  test.each(toStrangers(HOSTILE))('leaves a hostile name out of %s', async (_, message) => {
    const words = await wordsOf(message);
    expect(words).not.toMatch(/evil|claim|£50/i);
    expect(words).not.toMatch(/null|undefined|\{name\}/);
    expect(message.isConfirmed ?? false).toBe(false);
  });

  test.each(toStrangers(HOSTILE).filter(([, { subject }]) => !subject.startsWith('You have been')))(
    'begins %s with a plain greeting',
    async (_, message) => {
      expect((await renderEmail(message, SENDER)).text).toMatch(/^Hello,\n/);
    },
  );

  test('greets a plain name', async () => {
    const { welcome, enquiryReceived, freeLessonInvitation } = named(PLAIN, null);
    for (const message of [welcome, enquiryReceived, freeLessonInvitation]) {
      if (message === undefined) expect.unreachable();
      expect((await renderEmail(message, SENDER)).text).toContain(`Dear ${PLAIN},`);
    }
    expect(freeLessonInvitation?.subject).toBe(`Your free first physics lesson, ${PLAIN}`);
  });

  test('reads well without the name', async () => {
    const emails = named(HOSTILE, null);
    const said = async (name: string) => {
      const message = emails[name];
      if (message === undefined) throw new Error(`expected an email ${name}`);
      return (await renderEmail(message, SENDER)).text;
    };
    expect(emails['freeLessonInvitation']?.subject).toBe('Your free first physics lesson');
    expect(await said('welcome')).toContain('Hello,\n\nYour account has been created.');
    expect(await said('bookingConfirmed')).toContain('Your child is booked into');
    expect(await said('bookingCancelled')).toContain('The booking of your child for');
    expect(await said('lessonCancelled')).toContain(
      'Your credit for your child has been refunded.',
    );
    expect(await said('passedOver')).toContain('and your child was next on the waiting list');
    expect(await said('emailOfOtherChanged')).toContain('Another parent signs in');
    expect(await said('emailChanged')).toContain('now belongs to another address.');
    expect(await said('invitation')).toContain('A parent has invited you');
    expect(await said('invitation, to a student')).toContain('possible for their child to sign in');
  });
});

test('uses names as typed in emails to a confirmed address', async () => {
  const { welcome, bookingConfirmed } = named(HOSTILE, 0);
  for (const message of [welcome, bookingConfirmed]) {
    if (message === undefined) expect.unreachable();
    const { text } = await renderEmail(message, SENDER);
    expect(text).toContain(`Dear ${HOSTILE},`);
    expect(text).toContain(`${HOSTILE} `);
    expect(message.isConfirmed).toBe(true);
  }
});
