// Accounts that an older version left half erased, because their profile was changed at the same moment.
import { afterAll, beforeAll, expect, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { createTestDatabase, startTestApp, type TestApp } from '../testing/app.ts';
import { PASSWORD, signUpForm } from '../testing/factories.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';

let api: TestApp;
let drop: () => Promise<void>;
const form = signUpForm();

const account = (id: string, email: string, deletedAt: string) => `
  insert into students (id, parent_name, parent_email, parent_phone, student_name, password_hash, created_at, deleted_at)
  values ('${id}', 'Robin Ghost', '${email}', '07700900123', 'Kim Ghost', 'a hash', 0, ${deletedAt})`;

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await makeOlderDatabase(created.options, 9, [
    account('left', form.Parent_Email, '1'),
    account('live', 'live@example.com', 'null'),
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
  const { db } = api.database;
  expect(await db.selectFrom('people').select('id').where('family_id', '=', 'left').execute()).toEqual([]);
  const student = await db
    .selectFrom('students')
    .selectAll()
    .where('family_id', '=', 'left')
    .executeTakeFirstOrThrow();
  expect(student).toMatchObject({ name: 'Deleted account', removed_at: 1 });
});

test('accounts that live stay as they are', async () => {
  const row = await api.database.db
    .selectFrom('people')
    .innerJoin('students', 'students.family_id', 'people.family_id')
    .select(['email', 'students.name as name'])
    .where('people.family_id', '=', 'live')
    .executeTakeFirstOrThrow();
  expect(row).toEqual({ email: 'live@example.com', name: 'Kim Ghost' });
});
