// Two imports at once, an undo while a family uses its account, and a process that dies.
import { sql } from 'kysely';
import { expect, inject } from 'vitest';

import { bookForFamily } from '../lessons/planner/for-family.ts';
import { fileOf, importFile, inviteNow, makeDue, rowOf } from '../testing/accounts/imports.ts';
import { newEmail } from '../testing/accounts/invitations.ts';
import { tokenTo } from '../testing/emails.ts';
import { adminOf, makeLesson, PASSWORD } from '../testing/factories.ts';
import { lock, overlap } from '../testing/races/locks.ts';
import { type Arena, race } from '../testing/races/races.ts';
import { sharedTest as test } from '../testing/test.ts';
import { adjustCredits } from '../tutor/families/tutor-records.ts';
import { inviteDue } from './due-invitations.ts';
import { importFamilies } from './import-families.ts';
import { acceptImportInvitation, findImportInvitation } from './import-invitations.ts';
import { undoImport } from './undo-import.ts';

const ROUNDS = 8;

async function makeImported({ api, tutor }: Arena) {
  const caller = await tutor();
  const email = newEmail();
  const { id } = await importFile(caller, fileOf([rowOf({ email })]), { invite: true });
  await inviteNow(api);
  const invitation = await findImportInvitation(api.context(null), await tokenTo(api, email));
  if (invitation === null) throw new Error('Nobody was invited.');
  const { id: lessonId } = await makeLesson(api);
  return { admin: adminOf(caller), id, invitation, lessonId };
}

const stateOf = async ({ api }: Arena, familyId: string) => {
  const { db } = api.database;
  const families = db.selectFrom('families').select('deleted_at').where('id', '=', familyId);
  const { deleted_at } = await families.executeTakeFirstOrThrow();
  return deleted_at === null ? 'kept' : 'removed';
};

race({
  title: 'imports each family once when the same file comes twice at once',
  rounds: ROUNDS,
  async setup({ tutor }) {
    const emails = Array.from({ length: 20 }, newEmail);
    const rows = emails.map((email) => rowOf({ email }));
    const files = [fileOf(rows), fileOf(rows.toReversed())].map((file) => Buffer.from(file));
    return { emails, files, admin: adminOf(await tutor()) };
  },
  actors: ({ context, files, admin }) =>
    files.map((file) => () => importFamilies(context(admin), { file, invite: true })),
  async invariant({ api, emails, outcomes }) {
    expect(outcomes).toEqual(['done', 'done']);
    const { db } = api.database;
    const people = await db
      .selectFrom('people')
      .select('id')
      .where('email', 'in', emails)
      .execute();
    expect(people).toHaveLength(emails.length);
    const families = await db.selectFrom('imported_families').selectAll().execute();
    const accounts = await db.selectFrom('families').select('id').execute();
    expect(accounts.length).toBeGreaterThanOrEqual(families.length);
  },
});

race({
  title: 'invites one family after the other when two files come at once',
  rounds: ROUNDS,
  async setup({ tutor }) {
    const files = [1, 2].map(() =>
      Buffer.from(fileOf([1, 2].map(() => rowOf({ email: newEmail() })))),
    );
    return { files, admin: adminOf(await tutor()) };
  },
  actors: ({ context, files, admin }) =>
    files.map((file) => () => importFamilies(context(admin), { file, invite: true })),
  async invariant({ api }) {
    const { db } = api.database;
    const due = await db.selectFrom('due_import_invitations').select('due_at').execute();
    expect(new Set(due.map(({ due_at }) => due_at)).size).toBe(due.length);
  },
});

const during = {
  'accepts its invitation': ({ context, invitation }) =>
    acceptImportInvitation(context(null), invitation, { password: PASSWORD }),
  'gets credits': ({ context, admin, invitation }) =>
    adjustCredits(context(admin), invitation.familyId, { amount: 1, reason: 'A gift' }),
  'is booked': ({ context, admin, invitation, lessonId }) =>
    bookForFamily(context(admin), lessonId, { Student_ID: invitation.familyId, credit: 'take' }),
} satisfies Record<
  string,
  (scene: Arena & Awaited<ReturnType<typeof makeImported>>) => Promise<unknown>
>;

for (const [what, use] of Object.entries(during))
  race({
    title: `keeps or removes a family that ${what} while its import is undone`,
    rounds: ROUNDS,
    setup: makeImported,
    actors: (scene) => [() => use(scene), () => undoImport(scene.context(scene.admin), scene.id)],
    async invariant(scene) {
      const [used, undone] = scene.outcomes;
      expect(undone).toBe('done');
      const state = await stateOf(scene, scene.invitation.familyId);
      expect([used === 'done', state]).toEqual([state === 'kept', state]);
    },
  });

race({
  title: 'undoes an import once',
  rounds: ROUNDS,
  setup: makeImported,
  actors: ({ context, admin, id }) => [1, 2].map(() => () => undoImport(context(admin), id)),
  async invariant({ api, outcomes, id }) {
    expect(outcomes).toEqual(['done', 'done']);
    const rows = api.database.db.selectFrom('imports').select(['removed', 'kept']);
    expect(await rows.where('id', '=', id).execute()).toEqual([{ removed: 1, kept: 0 }]);
  },
});

// The embedded engine has one connection: nobody waits for a row.
if (inject('engine') === 'postgres')
  test('keeps no due invitation while it waits for a family', async ({ api, db, tutor }) => {
    const email = newEmail();
    await importFile(tutor, fileOf([rowOf({ email })]), { invite: true });
    await makeDue(api);
    const { family_id, id } = await db
      .selectFrom('people')
      .select(['family_id', 'id'])
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    // An undo locks the family, too, then deletes the invitation.
    await overlap(
      api,
      (work) => lock(work, { families: [family_id] }),
      () => inviteDue(api.context(null)),
      ({ tx }) =>
        sql`select due_at from due_import_invitations where person_id = ${id} for update nowait`.execute(
          tx,
        ),
    );
    const queued = db.selectFrom('emails').select('subject').where('recipient', '=', email);
    expect(await queued.execute()).toHaveLength(1);
  });
