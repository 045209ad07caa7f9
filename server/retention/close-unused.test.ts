// Accounts that nobody has confirmed or used are closed after sixty days, and no others.
import { expect, inject } from 'vitest';

import type { Endpoint } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { HONEYPOT_FIELD } from '../../domain/enquiries/enquiry.ts';
import { insertEnquiry } from '../enquiries/enquiries.ts';
import { withdrawUnconfirmed } from '../enquiries/unconfirmed-grants.ts';
import { listeners } from '../features.ts';
import { createPayment } from '../payments/checkout/create-payment.ts';
import { signInAs, signUp } from '../testing/accounts/families.ts';
import type { TestApp } from '../testing/app.ts';
import type { TestFamily } from '../testing/caller.ts';
import { readEmails } from '../testing/emails.ts';
import { giveCredits, makeAdmin, makeFamily, makeLesson } from '../testing/factories.ts';
import { confirmAddress } from '../testing/lessons/free-lessons.ts';
import { deleteOldAt } from '../testing/old-data.ts';
import { findTraces } from '../testing/personal-data/find-text.ts';
import { overlap } from '../testing/races/locks.ts';
import { codeOf, test as base } from '../testing/test.ts';
import { createDeletion } from './feature.ts';

const SIGNED_UP = '2026-11-18T03:30:00.000Z';
const EARLY = '2027-01-16T03:30:00.000Z';
const DUE = '2027-01-17T03:30:00.000Z';

const test = base
  .override('settings', { credits: 0, now: SIGNED_UP })
  .extend('stranger', ({ api }) => signUp(api))
  .extend(
    'isOpen',
    ({ api, stranger }) =>
      async () =>
        (
          await api.database.db
            .selectFrom('families')
            .select('deleted_at')
            .where('id', '=', stranger.id)
            .executeTakeFirstOrThrow()
        ).deleted_at === null,
  );

test('closes an unconfirmed unused account, tells nobody', async ({ api, stranger, isOpen }) => {
  const { db } = api.database;
  await stranger.call(endpoints.addStudent, {
    body: { Student_Name: 'Kit Example', year_class: 'year-11' },
  });
  await deleteOldAt(api, EARLY);
  expect(await isOpen()).toBe(true);
  await deleteOldAt(api, DUE);
  expect(await isOpen()).toBe(false);
  expect(await db.selectFrom('people').select('id').execute()).toEqual([]);
  expect(await readEmails(api, null)).toEqual([]);
  const marks = [stranger.email, stranger.form.Parent_Phone_Number, 'Kit Example'];
  expect(await findTraces(api.database, marks)).toEqual(new Map());
  // The address is free again.
  await api.call(endpoints.register, { body: stranger.form });
});

test.for<[string, (parts: { api: TestApp; stranger: TestFamily }) => Promise<unknown>]>([
  ['confirmed its address', ({ api, stranger }) => confirmAddress(api, stranger.email)],
  [
    'has signed in within a month',
    async ({ api, stranger }) => {
      api.clock.set('2026-12-20T12:00:00.000Z');
      await signInAs(api, stranger.email);
    },
  ],
  ['was given a credit', ({ api, stranger }) => giveCredits(api, stranger.id, 1)],
  [
    'has had a free lesson',
    async ({ api, stranger }) => {
      const { id } = await makeLesson(api, { Date: '2026-11-18', Time: '10:00:00' });
      expect(codeOf(await stranger.tryToBookFree(id))).toBe('done');
      api.clock.set('2026-11-18T12:00:00.000Z');
      await withdrawUnconfirmed(api.context(null));
    },
  ],
  [
    'was booked by the tutor',
    async ({ api, stranger }) => {
      const { id } = await makeLesson(api);
      await (
        await makeAdmin(api)
      ).call(endpoints.bookForFamily, {
        params: { id },
        body: { Student_ID: stranger.studentId, credit: 'free' },
      });
    },
  ],
  [
    'waits for a spot',
    async ({ api, stranger }) => {
      const { id } = await makeLesson(api, { Date: '2027-02-06', Max_Students: 1 });
      await (await makeFamily(api, 1)).book(id);
      await stranger.joinWaitingList(id);
    },
  ],
  [
    'has begun to pay',
    ({ stranger }) =>
      createPayment(stranger.context(), { credits: 1, amount: 3000, currency: 'gbp' }),
  ],
  [
    'has asked for its free lesson',
    ({ stranger }) =>
      stranger.call(endpoints.askForFreeLesson, { body: { year_class: 'year-11' } }),
  ],
  [
    'has sent a form that the trap has caught',
    async ({ api, stranger }) => {
      api.clock.set('2027-01-10T12:00:00.000Z');
      const body = { email: stranger.email, [HONEYPOT_FIELD]: 'x' };
      await api.either<Endpoint>(endpoints.registerInterest, { body });
    },
  ],
] as const)('keeps an account that %s', async ([, act], { api, stranger, isOpen }) => {
  await act({ api, stranger });
  await deleteOldAt(api, DUE);
  expect(await isOpen()).toBe(true);
});

test('closes an account whose free lesson was withdrawn', async ({ api, stranger, isOpen }) => {
  const { id } = await makeLesson(api);
  expect(codeOf(await stranger.tryToBookFree(id))).toBe('done');
  api.clock.set('2026-11-19T03:30:00.000Z');
  await withdrawUnconfirmed(api.context(null));
  await deleteOldAt(api, '2027-11-18T03:30:00.000Z');
  expect(await isOpen()).toBe(true);
  await deleteOldAt(api, '2027-11-19T03:30:00.000Z');
  expect(await isOpen()).toBe(false);
  const marks = [stranger.email, stranger.form.Parent_Phone_Number];
  expect(await findTraces(api.database, marks)).toEqual(new Map());
});

test('closes an account with its enquiry, a year after that', async ({ api, stranger, isOpen }) => {
  await stranger.call(endpoints.askForFreeLesson, { body: { year_class: 'year-11' } });
  await deleteOldAt(api, '2027-11-18T03:30:00.000Z');
  expect(await isOpen()).toBe(true);
  await deleteOldAt(api, '2027-11-19T03:30:00.000Z');
  expect(await isOpen()).toBe(false);
  expect(await api.database.db.selectFrom('enquiries').select('id').execute()).toEqual([]);
});

test.runIf(inject('engine') === 'postgres')(
  'keeps an account that has sent an enquiry at the last moment',
  async ({ api, stranger, isOpen }) => {
    api.clock.set(DUE);
    const { email } = stranger;
    const form = { name: 'Pat', email, mobile: '07700900123', year_class: 'year-11' } as const;
    await overlap(
      api,
      (work) =>
        insertEnquiry(work, form, {
          familyId: stranger.id,
          marks: { email_mark: null, phone_mark: null },
        }),
      () => createDeletion(listeners)(api.context(null)),
    );
    expect(await isOpen()).toBe(true);
    expect(await api.database.db.selectFrom('enquiries').select('email').execute()).toEqual([
      { email: stranger.email },
    ]);
  },
);

test.runIf(inject('engine') === 'postgres')(
  'keeps an account whose address is confirmed at the last moment',
  async ({ api, stranger, isOpen }) => {
    api.clock.set(DUE);
    await overlap(
      api,
      ({ tx, now }) =>
        tx
          .updateTable('people')
          .set({ email_confirmed_at: now })
          .where('id', '=', stranger.personId)
          .execute(),
      () => createDeletion(listeners)(api.context(null)),
    );
    expect(await isOpen()).toBe(true);
  },
);
