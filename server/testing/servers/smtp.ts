// A real mail server on loopback with configurable behaviour.
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

import { smtpTransport } from '../../email/transport.ts';
import { sendDueEmails } from '../../email/worker.ts';
import type { TestApp } from '../app.ts';
import { readSender } from '../sender.ts';
import { mailingOf } from './mail-server.ts';

interface SmtpSettings {
  /** The answer to the command; null accepts it. */
  answerTo?: (command: 'AUTH' | 'MAIL' | 'RCPT' | 'DATA', address: string) => string | null;
  /**
   * Called with each complete message; the message is accepted once this resolves. Throws to
   * disconnect instead.
   */
  take?: (message: string) => Promise<void> | void;
  offersTls?: boolean;
  /** The port of an earlier server; any free port by default. */
  port?: number;
}

/** Converts '550 no such user' to the server's own kind of error. */
function refusal(answer: string | null): Error | null {
  if (answer === null) return null;
  return Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) });
}

/**
 * The url has a user and a password; `received` are the accepted messages, `passwords` the sent
 * ones.
 */
export async function startMailServer({
  answerTo = () => null,
  take = () => {},
  offersTls = false,
  port: preferred = 0,
}: SmtpSettings = {}) {
  const received: string[] = [];
  const passwords: string[] = [];
  const options: SMTPServerOptions = {
    logger: false,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth({ password }, _session, done) {
      passwords.push(password ?? 'none');
      const error = refusal(answerTo('AUTH', ''));
      if (error === null) done(null, { user: 'tutor' });
      else done(error);
    },
    onMailFrom({ address }, _session, done) {
      done(refusal(answerTo('MAIL', address)));
    },
    onRcptTo({ address }, _session, done) {
      done(refusal(answerTo('RCPT', address)));
    },
    onData(stream, session, done) {
      text(stream)
        .then(async (message) => {
          await take(message);
          const error = refusal(answerTo('DATA', ''));
          if (error === null) received.push(message);
          done(error);
        })
        .catch(() => {
          hangUp(session.id);
        });
    },
  };
  const server = new SMTPServer(options);
  const hangUp = (session: string | null) => {
    for (const { id, _socket: socket } of server.connections)
      if (session === null || id === session) socket.destroy();
  };
  // Tests include clients that disconnect in the middle.
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(preferred, '127.0.0.1', resolve);
  });
  /** Disconnects all clients immediately. */
  const close = async () => {
    hangUp(null);
    await new Promise<void>((resolve) => {
      server.close(resolve);
    });
  };
  onTestFinished(() => (server.server.listening ? close() : undefined));
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://tutor:secret@127.0.0.1:${port}`, port, received, passwords, close };
}

/** Sends the app's due emails to this mail server whenever it is called. */
export function senderTo(api: TestApp, url: string): () => Promise<void> {
  const transport = smtpTransport(url, readSender);
  onTestFinished(() => transport.close());
  return () => sendDueEmails(mailingOf(api, transport));
}

export const recipientOf = (message: string) => headerOf(message, 'To') ?? '';

/** The unfolded value of a header; undefined if there is none. */
export function headerOf(message: string, name: string): string | undefined {
  const [head = ''] = message.split('\r\n\r\n');
  const line = head
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/** The decoded content of each part of this type. */
export function partsOf(message: string, type: string): string[] {
  return message
    .split(/\r\n--[^\r\n]+\r\n/)
    .filter((part) => headerOf(part, 'Content-Type')?.startsWith(type))
    .map((part) => {
      const body = part.slice(part.indexOf('\r\n\r\n') + 4);
      const encoding = headerOf(part, 'Content-Transfer-Encoding');
      if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
      return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body;
    });
}

function fromQuotedPrintable(body: string): string {
  return body
    .replaceAll('=\r\n', '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) =>
      Buffer.from(bytes.replaceAll('=', ''), 'hex').toString(),
    );
}
