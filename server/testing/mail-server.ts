// A mail server in memory, for tests of the queue.
import type { OutgoingMail } from '../mail/transport.ts';
import { findOutdated } from '../bookings/reminder-store.ts';
import type { TestApp } from './app.ts';

export const quietLog = { error: () => {}, warn: () => {} };

/** `answer` throws, or never resolves, where it does not take an email. */
export function fakeServer(api: TestApp, answer: (mail: OutgoingMail) => Promise<void> | void = () => {}) {
  const taken: OutgoingMail[] = [];
  const transport = {
    async send(mail: OutgoingMail) {
      await answer(mail);
      taken.push(mail);
    },
    close() {},
  };
  return {
    taken,
    mailing: { database: api.database, findOutdated, clock: () => api.clock.now, transport, log: quietLog },
  };
}

/** What a server says to a recipient that does not exist. */
export const noSuchBox = () =>
  Object.assign(new Error('550 No such mailbox'), { command: 'RCPT TO', responseCode: 550 });
/** What a server says that wants to be asked again later. */
export const tryLater = () =>
  Object.assign(new Error('450 Try again later'), { command: 'RCPT TO', responseCode: 450 });
