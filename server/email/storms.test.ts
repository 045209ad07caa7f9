// The queue against a real mail server that is down, slow, rejects, defers, hangs or loses its
// answers, with several processes sending.
import { setTimeout as pause } from 'node:timers/promises';

import { expect } from 'vitest';

import { START, type TestApp } from '../testing/app.ts';
import { startFleet } from '../testing/races/fleet.ts';
import { queueTo } from '../testing/servers/mail-server.ts';
import { headerOf, recipientOf, senderTo, startMailServer } from '../testing/servers/smtp.ts';
import { test } from '../testing/test.ts';
import { MAX_CONNECTIONS } from './transport.ts';

const addresses = (count: number) =>
  Array.from({ length: count }, (_, index) => `family${index}@example.com`);
const sorted = (messages: readonly string[]) => messages.map(recipientOf).toSorted();

const unsentOf = ({ database }: TestApp) =>
  database.db
    .selectFrom('emails')
    .select(['recipient', 'attempts', 'failed_at', 'last_error'])
    .where('sent_at', 'is', null)
    .execute();

/** Waits until `isOver`, with a generous limit. */
const waitUntil = (isOver: () => Promise<boolean> | boolean) =>
  expect.poll(isOver, { timeout: 25_000 }).toBe(true);

test('delivers one email to each recipient and shows the rejected one', async ({ api }) => {
  const OTHERS = ['deferred', 'slow', 'unlucky'].map((name) => `${name}@example.com`);
  const accepted = [...OTHERS, ...addresses(12)];
  await queueTo(api, 'refused@example.com', ...accepted);
  const tried = new Set<string>();
  const isFirstTry = (address: string) => {
    const isFirst = !tried.has(address);
    tried.add(address);
    return isFirst;
  };
  const { url, received } = await startMailServer({
    answerTo(command, address) {
      if (command !== 'RCPT') return null;
      if (address.startsWith('refused')) return '550 no such mailbox';
      return address.startsWith('deferred') && isFirstTry(address) ? '450 greylisted' : null;
    },
    async take(message) {
      const to = recipientOf(message);
      if (to.startsWith('slow')) await pause(500);
      if (to.startsWith('unlucky') && isFirstTry(to)) throw new Error('hang up');
    },
  });
  const send = senderTo(api, url);
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await Promise.all([send(), send()]);
    api.clock.advance({ minutes: 1 });
  }
  expect(sorted(received)).toEqual(accepted.toSorted());
  const failure = { attempts: 1, failed_at: Date.parse(START) };
  const last_error = expect.stringContaining('550 no such mailbox');
  expect(await unsentOf(api)).toEqual([
    { recipient: 'refused@example.com', ...failure, last_error },
  ]);
});

test('delivers every email once after the server was down for an hour', async ({ api }) => {
  const [early, late] = [addresses(40).slice(0, 20), addresses(40).slice(20)];
  const before = await startMailServer();
  const send = senderTo(api, before.url);
  const sendFor = async (minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 5) {
      await send();
      api.clock.advance({ minutes: 5 });
    }
  };
  await queueTo(api, ...early);
  await send();
  await before.close();
  await queueTo(api, ...late);
  await sendFor(60);
  expect(await unsentOf(api)).toHaveLength(20);
  const after = await startMailServer({ port: before.port });
  // The longest pause between two attempts in the first hour.
  await sendFor(40);
  expect(sorted(before.received)).toEqual(early.toSorted());
  expect(sorted(after.received)).toEqual(late.toSorted());
  expect(await unsentOf(api)).toEqual([]);
});

test('the site answers while the mail server hangs', async ({ api, family, lesson }) => {
  const blocked = Promise.withResolvers<void>();
  let holding = 0;
  const { url, received } = await startMailServer({
    take: () => {
      holding += 1;
      return blocked.promise;
    },
  });
  const FAMILIES = addresses(MAX_CONNECTIONS + 5);
  await queueTo(api, ...FAMILIES);
  const sending = senderTo(api, url)();
  await waitUntil(() => holding === MAX_CONNECTIONS);

  await family.book(lesson.id);
  expect((await family.readLesson(lesson.id)).isBooked).toBe(true);
  expect(received).toEqual([]);

  blocked.resolve();
  await sending;
  expect(sorted(received)).toEqual([...FAMILIES, family.email].toSorted());
});

test("resends with the same Message-ID when the server's answer is lost", async ({ api }) => {
  const taken: string[] = [];
  const { url } = await startMailServer({
    take(message) {
      const id = headerOf(message, 'Message-ID') ?? '';
      const isFirst = !taken.includes(id);
      taken.push(id);
      // The server has the email, but the sender cannot know.
      if (isFirst && Number(/\d+/.exec(recipientOf(message))?.[0]) % 3 === 0)
        throw new Error('hang up');
    },
  });
  const send = senderTo(api, url);
  await queueTo(api, ...addresses(12));
  for (let minutes = 0; minutes < 5; minutes += 1) {
    await send();
    api.clock.advance({ minutes: 1 });
  }
  // Mail programs show each Message-ID once: RFC 5322, 3.6.4.
  expect(new Set(taken).size).toBe(12);
  expect(taken).toHaveLength(12 + 4);
  expect(await unsentOf(api)).toEqual([]);
});

test('two processes sending at once send each email once', async () => {
  const { url, received } = await startMailServer();
  const { observer, close } = await startFleet({ smtpUrl: url });
  try {
    await queueTo(observer, ...addresses(60));
    await waitUntil(async () => (await unsentOf(observer)).length === 0);
    // By then, a sender that would send one again has looked.
    await pause(500);
  } finally {
    await close();
  }
  expect(sorted(received)).toEqual(addresses(60).toSorted());
}, 60_000);
