// Accounts that an older version left half erased, because their profile was changed at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD, signUpForm } from '../testing/factories.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';

let api: TestApp;
let drop: () => Promise<void>;
const form = signUpForm();

const student = (id: string, email: string, deletedAt: string) => `
  insert into students (id, parent_name, parent_email, parent_phone, student_name, password_hash, created_at, deleted_at)
  values ('${id}', 'Robin Ghost', '${email}', '07700900123', 'Kim Ghost', 'a hash', 0, ${deletedAt})`;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await makeOlderDatabase(created.options, 9, [
    student('left', form.Parent_Email, '1'),
    student('live', 'live@example.com', 'null'),
  ]);
  api = await startTestApp({ on: created.options });
});
afterAll(async () => {
  await api.close();
  await drop();
});

test('what was left is erased, and its email is free again', async () => {
  const { body } = await api.refused(endpoints.login, {
    body: { email: form.Parent_Email, password: PASSWORD },
  });
  expect(body.code).toBe('invalid_credentials');
  await api.call(endpoints.register, { body: form });
  const row = await api.database.db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', 'left')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    parent_name: 'Deleted account',
    parent_email: 'deleted left',
    parent_phone: '',
    student_name: 'Deleted account',
    password_hash: '',
  });
});

test('accounts that live stay as they are', async () => {
  const row = await api.database.db
    .selectFrom('students')
    .selectAll()
    .where('id', '=', 'live')
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ parent_email: 'live@example.com', student_name: 'Kim Ghost' });
});
