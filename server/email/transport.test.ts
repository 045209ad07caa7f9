// Sending over a real connection: what reaches the mail server, what its rejections mean, and when
// nothing is sent.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { SENDER } from '../testing/sender.ts';
import { headerOf, partsOf, startMailServer } from '../testing/smtp.ts';
import { isAddressAtFault, isPermanentRejection, loggable, reasonOf } from './failure.ts';
import {
  folderTransport,
  type EmailTransport,
  type OutgoingEmail,
  smtpTransport,
} from './transport.ts';

const outgoing: OutgoingEmail = {
  id: 'mail-1',
  recipient: 'family@example.com',
  subject: 'Booked: Waves, Saturday 21 November 2026 at 09:00 UK time',
  body: JSON.stringify([['See the lesson here: ', { page: '/user-home' }]]),
  calendar: null,
  thread: null,
  thread_number: null,
  reply_to: null,
  admin_email: null,
  greeting: null,
};

function connect(url: string, sender = SENDER): EmailTransport {
  const transport = smtpTransport(url, sender);
  onTestFinished(() => transport.close());
  return transport;
}

/** The error that sending failed with. */
const failureOf = (transport: EmailTransport, signal?: AbortSignal): Promise<unknown> =>
  transport.send(outgoing, signal).then(
    () => null,
    (error: unknown) => error,
  );

async function received(given: Partial<OutgoingEmail>, sender = SENDER): Promise<string> {
  const server = await startMailServer();
  await connect(server.url, sender).send({ ...outgoing, ...given });
  return server.received[0] ?? '';
}

test('sends the sender, the auto-generated header and a stable message id', async () => {
  const sent = await received({});
  expect(
    Object.fromEntries(
      ['From', 'To', 'Subject', 'Message-ID', 'Auto-Submitted'].map((name) => [
        name,
        headerOf(sent, name),
      ]),
    ),
  ).toEqual({
    From: 'Sample Physics <lessons@lessons.test>',
    To: 'family@example.com',
    Subject: outgoing.subject,
    'Message-ID': '<mail-1@lessons.test>',
    'Auto-Submitted': 'auto-generated',
  });
  expect(partsOf(sent, 'text/plain')[0]).toContain(
    'See the lesson here: http://lessons.test/user-home',
  );
  expect(partsOf(sent, 'text/html')[0]).toContain('<a href="http://lessons.test/user-home"');
});

test.each([
  [
    'the family, where the email says so',
    { reply_to: 'ann@example.com' },
    'hello@lessons.test',
    'ann@example.com',
  ],
  ['the address of the settings or the site', {}, 'hello@lessons.test', 'hello@lessons.test'],
  ['the first admin, where there is none', {}, null, 'tutor@lessons.test'],
])('sends replies to %s', async (_, given, replyTo, expected) => {
  const message = await received(
    { admin_email: 'tutor@lessons.test', ...given },
    { ...SENDER, replyTo },
  );
  expect(headerOf(message, 'Reply-To')).toBe(expected);
});

test('sends a business name with a comma, quotes or accents as one name', async () => {
  const message = await received({}, { ...SENDER, name: 'Łódź "Physics", Ltd' });
  expect(headerOf(message, 'From')).toMatch(/^=\?UTF-8\?[BQ]\?\S+\?= <lessons@lessons\.test>$/);
});

test.each([
  ['RCPT', '550 no such user', true, true],
  ['RCPT', '550 5.1.1 no such user', true, true],
  ['RCPT', '552 5.2.2 mailbox full', true, true],
  // Errors about the sender, not the address.
  ['RCPT', '554 relay access denied', true, false],
  ['RCPT', '550 5.7.1 your server is on a list', true, false],
  ['RCPT', '450 try later', false, false],
  // Errors that the tutor can fix must not fail an email.
  ['AUTH', '535 wrong password', false, false],
  ['MAIL', '550 not your address', false, false],
  ['DATA', '554 looks like spam', false, false],
])(
  '%s answered with %s: permanent %s, address at fault %s',
  async (command, answer, isPermanent, atFault) => {
    const { url } = await startMailServer({
      answerTo: (asked) => (asked === command ? answer : null),
    });
    const error = await failureOf(connect(url));
    expect(error).toBeInstanceOf(Error);
    expect(isPermanentRejection(error)).toBe(isPermanent);
    expect(isAddressAtFault(error)).toBe(atFault);
  },
);

