// A mail server that says of every address what it says of an unknown one.
import { expect } from 'vitest';

import { SITE_REJECTED } from '../../domain/tutor/undelivered-email.ts';
import { fakeServer, noSuchBox, queueTo } from '../testing/servers/mail-server.ts';
import { test as base } from '../testing/test.ts';
import { sendDueEmails } from './worker.ts';

const test = base.extend('states', ({ api }) => async () => {
  const emails = await api.database.db
    .selectFrom('emails')
    .select(['recipient', 'sent_at', 'failed_at', 'bounced_at', 'last_error'])
    .orderBy('recipient')
    .execute();
  return emails.map(({ sent_at, failed_at, bounced_at, last_error }) => {
    if (sent_at !== null) return 'sent';
    if (failed_at === null) return last_error?.startsWith(SITE_REJECTED) ? 'site' : 'waiting';
    return bounced_at === null ? 'failed' : 'bounced';
  });
});

const FIVE = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);

test('is blamed after five addresses, not they', async ({ api, states }) => {
  let isFixed = false;
  const { mailing } = fakeServer(api, () => {
    if (!isFixed) throw noSuchBox();
  });
  await queueTo(api, ...FIVE.slice(0, 4));
  await sendDueEmails(mailing);
  expect(await states()).toEqual(Array(4).fill('bounced'));
  await queueTo(api, ...FIVE.slice(4));
  await sendDueEmails(mailing);
  expect(await states()).toEqual(Array(5).fill('site'));
  // They stay so as long as none arrives.
  api.clock.advance({ minutes: 10 });
  await sendDueEmails(mailing);
  expect(await states()).toEqual(Array(5).fill('site'));
  isFixed = true;
  api.clock.advance({ minutes: 10 });
  await sendDueEmails(mailing);
  expect(await states()).toEqual(Array(5).fill('sent'));
});

test('is blamed for addresses that it rejects at the same moment', async ({ api, states }) => {
  const last = new Set<string>();
  const { promise: bothAsked, resolve: ask } = Promise.withResolvers<void>();
  const { mailing } = fakeServer(api, async ({ recipient }) => {
    if (recipient > 'd') {
      last.add(recipient);
      if (last.size === 2) ask();
      await bothAsked;
    }
    throw noSuchBox();
  });
  await queueTo(api, ...FIVE);
  await sendDueEmails(mailing);
  expect(await states()).toEqual(Array(5).fill('site'));
});

test('is not blamed for one address, or for some between deliveries', async ({ api, states }) => {
  const { mailing } = fakeServer(api, ({ recipient }) => {
    if (recipient !== 'c@example.com') throw noSuchBox();
  });
  for (const address of FIVE) {
    await queueTo(api, address);
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 1 });
  }
  expect(await states()).toEqual(['bounced', 'bounced', 'sent', 'bounced', 'bounced']);
});

test('is not blamed any longer once another address gets its email', async ({ api, states }) => {
  const { mailing } = fakeServer(api, ({ recipient }) => {
    if (recipient !== 'z@example.com') throw noSuchBox();
  });
  const sendTo = async (address: string) => {
    await queueTo(api, address);
    await sendDueEmails(mailing);
    api.clock.advance({ minutes: 1 });
  };
  for (const address of FIVE) await sendTo(address);
  expect(await states()).toEqual(Array(5).fill('site'));
  await sendTo('z@example.com');
  // Neither for an address that is unknown now, nor for those before once they are tried again.
  api.clock.advance({ minutes: 10 });
  await sendTo('f@example.com');
  expect(await states()).toEqual([...Array(6).fill('bounced'), 'sent']);
  await sendTo('g@example.com');
  expect(await states()).toEqual([...Array(7).fill('bounced'), 'sent']);
});
