// Erasure and export leave other people's data alone.
import { describe, expect } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { changeEmail, leave, signUp } from '../../testing/accounts/families.ts';
import type { Caller } from '../../testing/caller.ts';
import { confirmAddress, enquire, listEnquiries } from '../../testing/lessons/free-lessons.ts';
import { sharedTest } from '../../testing/test.ts';

const MOBILE = '07700900123';
const name = 'Ada Enquirer';

const test = sharedTest
  .extend('ask', ({ api }) => (email: string, mobile = MOBILE) => {
    return enquire(api, { name, email, mobile, year_class: 'year-12' });
  })
  .extend('enquiriesOf', ({ tutor }) => async (address: string) => {
    const enquiries = await listEnquiries(tutor);
    return enquiries.filter(({ email }) => email === address).map(({ mobile }) => mobile);
  });

const exportOf = async ({ call }: Caller) => (await call(endpoints.exportData)).body.data;

test('exports no enquiry with the email but another number', async ({ api, ask }) => {
  await ask('stranger@example.com', '07700900999');
  const family = await signUp(api, { Parent_Email: 'stranger@example.com' });
  const { enquiries, emails } = await exportOf(family);
  expect(enquiries).toEqual([]);
  expect(emails.map(({ subject }) => subject)).toEqual(['Welcome to your lessons']);
});

test('deletes none with the email but another number', async ({ api, ask, enquiriesOf }) => {
  await ask('visitor@example.com', '07700900999');
  await ask('visitor@example.com');
  const family = await signUp(api, { Parent_Email: 'visitor@example.com' });
  await leave(family);
  expect(await enquiriesOf('visitor@example.com')).toEqual(['07700900999']);
  const emails = await family.readEmails();
  expect(emails.filter(({ enquiry_id }) => enquiry_id !== null)).toHaveLength(1);
});

test('includes everything with the same number in any spelling', async ({ api, ask }) => {
  await ask('same@example.com', '+44 770 090 055');
  const changes = { Parent_Email: 'same@example.com', Parent_Phone_Number: '0770090055' };
  const family = await signUp(api, changes);
  await confirmAddress(api, family.email);
  expect((await exportOf(family)).enquiries).toMatchObject([{ name, note: '' }]);
});

describe('an account with the email and the number of an enquirer', () => {
  const seen = async (caller: Caller) => {
    const { enquiries, emails } = await exportOf(caller);
    return [enquiries.length, emails.filter(({ subject }) => subject.includes('enquiry')).length];
  };

  test.for(['before', 'after'] as const)(
    'reads the enquiry made %s it once the address is confirmed',
    async (order, { api, ask }) => {
      const email = `${order}@example.com`;
      if (order === 'before') await ask(email);
      const family = await signUp(api, { Parent_Email: email, Parent_Phone_Number: MOBILE });
      if (order === 'after') await ask(email);
      expect(await seen(family)).toEqual([0, 0]);
      await confirmAddress(api, email);
      expect((await seen(family))[0]).toBe(1);
    },
  );

  test.for(['before', 'after'] as const)(
    'reads no enquiry made %s it when it gives the unconfirmed address up',
    async (order, { api, ask, enquiriesOf }) => {
      const email = `given-up-${order}@example.com`;
      if (order === 'before') await ask(email);
      const family = await signUp(api, { Parent_Email: email, Parent_Phone_Number: MOBILE });
      if (order === 'after') await ask(email);
      await changeEmail(api, family, `elsewhere-${order}@example.com`);
      expect(await seen(family)).toEqual([0, 0]);
      expect(await enquiriesOf(email)).toEqual([MOBILE]);
    },
  );

  test('keeps the enquiry when it gives a confirmed address up', async ({ api, ask }) => {
    const email = 'confirmed@example.com';
    await ask(email);
    const family = await signUp(api, { Parent_Email: email, Parent_Phone_Number: MOBILE });
    await confirmAddress(api, email);
    await changeEmail(api, family, 'confirmed-elsewhere@example.com');
    expect((await seen(family))[0]).toBe(1);
  });
});

test("ignores other people's enquiries", async ({ api, ask, enquiriesOf }) => {
  const family = await signUp(api);
  await ask(`not-${family.email}`);
  expect((await exportOf(family)).enquiries).toEqual([]);
  await leave(family);
  expect(await enquiriesOf(`not-${family.email}`)).toHaveLength(1);
});

test('leaves an address to the person who has it now', async ({ api, ask, enquiriesOf }) => {
  const first = await signUp(api);
  const { email } = first;
  await changeEmail(api, first, `moved-${email}`);
  const second = await signUp(api, { Parent_Email: email });
  await ask(email);
  expect((await exportOf(first)).enquiries).toEqual([]);
  await leave(first);
  expect(await enquiriesOf(email)).toHaveLength(1);
  await leave(second);
  expect(await enquiriesOf(email)).toEqual([]);
});