test('retries when the server cannot be reached', async () => {
  const error = await failureOf(connect('smtp://127.0.0.1:1'));
  expect(error).toBeInstanceOf(Error);
  expect(isPermanentRejection(error)).toBe(false);
});

test('waits for a slow server', async () => {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: goesOn, resolve: goOn } = Promise.withResolvers<void>();
  const { url, received: taken } = await startMailServer({
    async take() {
      arrive();
      await goesOn;
    },
  });
  const sending = connect(url).send(outgoing);
  await isThere;
  goOn();
  await sending;
  expect(taken).toHaveLength(1);
});

test('tries once when the server hangs up after the last line', async () => {
  let asked = 0;
  const { url, received: taken } = await startMailServer({
    take() {
      asked += 1;
      if (asked === 1) throw new Error('hang up');
    },
  });
  const transport = connect(url);
  const error = await failureOf(transport);
  expect(error).toBeInstanceOf(Error);
  expect(isPermanentRejection(error)).toBe(false);
  expect(asked).toBe(1);
  await transport.send(outgoing);
  expect(taken.map((message) => headerOf(message, 'Message-ID'))).toEqual([
    '<mail-1@lessons.test>',
  ]);
});

test('an aborted sender disconnects from a server that never answers', async () => {
  const { promise: isThere, resolve: arrive } = Promise.withResolvers<void>();
  const { url } = await startMailServer({
    take() {
      arrive();
      return new Promise(() => {});
    },
  });
  const stop = new AbortController();
  const failure = failureOf(connect(url), stop.signal);
  await isThere;
  stop.abort();
  expect(await failure).toBeInstanceOf(Error);
});

// An address of this machine that does not look like loopback, so the sender treats it as remote.
const elsewhere = (port: number, query = '') => `smtp://tutor:secret@0.0.0.0:${port}${query}`;

test.each(['', '?requireTLS=false', '?ignoreTLS=true', '?opportunisticTLS=true'])(
  'sends no password and no email to a server without encryption (%s)',
  async (query) => {
    const { port, passwords, received: taken } = await startMailServer();
    const error = await failureOf(connect(elsewhere(port, query)));
    expect(reasonOf(error)).toMatch(
      /^The mail server offers no encrypted connection, and without one nothing is sent/,
    );
    expect(isPermanentRejection(error)).toBe(false);
    expect(passwords).toEqual([]);
    expect(taken).toEqual([]);
  },
);

test('sends no password and no email to a server with an untrusted certificate', async () => {
  const { port, passwords, received: taken } = await startMailServer({ offersTls: true });
  const error = await failureOf(connect(elsewhere(port)));
  expect(reasonOf(error)).toMatch(/certificate/);
  expect(passwords).toEqual([]);
  expect(taken).toEqual([]);
});

test.each([false, true])(
  'accepts a local server without encryption: TLS offered %s',
  async (offersTls) => {
    const { url, passwords, received: taken } = await startMailServer({ offersTls });
    await connect(url).send(outgoing);
    expect(passwords).toEqual(['secret']);
    expect(taken).toHaveLength(1);
  },
);

test.each([
  '550 5.1.1 <Family@example.com>: no such mailbox',
  '550 unknown user family@example.com (family)',
  "451 Sender <lessons@lessons.test> may not write to 'FAMILY'",
])('logs %j without addresses', async (answer) => {
  const { url } = await startMailServer({
    answerTo: (command) => (command === 'RCPT' ? answer : null),
  });
  const error = await failureOf(connect(url));
  const logged = JSON.stringify(loggable(error, outgoing.recipient));
  expect(logged).not.toMatch(/family/i);
  expect(logged).not.toContain('@');
  expect(loggable(error, outgoing.recipient)).toMatchObject({
    command: 'RCPT TO',
    responseCode: Number(answer.slice(0, 3)),
  });
  expect(reasonOf(error).toLowerCase()).toContain('family');
});

test.runIf(process.platform !== 'win32')(
  'writes emails as files that only their owner can read',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'lessons-mail-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const transport = folderTransport(dataDir, SENDER);
    await transport.send(outgoing);
    transport.close();
    const file = join(dataDir, 'mail', 'mail-1.eml');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readFile(file, 'utf8')).toContain('Auto-Submitted: auto-generated');
  },
);
