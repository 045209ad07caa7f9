// The settings with several parts: whoever changes one part leaves the others alone.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { makeAdmin } from '../testing/factories.ts';
import { sharedTest } from '../testing/test.ts';

const GCSE = 'https://chat.example.com/gcse';
const A_LEVEL = 'https://chat.example.com/a-level';

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
