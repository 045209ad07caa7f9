// Emails of an older version: those whose recipient the mail server had refused for good say so of the address, and no others.
import { expect, onTestFinished, test } from 'vitest';

import { listRefused, refusedOf } from '../people/refused-store.ts';
import { createTestDatabase, startTestApp } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';

const family = (id: string) => `insert into families (id, created_at) values ('${id}', 0)`;
const person = (id: string) =>
  `insert into people (id, family_id, role, name, email, phone, password_hash, created_at)
   values ('${id}', '${id}', 'parent', 'Parent', '${id}@example.com', '07700900123', 'x', 0)`;
const mail = (id: string, of: string, { failed, error }: { failed: number | null; error: string }) =>
  `insert into mails (id, cause, family_id, person_id, recipient, subject, created_at, due_at, failed_at, last_error)
   values ('${id}', '${id}', '${of}', '${of}', '${of}@example.com', 'x', 0, 0, ${failed ?? 'null'}, '${error}')`;

test('a failed email says that its recipient was refused, where the server had said so', async () => {
  const { options, drop } = await createTestDatabase();
  const refusal = (code: string) => `Can''t send mail - all recipients were rejected: ${code} No`;
  await makeOlderDatabase(options, 25, [
    'begin',
    ...['refused', 'busy', 'late', 'waiting'].flatMap((id) => [family(id), person(id)]),
    mail('1', 'refused', { failed: 7, error: refusal('550') }),
    mail('2', 'busy', { failed: 7, error: refusal('450') }),
    mail('3', 'late', { failed: 7, error: 'The lesson began before this reminder could be sent.' }),
    mail('4', 'waiting', { failed: null, error: refusal('550') }),
    'commit',
  ]);
  const api = await startTestApp({ on: options });
  onTestFinished(async () => {
    await api.close();
    await drop();
  });
  const refused = await listRefused(api.database.db, null);
  expect(refused.size).toBe(1);
  const people = [{ id: 'refused', email: 'refused@example.com' }];
  expect(refusedOf(people, refused)).toMatchObject([
    { email: 'refused@example.com', at: new Date(7).toISOString() },
  ]);
});
