// People of an older version: whoever has followed a link to their present address counts as having confirmed it.
import { expect, onTestFinished, test } from 'vitest';

import { createTestDatabase, startTestApp } from '../testing/app.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';

const person = (id: string, joined: number, student: string | null = null) =>
  `insert into people (id, family_id, role, student_id, name, email, phone, password_hash, created_at)
   values ('${id}', 'family', '${student === null ? 'parent' : 'student'}', ${student === null ? 'null' : `'${student}'`}, 'Name',
     '${id}@example.com', ${student === null ? "'07700900123'" : 'null'}, '', ${joined})`;
const mail = (id: string, cause: string, to: string) =>
  `insert into mails (id, cause, family_id, person_id, recipient, subject, created_at, due_at, attempts, leased_until)
   values ('${id}', '${cause}', 'family', '${to}', 'old@example.com', 'Subject', 0, 0, 0, 0)`;

test.each([
  ['founder', [], null],
  ['founder', [mail('one', 'welcome:family:founder', 'founder')], null],
  ['founder', [mail('one', 'email-changed:9:founder', 'founder')], 5],
  ['partner', [mail('one', 'parent-email-changed:9:partner', 'partner')], 7],
  ['student', [], 8],
] as const)('%s, after %j: %s', async (who, mails, expected) => {
  const { options, drop } = await createTestDatabase();
  await makeOlderDatabase(options, 28, [
    'begin',
    `insert into families (id, created_at) values ('family', 5)`,
    `insert into students (id, family_id, name, created_at) values ('kim', 'family', 'Kim', 5)`,
    person('founder', 5),
    person('partner', 7),
    person('student', 8, 'kim'),
    ...mails,
    'commit',
  ]);
  const api = await startTestApp({ on: options });
  onTestFinished(async () => {
    await api.close();
    await drop();
  });
  const { email_confirmed_at } = await api.database.db
    .selectFrom('people')
    .select('email_confirmed_at')
    .where('id', '=', who)
    .executeTakeFirstOrThrow();
  expect(email_confirmed_at).toBe(expected);
});
