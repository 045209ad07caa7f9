// Undoing an import, and removing imported families that nobody uses.
import { describe, expect } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { IMPORT } from '../../domain/imports/import.ts';
import { newId } from '../base/ids.ts';
import { fileOf, importFile, inviteNow, rowOf, undo } from '../testing/accounts/imports.ts';
import { DEAD, newEmail, read } from '../testing/accounts/invitations.ts';
import { START, type TestApp } from '../testing/app.ts';
import type { Caller } from '../testing/caller.ts';
import { readEmails, tokenTo } from '../testing/emails.ts';
import { adminOf, giveCredits, makeLesson, PASSWORD } from '../testing/factories.ts';
import { codeOf, sharedTest } from '../testing/test.ts';
import { deleteUnusedFamilies, undoImport } from './undo-import.ts';

const test = sharedTest.extend('familyOf', ({ db }) => async (email: string) => {
  const { family_id: id } = await db
    .selectFrom('people')
    .select('family_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { id };
});
test.beforeEach(({ api }) => api.clock.set(START));

describe('undoing an import', () => {
  const uses = {
    'accepted its invitation': async (api, email) => {
      const body = { token: await tokenTo(api, email), password: PASSWORD };
      await api.call(endpoints.acceptInvitation, { body });
    },
    'got another credit': async (api, _email, id) => giveCredits(api, id, 1),
    'was booked by the tutor': async (api, _email, id, tutor) => {
      const { id: lesson } = await makeLesson(api);
      const body = { Student_ID: id, credit: 'free' } as const;
      await tutor.call(endpoints.bookForFamily, { params: { id: lesson }, body });
    },
  } satisfies Record<
    string,
    (api: TestApp, email: string, id: string, tutor: Caller) => Promise<unknown>
  >;

  test.for(Object.entries(uses))(
    'keeps a family that %s',
    async ([, use], { api, tutor, familyOf }) => {
      const [used, other] = [newEmail(), newEmail()];
      const file = fileOf([rowOf({ email: used, credits: '0' }), rowOf({ email: other })]);
      const { id } = await importFile(tutor, file, { invite: true });
      await inviteNow(api);
      const [family, unused] = [await familyOf(used), await familyOf(other)];
      await use(api, used, family.id, tutor);
      const token = await tokenTo(api, other);
      expect(await undo(tutor, id)).toEqual({ removed: 1, kept: 1 });
      expect(await undo(tutor, id)).toEqual({ removed: 1, kept: 1 });
      await tutor.call(endpoints.getFamilyRecord, { params: { id: family.id } });
      const gone = await tutor.refused(endpoints.getFamilyRecord, { params: { id: unused.id } });
      expect(gone.status).toBe(404);
      expect((await read(api, token)).body).toMatchObject(DEAD);
      expect(await readEmails(api, other)).toEqual([]);
      expect(await importFile(tutor, file)).toMatchObject({ families: 1, skipped: [2] });
    },
  );

  test('ends after a day, and only finds imports', async ({ api, tutor }) => {
    const { id, undo_until } = await importFile(tutor, fileOf([rowOf()]));
    // The session ends earlier.
    const context = { ...api.context(adminOf(tutor)), now: Date.parse(undo_until) };
    await expect(undoImport(context, id)).rejects.toMatchObject({ code: 'undo_over' });
    const inTime = { ...context, now: context.now - 1 };
    expect(await undoImport(inTime, id)).toEqual({ removed: 1, kept: 0 });
    const unknown = { params: { id: newId() } };
    expect(codeOf(await tutor.refused(endpoints.undoImport, unknown))).toBe('not_found');
  });
});

test('removes a family that nobody has used for a year', async ({ api, db, tutor, familyOf }) => {
  const [unused, used] = [newEmail(), newEmail()];
  await importFile(tutor, fileOf([rowOf({ email: unused }), rowOf({ email: used })]));
  await giveCredits(api, (await familyOf(used)).id, 1);
  const { now } = api.clock;
  const later = (days: number) => ({ ...api.context(null), now: now + days * 86_400_000 });
  await deleteUnusedFamilies(later(IMPORT.unusedDays - 1));
  await familyOf(unused);
  await deleteUnusedFamilies(later(IMPORT.unusedDays));
  const left = await db
    .selectFrom('people')
    .select('email')
    .where('email', 'in', [unused, used])
    .execute();
  expect(left).toEqual([{ email: used }]);
});
