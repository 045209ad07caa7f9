// A mail over a real connection to a mail server that speaks just enough SMTP.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, expect, onTestFinished, test } from 'vitest';

import { SENDER } from '../testing/mails.ts';
import { isRefusedForGood } from './failure.ts';
import { folderTransport, type MailTransport, smtpTransport } from './transport.ts';

const mail = {
  id: 'mail-1',
  recipient: 'family@example.com',
  subject: 'Booked: Waves, Saturday 21 November 2026 at 09:00 UK time',
  body: JSON.stringify([['Join the lesson here.']]),
  calendar: null,
  thread: null,
  thread_number: null,
  reply_to: null,
  admin_email: null,
};

let cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp) step();
  cleanUp = [];
});

/** Takes every mail, or answers `refusal.answer` to one of the commands. */
async function startMailServer(
  refusal: { readonly command: string; readonly answer: string } | null,
): Promise<{ url: string; received: string[] }> {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let data: string | null = null;
    socket.setEncoding('utf8').write('220 test\r\n');
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: string) => {
      if (data !== null) {
        data += chunk;
        if (!data.endsWith('\r\n.\r\n')) return;
        received.push(data);
        data = null;
        socket.write('250 taken\r\n');
        return;
      }
      for (const line of chunk.split('\r\n').filter((text) => text !== '')) {
        if (refusal !== null && line.startsWith(refusal.command)) socket.write(`${refusal.answer}\r\n`);
        else if (line.startsWith('EHLO')) socket.write('250-test\r\n250 AUTH PLAIN\r\n');
        else if (line === 'DATA') {
          data = '';
          socket.write('354 go on\r\n');
        } else socket.write('250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanUp.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `smtp://tutor:secret@127.0.0.1:${port}`, received };
}

function connect(url: string): MailTransport {
  const transport = smtpTransport(url, SENDER);
  cleanUp.push(() => transport.close());
  return transport;
}

test('a mail reaches the server with its sender, both forms and a lasting id', async () => {
  const { url, received } = await startMailServer(null);
  await connect(url).send(mail);
  for (const part of [
    'To: family@example.com',
    'Message-ID: <mail-1@lessons.test>',
    'text/plain',
    'text/html',
  ])
    expect(received[0]).toContain(part);
});

test.each([
  ['RCPT', '550 no such user', true],
  ['RCPT', '450 try later', false],
  // What the tutor can put right must cost no mail.
  ['AUTH', '535 wrong password', false],
  ['MAIL', '550 not your address', false],
  ['DATA', '554 looks like spam', false],
])('%s answered with %s: for good %s', async (command, answer, forGood) => {
  const { url } = await startMailServer({ command, answer });
  const error: unknown = await connect(url)
    .send(mail)
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(isRefusedForGood(error)).toBe(forGood);
});

test('a server that is not there is worth another try', async () => {
  const error: unknown = await connect('smtp://127.0.0.1:1')
    .send(mail)
    .catch((failure: unknown) => failure);
  expect(error).toBeInstanceOf(Error);
  expect(isRefusedForGood(error)).toBe(false);
});

test.runIf(process.platform !== 'win32')('a mail that is kept as a file is for its owner alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'lessons-mail-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const transport = folderTransport(dataDir, SENDER);
  await transport.send(mail);
  transport.close();
  expect((await stat(join(dataDir, 'mail', 'mail-1.eml'))).mode & 0o777).toBe(0o600);
});
