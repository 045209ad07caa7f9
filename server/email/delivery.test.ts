// The queue against a real mail server that is slow, rejects, defers and hangs up: every email
// still arrives once.
import { afterEach, beforeEach, expect, test } from 'vitest';

import { findOutdated } from '../lessons/reminders.ts';
import { transact } from '../engine/context.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { quietLog } from '../testing/mail-server.ts';
import { SENDER } from '../testing/sender.ts';
import { headerOf, startMailServer } from '../testing/smtp.ts';
import { compose } from './compose.ts';
import { queueEmail } from './queue.ts';
import { smtpTransport } from './transport.ts';
import { sendDueEmails } from './worker.ts';

let api: TestApp;
beforeEach(async () => {
  api = await startTestApp();
});
afterEach(() => api.close());

const FAMILIES = Array.from({ length: 12 }, (_, index) => `family${index}@example.com`);
const OTHERS = [
  'deferred@example.com',
  'refused@example.com',
  'slow@example.com',
  'unlucky@example.com',
];

const recipientOf = (message: string) => headerOf(message, 'To') ?? '';

test('delivers one email to each recipient and shows the tutor the rejected one', async () => {
  await transact(api.context(null), async (work) => {
    for (const to of [...OTHERS, ...FAMILIES])
      await queueEmail(work, compose(`test:${to}`, to, 'Hello', ['Hello.']));
  });
  const tries = new Map<string, number>();
  const isFirstTry = (address: string) => {
    tries.set(address, (tries.get(address) ?? 0) + 1);
    return tries.get(address) === 1;
  };
  const { url, received } = await startMailServer({
    answerTo(command, address) {
      if (command !== 'RCPT') return null;
      if (address.startsWith('refused')) return '550 no such mailbox';
      return address.startsWith('deferred') && isFirstTry(address) ? '450 greylisted' : null;
    },
    async take(message) {
      const to = recipientOf(message);
      if (to.startsWith('slow'))
        await new Promise((resolve) => {
          setTimeout(resolve, 500);
        });
      if (to.startsWith('unlucky') && isFirstTry(to)) throw new Error('hang up');
    },
  });
  const transport = smtpTransport(url, SENDER);
  const mailing = {
    database: api.database,
    findOutdated,
    clock: () => api.clock.now,
    transport,
    log: quietLog,
  };
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await Promise.all([sendDueEmails(mailing), sendDueEmails(mailing)]);
    api.clock.advance({ minutes: 1 });
  }
  transport.close();

  const arrived = received.map(recipientOf);
  for (const to of [...FAMILIES, ...OTHERS].filter((one) => !one.startsWith('refused')))
    expect([to, arrived.filter((one) => one === to).length]).toEqual([to, 1]);
  expect(arrived).not.toContain('refused@example.com');
  const left = await api.database.db
    .selectFrom('emails')
    .select(['recipient', 'attempts', 'last_error'])
    .where('sent_at', 'is', null)
    .execute();
  expect(left).toEqual([
    {
      recipient: 'refused@example.com',
      attempts: 1,
      last_error: expect.stringContaining('550 no such mailbox'),
    },
  ]);
});
