// The queue of emails in tests, and a mail server in memory.
import { compose } from '../../email/compose.ts';
import { queueEmail } from '../../email/queue.ts';
import type { EmailTransport, OutgoingEmail } from '../../email/transport.ts';
import { transact } from '../../engine/context.ts';
import { findOutdated } from '../../lessons/reminders/reminders.ts';
import type { TestApp } from '../app.ts';

export const quietLog = { error: () => {}, warn: () => {} };

/** Queues an email to each address. */
export async function queueTo(api: TestApp, ...recipients: string[]): Promise<void> {
  await transact(api.context(null), async (work) => {
    for (const to of recipients)
      await queueEmail(work, compose(`test:${to}`, to, `For ${to}`, ['A secret link.']));
  });
}

/** What sending the app's due emails needs. */
export const mailingOf = ({ database, clock }: TestApp, transport: EmailTransport) => ({
  database,
  findOutdated,
  clock: () => clock.now,
  transport,
  log: quietLog,
});

/** `answer` throws, or never resolves, to reject an email. */
export function fakeServer(
  api: TestApp,
  answer: (message: OutgoingEmail, signal?: AbortSignal) => Promise<void> | void = () => {},
) {
  const taken: OutgoingEmail[] = [];
  const transport = {
    async send(message: OutgoingEmail, signal?: AbortSignal) {
      await answer(message, signal);
      taken.push(message);
    },
    close() {},
  };
  return { taken, mailing: mailingOf(api, transport) };
}

const rejection = (message: string) =>
  Object.assign(new Error(message), {
    command: 'RCPT TO',
    responseCode: Number(message.slice(0, 3)),
  });
/** The server's error for an unknown recipient. */
export const noSuchBox = () => rejection('550 No such mailbox');
/** The server's error for a temporary failure. */
export const tryLater = () => rejection('450 Try again later');
/** The error of a server that cannot be reached. */
export const isDown = () =>
  Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNECTION' });
