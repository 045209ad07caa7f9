// An import or its undo that dies at any statement.
import { expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { fileOf, rowOf, undo } from '../testing/accounts/imports.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { test as base } from '../testing/test.ts';

const crash = new Crash();
const test = base.override('settings', { wrap: (database) => watch(database, crash.onStatement) });

test('imports all or nothing, and goes on with an undo', async ({ api, db, tutor }) => {
  const emails = [newEmail(), newEmail()];
  const file = fileOf(emails.map((email) => rowOf({ email })));
  const people = async () =>
    (await db.selectFrom('people').select('email').where('email', 'in', emails).execute()).length;
  const query = { invite: 'true' } as const;
  const headers = { 'content-type': 'text/csv', 'idempotency-key': 'crash' };
  const request = () => tutor.either(endpoints.importFamilies, { file, query, headers });
  const imported = await crash.survive(
    async () => {
      const answer = await request();
      if (!answer.body.success) throw new Error(answer.body.code);
      return answer.body.import;
    },
    async () => expect(await people()).toBe(0),
  );
  expect(imported.deaths).toBeGreaterThan(10);
  expect(imported.answer).toMatchObject({ families: 2, skipped: [] });
  const { id } = imported.answer;
  const undone = await crash.survive(
    () => undo(tutor, id),
    async () => expect([0, 2]).toContain(await people()),
  );
  expect(undone.deaths).toBeGreaterThan(10);
  expect(undone.answer).toEqual({ removed: 2, kept: 0 });
  expect(await api.database.db.selectFrom('due_import_invitations').selectAll().execute()).toEqual(
    [],
  );
});
