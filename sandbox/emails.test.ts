// What a stranger's address is sent of the names that people type: whoever signs up with it writes to that stranger by them.
import { describe, expect, test } from 'vitest';

import { renderMail } from '../server/mail/render.ts';
import { SENDER } from '../server/testing/sender.ts';
import { ADMIN, emailsOf } from './emails.ts';

const HOSTILE = 'Claim £50 at evil.example now';
const PLAIN = 'Jean-Luc O’Neill Jr.';

const named = (name: string, email_confirmed_at: number | null) =>
  emailsOf({ parent: name, otherParent: name, student: name, enquirer: name, email_confirmed_at });

async function wordsOf(mail: ReturnType<typeof named>[string]): Promise<string> {
  const { text, html } = await renderMail(mail, SENDER);
  return [mail.subject, text, html, JSON.stringify(mail.events ?? [])].join('\n');
}

const toStrangers = (name: string) => Object.entries(named(name, null)).filter(([, { to }]) => to !== ADMIN);

describe('an email to an address that nobody has confirmed', () => {
  test.each(toStrangers(HOSTILE))('leaves a hostile name out of %s', async (_, mail) => {
    const words = await wordsOf(mail);
    expect(words).not.toMatch(/evil|claim|£50/i);
    expect(words).not.toMatch(/null|undefined|\{name\}/);
    expect(mail.isConfirmed ?? false).toBe(false);
  });

  test.each(toStrangers(HOSTILE).filter(([, { subject }]) => !subject.startsWith('You have been')))(
    'begins %s with a plain greeting',
    async (_, mail) => {
      expect((await renderMail(mail, SENDER)).text).toMatch(/^Hello,\n/);
    },
  );

  test('greets by a plain name', async () => {
    const { welcome, enquiryReceived, freeLessonInvitation } = named(PLAIN, null);
    for (const mail of [welcome, enquiryReceived, freeLessonInvitation]) {
      if (mail === undefined) expect.unreachable();
      expect((await renderMail(mail, SENDER)).text).toContain(`Dear ${PLAIN},`);
    }
    expect(freeLessonInvitation?.subject).toBe(`Your free first physics lesson, ${PLAIN}`);
  });

  test('reads on without the name', async () => {
    const mails = named(HOSTILE, null);
    const said = async (name: string) => {
      const mail = mails[name];
      if (mail === undefined) throw new Error(`There is no email ${name}.`);
      return (await renderMail(mail, SENDER)).text;
    };
    expect(mails['freeLessonInvitation']?.subject).toBe('Your free first physics lesson');
    expect(await said('welcome')).toContain('Hello,\n\nYour account has been created.');
    expect(await said('bookingConfirmed')).toContain('Your child is booked into');
    expect(await said('bookingCancelled')).toContain('The booking of your child for');
    expect(await said('lessonCancelled')).toContain('Your credit for your child has been refunded.');
    expect(await said('passedOver')).toContain('and your child was next on the waiting list');
    expect(await said('emailOfOtherChanged')).toContain('Another parent signs in');
    expect(await said('emailChanged')).toContain('now belongs to another address.');
    expect(await said('invitation')).toContain('A parent has invited you');
    expect(await said('invitation, to a student')).toContain('possible for their child to sign in');
  });
});

test('an email to a confirmed address names people as they have typed it', async () => {
  const { welcome, bookingConfirmed } = named(HOSTILE, 0);
  for (const mail of [welcome, bookingConfirmed]) {
    if (mail === undefined) expect.unreachable();
    const { text } = await renderMail(mail, SENDER);
    expect(text).toContain(`Dear ${HOSTILE},`);
    expect(text).toContain(`${HOSTILE} `);
    expect(mail.isConfirmed).toBe(true);
  }
});
