// Sending over a real connection: what reaches the mail server, what its rejections mean, and when
// nothing is sent.
import { describe, expect, onTestFinished, test } from 'vitest';

import { DEFAULT_GREETING } from '../../domain/tutor/settings.ts';
import { SENDER } from '../testing/sender.ts';
import { headerOf, partsOf, startMailServer } from '../testing/servers/smtp.ts';
import { isAddressAtFault, isPermanentRejection, loggable, explainFailure } from './failure.ts';
import { type EmailTransport, type OutgoingEmail, smtpTransport } from './transport.ts';

const outgoing: OutgoingEmail = {
  id: 'mail-1',
  recipient: 'family@example.com',
  subject: 'Booked: Waves, Saturday 21 November 2026 at 09:00 UK time',
  body: JSON.stringify([['See the lesson here: ', { kind: 'link', page: '/user-home' }]]),
  calendar: null,
  thread: null,
  thread_number: null,
  reply_to: null,
  admin_email: null,
  greeting: DEFAULT_GREETING,
};

function connect(url: string, sender = SENDER): EmailTransport {
  const transport = smtpTransport(url, async () => sender);
  onTestFinished(() => transport.close());
  return transport;
}

/** Sends an email and returns what a mail server has received. */
async function receive(given: Partial<OutgoingEmail>, sender = SENDER): Promise<string> {
  const server = await startMailServer();
  await connect(server.url, sender).send({ ...outgoing, ...given });
  return server.received[0] ?? '';
}

/** The error that sending failed with. */
async function failureOf(transport: EmailTransport, signal?: AbortSignal): Promise<Error> {
  const [outcome] = await Promise.allSettled([transport.send(outgoing, signal)]);
  if (outcome.status === 'fulfilled' || !(outcome.reason instanceof Error))
    throw new Error('The email was sent.');
  return outcome.reason;
}

/** Connects to a server that gives this answer to a command. */
const connectTo = async (command: string, answer: string) =>
  connect(
    (await startMailServer({ answerTo: (asked) => (asked === command ? answer : null) })).url,
  );

test('sends the sender, an auto-generated header and a stable message id', async () => {
  const sent = await receive({});
  const names = ['From', 'To', 'Subject', 'Message-ID', 'Auto-Submitted'];
  expect(names.map((name) => headerOf(sent, name))).toEqual([
    'Sample Physics <lessons@lessons.test>',
    'family@example.com',
    outgoing.subject,
    '<mail-1@lessons.test>',
    'auto-generated',
  ]);
  const link = 'http://lessons.test/user-home';
  expect(partsOf(sent, 'text/plain')[0]).toContain(`See the lesson here: ${link}`);
  expect(partsOf(sent, 'text/html')[0]).toContain(`<a href="${link}"`);
});

const ANN = { reply_to: 'ann@example.com' };

test.for([
  ['the family, where the email says so', ANN, 'hello@lessons.test', 'ann@example.com'],
  ['the address of the settings or the site', {}, 'hello@lessons.test', 'hello@lessons.test'],
  ['the first admin, where there is none', {}, null, 'tutor@lessons.test'],
] as const)('sends replies to %s', async ([, given, replyTo, expected]) => {
  const email = { admin_email: 'tutor@lessons.test', ...given };
  const message = await receive(email, { ...SENDER, replyTo });
  expect(headerOf(message, 'Reply-To')).toBe(expected);
});

test('sends a business name with a comma, quotes or accents as one name', async () => {
  const message = await receive({}, { ...SENDER, name: 'Łódź "Physics", Ltd' });
  expect(headerOf(message, 'From')).toMatch(/^=\?UTF-8\?[BQ]\?\S+\?= <lessons@lessons\.test>$/);
});

