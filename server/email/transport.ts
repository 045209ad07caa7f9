// Delivers one email: to a mail server, or as an .eml file in the data folder if none is
// configured.
import { mkdir, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';

import type { SendMailOptions, Transporter } from 'nodemailer';

import { MINUTE_MS } from '../../domain/time.ts';
import { readEvents, readParagraphs } from './content.ts';
import { renderEmail } from './render.ts';
import type { Sender, SenderSource } from './sender.ts';

const CONNECT_TIMEOUT_MS = 30_000;
/** RFC 5321, 4.5.3.2.6: a client that gives up earlier on a slow server sends the email twice. */
const SILENCE_TIMEOUT_MS = 10 * MINUTE_MS;
/** A folder within the data folder. */
export const EMAIL_FOLDER = 'mail';
/** The maximum number of emails sent concurrently. */
export const MAX_CONNECTIONS = 3;

/** The columns of a queue row that sending needs. */
export interface OutgoingEmail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  /** Paragraphs and calendar events as JSON; content.ts parses them. */
  readonly body: string | null;
  readonly calendar: string | null;
  readonly thread: string | null;
  readonly thread_number: number | null;
  /** The reply address; null: the tutor. */
  readonly reply_to: string | null;
  readonly admin_email: string | null;
  /** The greeting of emails to a person. */
  readonly greeting: string;
}

export interface EmailTransport {
  /** Throws if the email was not accepted, or if the signal aborted the attempt. */
  send(message: OutgoingEmail, signal?: AbortSignal): Promise<void>;
  close(): void;
}

async function messageOf(message: OutgoingEmail, sender: Sender): Promise<SendMailOptions> {
  const replyTo = message.reply_to ?? sender.replyTo ?? message.admin_email;
  const events = readEvents(message.calendar);
  const sequence = message.thread_number ?? 0;
  const calendar =
    events === null
      ? null
      : (await import('./calendar-events.ts')).invitation(events, { sequence }, sender);
  return {
    from: { name: sender.name, address: sender.address },
    to: message.recipient,
    ...(replyTo === null ? {} : { replyTo }),
    subject: message.subject,
    ...(await renderEmail(
      { subject: message.subject, paragraphs: readParagraphs(message.body) },
      { ...sender, greeting: message.greeting },
      replyTo !== message.recipient && message.reply_to === null,
    )),
    // The same for every attempt, so that a duplicate can be recognised if an attempt failed after
    // delivery.
    messageId: `<${message.id}@${sender.address.split('@')[1] ?? 'localhost'}>`,
    // RFC 3834: asks for no out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(calendar === null
      ? {}
      : { icalEvent: { filename: 'lesson.ics', method: methodOf(calendar), content: calendar } }),
  };
}

const methodOf = (calendar: string) => (calendar.includes('METHOD:CANCEL') ? 'CANCEL' : 'PUBLISH');

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * The server's URL with the encryption settings of the mail client. `smtp:` must upgrade with
 * STARTTLS before it sends anything sensitive, or fail. A loopback connection cannot be intercepted
 * and has no name that a certificate could prove.
 */
export function withEncryption(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (isLoopback(url.hostname)) url.searchParams.set('tls.rejectUnauthorized', 'false');
  else url.searchParams.set('requireTLS', 'true');
  return url.href;
}

export function smtpTransport(smtpUrl: string, readSender: SenderSource): EmailTransport {
  let server: Transporter | null = null;
  return {
    async send(message, signal) {
      const { createTransport } = await import('nodemailer');
      server ??= createTransport({
        url: withEncryption(smtpUrl),
        pool: true,
        maxConnections: MAX_CONNECTIONS,
        connectionTimeout: CONNECT_TIMEOUT_MS,
        greetingTimeout: CONNECT_TIMEOUT_MS,
        socketTimeout: SILENCE_TIMEOUT_MS,
      });
      await server.sendMail({
        ...(await messageOf(message, await readSender())),
        ...(signal === undefined ? {} : { signal }),
      });
    },
    close: () => server?.close(),
  };
}

/** Writes emails as `mail/<id>.eml` into the data folder. */
export function folderTransport(dataDir: string, readSender: SenderSource): EmailTransport {
  const folder = join(dataDir, EMAIL_FOLDER);
  return {
    async send(message) {
      const { createTransport } = await import('nodemailer');
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message: content } = await composer.sendMail(
        await messageOf(message, await readSender()),
      );
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, `${message.id}.eml`), content, { mode: 0o600 });
    },
    close: () => {},
  };
}
