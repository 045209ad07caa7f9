// One imported family that fails does not stop the others.
import { expect } from 'vitest';

import { DAY_MS } from '../../domain/time.ts';
import { fileOf, importFile, makeDue, rowOf } from '../testing/accounts/imports.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import { watch } from '../testing/database/failing.ts';
import { readEmails } from '../testing/emails.ts';
import { adminOf } from '../testing/factories.ts';
import { test as base } from '../testing/test.ts';
import { inviteDue } from './due-invitations.ts';
import { deleteUnusedFamilies, undoImport } from './undo-import.ts';

const COUNT = 12;

const test = base
  .extend('emails', () => Array.from({ length: COUNT }, () => newEmail()))
  .extend('importId', async ({ tutor, emails }) => {
    const rows = emails.map((email) => rowOf({ email }));
    return (await importFile(tutor, fileOf(rows), { invite: true })).id;
  })
  .extend('familyOf', ({ db }) => async (email: string) => {
    const people = db.selectFrom('people').select(['id', 'family_id']).where('email', '=', email);
    return people.executeTakeFirstOrThrow();
  })
  /** A context in which every write with this id fails. */
  .extend('without', ({ api }) => (id: string) => {
    const database = watch(api.database, (node) => {
      if (node.kind !== 'SelectQueryNode' && JSON.stringify(node).includes(id))
        throw new Error('broken');
    });
    return { ...api.context(null), database };
  })
  .extend('left', ({ db, emails }) => async () => {
    const rows = await db
      .selectFrom('people')
      .select('email')
      .where('email', 'in', emails)
      .execute();
    return rows.map(({ email }) => email);
  });

test('is invited later than the others', async ({ api, emails, importId, familyOf, without }) => {
  expect(importId).not.toBe('');
  await makeDue(api);
  const [first = ''] = emails;
  const broken = await familyOf(first);
  await expect(inviteDue(without(broken.id))).rejects.toThrow('1 parents were not invited');
  const invited = async () =>
    (await Promise.all(emails.map((email) => readEmails(api, email, 'import-invitation')))).flat();
  expect(await invited()).toHaveLength(COUNT - 1);
  await inviteDue(api.context(null));
  expect(await invited()).toHaveLength(COUNT);
});

test('is named by an undo, which a repeat completes', async ({
  api,
  db,
  tutor,
  emails,
  importId,
  familyOf,
  without,
  left,
}) => {
  const [first = ''] = emails;
  const { id, family_id } = await familyOf(first);
  const actor = adminOf(tutor);
  await expect(undoImport({ ...without(id), actor }, importId)).rejects.toThrow(
    `1 imported families were not removed (${family_id}): Error: broken`,
  );
  expect(await left()).toEqual([first]);
  const undone = () => db.selectFrom('imports').select('undone_at').executeTakeFirstOrThrow();
  expect(await undone()).toEqual({ undone_at: null });
  const result = { removed: COUNT, kept: 0 };
  expect(await undoImport(api.context(actor), importId)).toEqual(result);
  expect(await undone()).toEqual({ undone_at: api.clock.now });
});

test('that nobody has used for a year is kept alone', async ({
  api,
  emails,
  importId,
  familyOf,
  without,
  left,
}) => {
  expect(importId).not.toBe('');
  const [first = ''] = emails;
  const { id } = await familyOf(first);
  const now = api.clock.now + 366 * DAY_MS;
  await expect(deleteUnusedFamilies({ ...without(id), now })).rejects.toThrow('not removed');
  expect(await left()).toEqual([first]);
  await deleteUnusedFamilies({ ...api.context(null), now });
  expect(await left()).toEqual([]);
});
