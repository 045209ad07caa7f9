// Tests that names from user input cannot turn an email to an unconfirmed address into a message
// from a stranger.
import { describe, expect, test } from 'vitest';

import { renderEmail } from '../server/email/render.ts';
import { SENDER } from '../server/testing/sender.ts';
import { ADMIN } from './email-samples.ts';
import { emailsOf } from './emails.ts';

const HOSTILE = 'Claim £50 at evil.example now';
const PLAIN = 'Jean-Luc O’Neill Jr.';

const named = (name: string, email_confirmed_at: number | null) =>
  emailsOf({
    parent: name,
    otherParent: name,
    student: name,
    otherStudent: name,
    enquirer: name,
    email_confirmed_at,
  });

async function wordsOf(message: ReturnType<typeof named>[string]): Promise<string> {
  const { text, html } = await renderEmail(message, SENDER);
  return [message.subject, text, html, JSON.stringify(message.events ?? [])].join('\n');
}

const emailsToStrangers = (name: string) =>
  Object.entries(named(name, null)).filter(([, { to }]) => to !== ADMIN);

/** The text of one of these emails. */
async function textOf(emails: ReturnType<typeof named>, name: string): Promise<string> {
  const message = emails[name];
  if (message === undefined) throw new Error(`expected an email ${name}`);
  return (await renderEmail(message, SENDER)).text;
}

describe('an email to an unconfirmed address', () => {
  test.for(emailsToStrangers(HOSTILE))('leaves a hostile name out of %s', async ([, message]) => {
    const words = await wordsOf(message);
    expect(words).not.toMatch(/evil|claim|£50/i);
    expect(words).not.toMatch(/null|undefined|\{name\}/);
    expect(message.isConfirmed ?? false).toBe(false);
    if (!message.subject.startsWith('You have been'))
      expect((await renderEmail(message, SENDER)).text).toMatch(/\n\nHello,\n/);
  });

  test('greets a plain name', async () => {
    const emails = named(PLAIN, null);
    for (const name of ['welcomeEmail', 'enquiryReceivedEmail', 'freeLessonInvitationEmail'])
      expect(await textOf(emails, name)).toContain(`Dear ${PLAIN},`);
    const subject = `Your free first physics lesson, ${PLAIN}`;
    expect(emails['freeLessonInvitationEmail']?.subject).toBe(subject);
  });

  test('reads well without the name', async () => {
    const emails = named(HOSTILE, null);
    expect(emails['freeLessonInvitationEmail']?.subject).toBe('Your free first physics lesson');
    for (const [name, words] of [
      ['welcomeEmail', 'Hello,\n\nYou can sign in, buy lesson credits and book lessons.'],
      ['bookingConfirmedEmail', 'Your child is in\n'],
      ['bookingCancelledEmail', 'Your child is no longer booked'],
      ['lessonCancelledEmail', 'Your credit for your child has been refunded.'],
      ['passedOverEmail', 'A spot came free and your child was next,'],
      ['otherAddressChangedEmail', 'Another parent signs in'],
      ['addressChangedEmail', 'now belongs to another address.'],
      ['invitationEmail', 'A parent has invited you'],
      ['invitationEmail, to a student', 'possible for their child to sign in'],
    ] as const)
      expect(await textOf(emails, name)).toContain(words);
  });
});

test('uses names as typed in emails to a confirmed address', async () => {
  const emails = named(HOSTILE, 0);
  for (const name of ['welcomeEmail', 'bookingConfirmedEmail']) {
    const text = await textOf(emails, name);
    expect(text).toContain(`Dear ${HOSTILE},`);
    expect(text).toContain(name === 'welcomeEmail' ? `for ${HOSTILE}.` : `${HOSTILE} is in`);
    expect(emails[name]?.isConfirmed).toBe(true);
  }
});
