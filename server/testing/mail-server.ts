// A mail server in memory, for tests of the queue.
import type { OutgoingEmail } from '../email/transport.ts';
import { findOutdated } from '../lessons/reminders.ts';
import type { TestApp } from './app.ts';

export const quietLog = { error: () => {}, warn: () => {} };

/** `answer` throws, or never resolves, to reject an email. */
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

/** The server's error for an unknown recipient. */
export const noSuchBox = () =>
  Object.assign(new Error('550 No such mailbox'), { command: 'RCPT TO', responseCode: 550 });
/** The server's error for a temporary failure. */
export const tryLater = () =>
  Object.assign(new Error('450 Try again later'), { command: 'RCPT TO', responseCode: 450 });
