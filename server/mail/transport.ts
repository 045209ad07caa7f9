// Hands one mail to the outside: a mail server, or .eml files in the data folder when none is configured.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createTransport, type SendMailOptions } from 'nodemailer';

const TIMEOUT_MS = 20_000;
const MAX_CONNECTIONS = 3;
/** Within the data folder. */
export const MAIL_FOLDER = 'mail';

export interface OutgoingMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body_text: string;
  readonly body_html: string;
  readonly calendar: string | null;
}

export interface MailTransport {
  /** Throws when the mail was not taken. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/**
 * The recipient was refused for good: another try would hear the same. Any other refusal, such as of the site's own
 * password or sender, is for the tutor to put right, and costs no mail.
 */
export function isRefusedForGood(error: unknown): boolean {
  return (
    error instanceof Error &&
    'command' in error &&
    error.command === 'RCPT TO' &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  );
}

function messageOf(mail: OutgoingMail, from: string): SendMailOptions {
  const domain = from.match(/@([^>\s]+)/)?.[1] ?? 'localhost';
  return {
    from,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body_text,
    html: mail.body_html,
    // The same for every try, so that a mail which arrived although its try failed can be recognised.
    messageId: `<${mail.id}@${domain}>`,
    ...(mail.calendar === null
      ? {}
      : { icalEvent: { filename: 'lesson.ics', method: methodOf(mail.calendar), content: mail.calendar } }),
  };
}

const methodOf = (calendar: string) => (calendar.includes('METHOD:CANCEL') ? 'CANCEL' : 'PUBLISH');

/** `from` is a mailbox such as 'Lessons <no-reply@example.com>'. */
export function smtpTransport(url: string, from: string): MailTransport {
  const server = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return {
    async send(mail) {
      await server.sendMail(messageOf(mail, from));
    },
    close: () => server.close(),
  };
}

/** Writes `mail/<id>.eml` into the data folder. */
export function folderTransport(dataDir: string, from: string): MailTransport {
  const folder = join(dataDir, MAIL_FOLDER);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${mail.id}.eml`), message, { mode: 0o600 });
    },
    close() {
      composer.close();
    },
  };
}
