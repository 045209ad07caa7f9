// Tries the mail server: signs in, and sends one email if asked to. Never waits long.
import { createTransport } from 'nodemailer';

import type { Mailbox } from '../process/env.ts';
import { explainFailure } from './failure.ts';
import { withEncryption } from './transport.ts';

const WAIT_MS = 8000;

interface Trial {
  smtpUrl: string;
  from: Mailbox;
  /** Null: nothing is sent. */
  to: string | null;
  siteUrl: string;
}

/** Returns why it does not work; null if it does. */
export async function tryMailServer({ smtpUrl, from, to, siteUrl }: Trial): Promise<string | null> {
  const server = createTransport({
    url: withEncryption(smtpUrl),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
  });
  try {
    await server.verify();
    if (to !== null)
      await server.sendMail({
        from,
        to,
        subject: 'Test email',
        text: `The mail server of ${siteUrl} works: this email was sent by "npm run doctor".\n`,
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    return null;
  } catch (error) {
    return explainFailure(error);
  } finally {
    server.close();
  }
}
