// Erasure and export leave other people's data alone.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { makeAdmin, PASSWORD, signUpForm } from '../testing/factories.ts';
import { tokenTo } from '../testing/emails.ts';

let api: TestApp;
beforeAll(async () => {
  api = await startTestApp();
  await makeAdmin(api);
});
afterAll(() => api.close());

async function signUp(changes: Partial<ReturnType<typeof signUpForm>> = {}) {
  const form = { ...signUpForm(), ...changes };
  await api.call(endpoints.register, { body: form });
  const { body } = await api.call(endpoints.login, {
    body: { email: form.Parent_Email, password: PASSWORD },
  });
  return { form, token: body.session.access_token };
}

const enquire = (email: string, mobile = '07700900123') =>
  api.call(endpoints.registerInterest, {
    body: { name: 'Ada Enquirer', email, mobile, year_class: 'year-12' },
  });
const enquiriesOf = (email: string) =>
  api.database.db.selectFrom('enquiries').select('name').where('email', '=', email).execute();
const exported = async (token: string) =>
  (await api.call(endpoints.exportData, { token })).body.data;
const leave = (token: string) =>
  api.call(endpoints.deleteAccount, { token, body: { current_password: PASSWORD } });

test("exports no enquiry to a family with the enquirer's email but another number", async () => {
  await enquire('stranger@example.com', '07700900999');
  const { token } = await signUp({ Parent_Email: 'stranger@example.com' });
  const { enquiries, emails } = await exported(token);
  expect(enquiries).toEqual([]);
  expect(emails.map(({ subject }) => subject)).toEqual(['Welcome to your lessons']);
});

test("deletes no enquiry of an enquirer with the family's email but another number", async () => {
  await enquire('visitor@example.com', '07700900999');
  await enquire('visitor@example.com');
  const { token } = await signUp({ Parent_Email: 'visitor@example.com' });
  await leave(token);
  const left = await api.database.db
    .selectFrom('enquiries')
    .select('mobile')
    .where('email', '=', 'visitor@example.com')
    .execute();
  expect(left).toEqual([{ mobile: '07700900999' }]);
  const emails = await api.database.db
    .selectFrom('emails')
    .select('subject')
    .where('recipient', '=', 'visitor@example.com')
    .where('enquiry_id', 'is not', null)
    .execute();
  expect(emails).toHaveLength(1);
});

test('includes everything with the same number in any spelling', async () => {
  await enquire('same@example.com', '+44 770 090 055');
  const { token } = await signUp({
    Parent_Email: 'same@example.com',
    Parent_Phone_Number: '0770090055',
  });
  expect((await exported(token)).enquiries).toMatchObject([{ name: 'Ada Enquirer', note: '' }]);
});

test("neither exports nor deletes other people's enquiries", async () => {
  const { form, token } = await signUp();
  await enquire(`not-${form.Parent_Email}`);
  expect((await exported(token)).enquiries).toEqual([]);
  await leave(token);
  expect(await enquiriesOf(`not-${form.Parent_Email}`)).toHaveLength(1);
});

test('leaves an address to the person who has it now', async () => {
  const first = await signUp();
  const address = first.form.Parent_Email;
  await api.call(endpoints.updateProfile, {
    token: first.token,
    body: { Parent_Email: `moved-${address}`, current_password: PASSWORD },
  });
  await api.call(endpoints.confirmEmail, {
    body: { token: await tokenTo(api, `moved-${address}`) },
  });
  const second = await signUp({ Parent_Email: address });
  await enquire(address);
  expect((await exported(first.token)).enquiries).toEqual([]);
  await leave(first.token);
  expect(await enquiriesOf(address)).toHaveLength(1);
  await leave(second.token);
  expect(await enquiriesOf(address)).toEqual([]);
});
