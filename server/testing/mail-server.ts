// A mail server in memory, for tests of the queue.
import type { OutgoingEmail } from '../email/transport.ts';
import { findOutdated } from '../lessons/reminders.ts';
import type { TestApp } from './app.ts';

export const quietLog = { error: () => {}, warn: () => {} };

/** `answer` throws, or never resolves, where it does not take an email. */
export function fakeServer(
  api: TestApp,
  answer: (message: OutgoingEmail) => Promise<void> | void = () => {},
) {
  const taken: OutgoingEmail[] = [];
  const transport = {
    async send(message: OutgoingEmail) {
      await answer(message);
      taken.push(message);
    },
    close() {},
  };
  return {
    taken,
    mailing: {
      database: api.database,
      findOutdated,
      clock: () => api.clock.now,
      transport,
      log: quietLog,
    },
  };
}

/** What a server says to a recipient that does not exist. */
export const noSuchBox = () =>
  Object.assign(new Error('550 No such mailbox'), { command: 'RCPT TO', responseCode: 550 });
/** What a server says that wants to be asked again later. */
export const tryLater = () =>
  Object.assign(new Error('450 Try again later'), { command: 'RCPT TO', responseCode: 450 });