describe('a failure', () => {
  test.for([
    ['RCPT', '550 no such user', true, true],
    ['RCPT', '550 5.1.1 no such user', true, true],
    ['RCPT', '552 5.2.2 mailbox full', true, true],
    ['RCPT', '550 sorry, no mailbox here by that name (#5.1.1)', true, true],
    ['RCPT', '554 no', true, false],
    ['RCPT', '550 5.5.0 mailbox unavailable', true, false],
    // Errors about the site, not the address.
    ['RCPT', '550 5.7.1 your server is on a list', false, false],
    ['RCPT', '450 try later', false, false],
    // Errors that the tutor can fix must not fail an email.
    ['AUTH', '535 wrong password', false, false],
    ['MAIL', '550 not your address', false, false],
    ['DATA', '554 looks like spam', false, false],
  ] as const)(
    'of %s with %s: permanent %s, address at fault %s',
    async ([command, answer, isPermanent, atFault]) => {
      const error = await failureOf(await connectTo(command, answer));
      expect([isPermanentRejection(error), isAddressAtFault(error)]).toEqual([
        isPermanent,
        atFault,
      ]);
    },
  );

  // docs/mail-refusals.md has the servers and versions.
  test.for([
    ['RCPT', '553 5.1.8 <family@example.com>... Domain of sender address x@y does not exist'],
    ['RCPT', '553 5.5.4 <family@example.com>... Domain name required for sender address x'],
    ['MAIL', '550 not your address'],
    ['MAIL', '517 Domain does not exist: site.example.'],
    ['RCPT', '513 Relaying denied.'],
    ['RCPT', '550 5.1.0 <lessons@site.example>: Sender address rejected: User unknown'],
    ['RCPT', '550 5.1.8 <lessons@site.example>: Sender address rejected: Domain not found'],
    ['RCPT', '553 5.7.1 <lessons@site.example>: Sender address rejected: not owned by user'],
    ['RCPT', '554 5.7.1 <family@example.com>: Relay access denied'],
    ['RCPT', '550 5.1.7 bad sender mailbox'],
    ['RCPT', '550 Sender verify failed'],
    ['RCPT', '550 relay not permitted'],
    ['RCPT', '550 5.7.1 <family@example.com>... Relaying denied'],
    ['RCPT', '554 5.7.1 <family@example.com>: Recipient address rejected: Access denied'],
    ['RCPT', '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied'],
    ['RCPT', '550 5.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]'],
    ['RCPT', '504 5.5.2 <lessons>: Helo command rejected: need fully-qualified hostname'],
    ['RCPT', '503 5.7.1 Relay not allowed'],
    ['RCPT', '530 please sign in'],
    ['RCPT', '550 authentication required'],
    ['RCPT', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
    ['RCPT', "553 5.1.1 Sorry, that domain isn't in my list of allowed rcpthosts."],
  ] as const)('of %s with %s is of the site, and tried again', async ([command, answer]) => {
    const error = await failureOf(await connectTo(command, answer));
    expect(isPermanentRejection(error)).toBe(false);
    expect(explainFailure(error)).toContain(
      "Your mail server does not accept this site's address.",
    );
    expect(explainFailure(error)).toContain(answer.slice(4));
  });

  test.for([
    // What Postfix says of an unknown mailbox that it relays for.
    '550 5.1.1 <family@example.com>: Recipient address rejected: User unknown in relay recipient table',
    '550 5.1.1 <sender@relay.example>: no such mailbox',
    '550 <sender@relay.example>: no such mailbox',
    '552 5.2.2 the mailbox of the sender you answer is full',
  ])('of RCPT with %s bounces', async (answer) => {
    const error = await failureOf(await connectTo('RCPT', answer));
    expect([isPermanentRejection(error), isAddressAtFault(error)]).toEqual([true, true]);
  });

  test('is not permanent if the server cannot be reached', async () => {
    expect(isPermanentRejection(await failureOf(connect('smtp://127.0.0.1:1')))).toBe(false);
  });

  test.for([
    '550 5.1.1 <Family@example.com>: no such mailbox',
    '550 unknown user family@example.com (family)',
    "451 Sender <lessons@lessons.test> may not write to 'FAMILY'",
  ])('with %j is logged without addresses', async (answer) => {
    const error = await failureOf(await connectTo('RCPT', answer));
    const logged = loggable(error, outgoing.recipient);
    expect(JSON.stringify(logged)).not.toMatch(/family|@/i);
    const responseCode = Number(answer.slice(0, 3));
    expect(logged).toMatchObject({ command: 'RCPT TO', responseCode });
    expect(explainFailure(error).toLowerCase()).toContain('family');
  });
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

test('tries once when the server hangs up after the last line', async () => {
  let calls = 0;
  const { url, received } = await startMailServer({
    take() {
      calls += 1;
      if (calls === 1) throw new Error('hang up');
    },
  });
  const transport = connect(url);
  expect(isPermanentRejection(await failureOf(transport))).toBe(false);
  expect(calls).toBe(1);
  await transport.send(outgoing);
  const ids = received.map((message) => headerOf(message, 'Message-ID'));
  expect(ids).toEqual(['<mail-1@lessons.test>']);
});

describe('sends no password and no email to a remote server', () => {
  /** An address of this machine that does not look like loopback. */
  const elsewhere = (port: number, query = '') => `smtp://tutor:secret@0.0.0.0:${port}${query}`;

  const noEncryption =
    /^The mail server offers no encrypted connection, and without one nothing is sent/;

  test.for([
    ['', false, noEncryption],
    ['?requireTLS=false', false, noEncryption],
    ['?ignoreTLS=true', false, noEncryption],
    ['?opportunisticTLS=true', false, noEncryption],
    ['', true, /certificate/],
  ] as const)(
    'set up with %j that offers an untrusted certificate: %s',
    async ([query, offersTls, reason]) => {
      const { port, passwords, received } = await startMailServer({ offersTls });
      const error = await failureOf(connect(elsewhere(port, query)));
      expect(explainFailure(error)).toMatch(reason);
      expect(isPermanentRejection(error)).toBe(false);
      expect(passwords).toEqual([]);
      expect(received).toEqual([]);
    },
  );
});

test.for([false, true])(
  'accepts a local server without encryption: TLS offered %s',
  async (offersTls) => {
    const { url, passwords, received } = await startMailServer({ offersTls });
    await connect(url).send(outgoing);
    expect(passwords).toEqual(['secret']);
    expect(received).toHaveLength(1);
  },
);
