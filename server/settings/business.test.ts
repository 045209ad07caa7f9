// Settings of several parts, and two admins who change them at once: the business settings are
// saved as a whole, chats and retention part by part.
import { expect } from 'vitest';

import { type Business, DEFAULT_BUSINESS } from '../../domain/business.ts';
import * as endpoints from '../../domain/endpoints.ts';
import { makeAdmin } from '../testing/factories.ts';
import { codeOf, sharedTest } from '../testing/test.ts';

const GCSE = 'https://chat.example.com/gcse';
const A_LEVEL = 'https://chat.example.com/a-level';
const EVENINGS: Business = {
  packages: [
    { credits: 1, price_pence: 2500, name: 'One lesson' },
    { credits: 4, price_pence: 9000, name: 'A month' },
  ],
  usual_times: [{ weekday: 3, time: '17:30:00' }],
  default_max_students: 6,
  default_meeting_link: 'https://meet.example.com/standing',
  response_hours: 48,
};

const test = sharedTest
  .extend('read', { scope: 'file' }, ({ tutor }) => async () => {
    return (await tutor.call(endpoints.getSettings)).body.settings;
  })
  .extend('change', { scope: 'file' }, ({ tutor }) => (body: object) => {
    return tutor.either(endpoints.updateSettings, { body });
  });

test.afterEach(async ({ db }) => {
  await db.updateTable('settings').set({ overrides: '{}' }).execute();
});

test('has the agreed numbers at first, and stores others', async ({ read, change }) => {
  const before = await read();
  expect(before.business).toEqual(DEFAULT_BUSINESS);
  const { status, body } = await change({ business: EVENINGS });
  expect([status, body]).toEqual([
    200,
    { success: true, settings: { ...before, business: EVENINGS } },
  ]);
  // Another setting leaves it alone.
  await change({ daily_summary: before.daily_summary });
  expect((await read()).business).toEqual(EVENINGS);
});

test('refuses a bad setting at its field, changing nothing', async ({ read, change }) => {
  const [single, five] = DEFAULT_BUSINESS.packages;
  const packages = [single, { ...five, price_pence: 15_001 }];
  const { status, body } = await change({ business: { ...DEFAULT_BUSINESS, packages } });
  expect(status).toBe(400);
  expect(body).toMatchObject({ details: [{ field: 'business.packages.1.price_pence' }] });
  expect((await read()).business).toEqual(DEFAULT_BUSINESS);
});

test('refuses a part of the settings', async ({ change }) => {
  const { response_hours: _, ...withoutHours } = DEFAULT_BUSINESS;
  const { body } = await change({ business: withoutHours });
  expect(body).toMatchObject({ details: [{ field: 'business.response_hours' }] });
});

test('of two admins who change the same settings, tells one', async ({ api, read, change }) => {
  const other = await makeAdmin(api);
  const business_before = DEFAULT_BUSINESS;
  const save = (business: Business) => ({ business, business_before });
  const mine = { ...DEFAULT_BUSINESS, response_hours: 12 };
  const theirs = { ...DEFAULT_BUSINESS, default_max_students: 8 };
  const answers = await Promise.all([
    change(save(mine)),
    other.either(endpoints.updateSettings, { body: save(theirs) }),
  ]);
  expect(answers.map(codeOf).toSorted()).toEqual(['done', 'settings_changed']);
  const saved = codeOf(answers[0]) === 'done' ? mine : theirs;
  expect((await read()).business).toEqual(saved);
  // Having seen them, either may change them.
  expect((await change({ business: EVENINGS, business_before: saved })).status).toBe(200);
});

test('without the settings it started from, the last one wins', async ({ read, change }) => {
  await change({ business: { ...DEFAULT_BUSINESS, response_hours: 12 } });
  await change({ business: EVENINGS });
  expect((await read()).business).toEqual(EVENINGS);
});

test('records every number that was saved', async ({ tutor, change }) => {
  await change({ business: EVENINGS });
  const { activities } = (await tutor.call(endpoints.listActivities)).body;
  expect(activities[0]).toMatchObject({
    kind: 'settings_changed',
    subject:
      'One lesson (1 credit) £25.00, A month (4 credits) £90.00; Wednesday 17:30; up to 6 students; https://meet.example.com/standing; answers within 48 hours',
  });
});

test.for([
  ['chat_links', { gcse: GCSE }, { 'a-level': A_LEVEL }],
  ['retention', { enquiries_months: 24 }, { invoices_years: 20 }],
] as const)('keeps both parts of %s', async ([name, mine, theirs], { api, read, change }) => {
  const other = await makeAdmin(api);
  const answers = await Promise.all([
    change({ [name]: mine }),
    other.either(endpoints.updateSettings, { body: { [name]: theirs } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await read())[name]).toEqual({ ...mine, ...theirs });
  // Neither does an empty change, or another setting, take them back.
  await change({ [name]: {} });
  await change({ daily_summary: false });
  expect((await read())[name]).toEqual({ ...mine, ...theirs });
});

test('takes one chat away and keeps the other', async ({ read, change }) => {
  await change({ chat_links: { gcse: GCSE, 'a-level': A_LEVEL } });
  const { body } = await change({ chat_links: { gcse: null } });
  expect(body).toMatchObject({ settings: { chat_links: { gcse: null, 'a-level': A_LEVEL } } });
  expect((await read()).chat_links).toEqual({ gcse: null, 'a-level': A_LEVEL });
});
